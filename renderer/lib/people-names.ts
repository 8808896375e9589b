import type { PersonNames } from '#contract/people.ts';
import { useApiQuery } from './api-queries.ts';
import { keys } from './keys.ts';
import { usePerson } from './who.ts';

type NamedPerson = PersonNames['results'][number];

const nobody: readonly NamedPerson[] = [];

/** The people of this desk who have not left; none on the desk of one person. */
export const usePeopleNames = (): readonly NamedPerson[] => {
  const person = usePerson();
  const { data } = useApiQuery<PersonNames>([...keys.people, 'names'], '/api/people/names', {
    enabled: person !== undefined,
  });
  return data?.results.filter(({ state }) => state === 'active') ?? nobody;
};
