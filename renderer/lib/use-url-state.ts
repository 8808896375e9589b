import { type NavigateOptions, useSearchParams } from 'react-router';

/** undefined or empty: leaves the address. */
type Changes<Name extends string> = Partial<Readonly<Record<Name, string | undefined>>>;

/**
 * Choices of a screen that its address holds, so that Back returns to them and a link shares them.
 * @param names the parameters; others are left as they are
 * @returns the values, and a setter that changes those that it is given
 */
export const useUrlState = <Name extends string>(
  names: readonly Name[],
): [Partial<Record<Name, string>>, (changes: Changes<Name>, options?: NavigateOptions) => void] => {
  const [search, setSearch] = useSearchParams();
  const values = Object.fromEntries(
    names.flatMap((name) => {
      const value = search.get(name);
      return value ? [[name, value]] : [];
    }),
  ) as Partial<Record<Name, string>>;
  const change = (changes: Changes<Name>, options: NavigateOptions = { replace: true }): void =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      for (const [name, value] of Object.entries<string | undefined>(changes)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      return next;
    }, options);
  return [values, change];
};
