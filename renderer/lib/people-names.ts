import type { CaseOwners } from '#contract/case-list.ts';
import { loginIn } from '#contract/mentions-of-people.ts';
import type { PersonNames } from '#contract/people.ts';
import { useApiQuery } from './api-queries.ts';
import { keys } from './keys.ts';
import { usePreference } from './use-preferences.ts';
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

/** As the desk names who acted, and the owner of a case. */
const ownerText = ({ name, login }: Pick<NamedPerson, 'name' | 'login'>): string => `${name} <${login}>`;

interface OwnerChoices {
  /** Of whoever is at this page; may be empty. */
  readonly own: string;
  readonly all: readonly string[];
}

/** Whom a case can be given: people of the desk, and the owners of open cases as earlier versions have them. */
export const useOwnerChoices = (): OwnerChoices => {
  const person = usePerson();
  const [actor] = usePreference('actor');
  const people = usePeopleNames();
  const { data } = useApiQuery<CaseOwners>([...keys.cases.list, 'owners'], '/api/cases/owners');
  const known = new Set(people.map(({ login }) => login));
  const texts = (data?.owners ?? [])
    .map(({ name }) => name)
    .filter((name) => !known.has(loginIn(name) ?? name));
  const own = person === undefined ? actor : ownerText(person);
  return { own, all: [...new Set([own, ...people.map(ownerText), ...texts])].filter(Boolean) };
};
