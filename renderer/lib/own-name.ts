import { usePreference } from './use-preferences.ts';
import { usePerson } from './who.ts';

interface OwnName {
  /** Of the signed-in person, or as it stands in the settings of this browser; may be empty. */
  readonly name: string;
  /** Who is recorded: the signed-in person, whatever was typed; else what was typed. */
  readonly over: (typed: string) => string;
}

/** Who acts at this page. */
export const useOwnName = (): OwnName => {
  const person = usePerson();
  const [actor] = usePreference('actor');
  return {
    name: person?.name ?? actor,
    over: (typed) => person?.name ?? typed.trim(),
  };
};
