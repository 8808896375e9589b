/** What of the headers is passed on. @param isKept of a name in small letters */
export const keptHeaders = (
  headers: Iterable<readonly [string, string]>,
  isKept: (name: string) => boolean,
): Record<string, string> => Object.fromEntries([...headers].filter(([name]) => isKept(name.toLowerCase())));
