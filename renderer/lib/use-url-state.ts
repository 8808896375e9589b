import { type NavigateOptions, useSearchParams } from 'react-router';

/** undefined or empty: leaves the address. */
type Changes<Name extends string> = Partial<Readonly<Record<Name, string | undefined>>>;
type Values<Name extends string> = Partial<Record<Name, string>>;

/**
 * Choices of a screen that its address holds, so that Back returns to them and a link shares them.
 * @param names the parameters; others are left as they are
 * @returns the values, and a setter that changes those that it is given, or that it makes of the present ones
 */
export const useUrlState = <Name extends string>(
  names: readonly Name[],
): [
  Values<Name>,
  (changes: Changes<Name> | ((now: Values<Name>) => Changes<Name>), options?: NavigateOptions) => void,
] => {
  const [search, setSearch] = useSearchParams();
  const change = (
    changes: Changes<Name> | ((now: Values<Name>) => Changes<Name>),
    options: NavigateOptions = { replace: true },
  ): void => {
    // The address itself: what is drawn may be behind it, and would take back the change before this one.
    const next = new URLSearchParams(window.location.search);
    const wanted = typeof changes === 'function' ? changes(valuesIn(next, names)) : changes;
    for (const [name, value] of Object.entries<string | undefined>(wanted)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    setSearch(next, options);
  };
  return [valuesIn(search, names), change];
};

const valuesIn = <Name extends string>(search: URLSearchParams, names: readonly Name[]): Values<Name> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = search.get(name);
      return value ? [[name, value]] : [];
    }),
  ) as Values<Name>;
