/** Parts of at most `size`, in order. */
export const chunksOf = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));

/** How many there are of each key; those without one are not counted. */
export const countBy = <T>(
  all: Iterable<T>,
  keyOf: (one: T) => string | null | undefined,
): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const one of all) {
    const key = keyOf(one);
    if (key !== null && key !== undefined) counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
};

type Present<T extends object> = { [K in keyof T]?: NonNullable<T[K]> };

/** Without properties that are null or undefined. */
export const present = <T extends object>(values: T): Present<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value != null)) as Present<T>;

/** The texts that apply, such as `[count > 0 && '…', remark]`. */
export const textsOf = (texts: readonly (string | false | undefined)[]): string[] =>
  texts.filter((text) => typeof text === 'string');

/** Orders by code units: the same on every machine. */
export const compareTexts = (a: string, b: string): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};

/** Whether one is as wanted: no further ones are looked at then. */
export const some = <T>(all: Iterable<T>, isWanted: (one: T) => boolean): boolean => {
  for (const one of all) if (isWanted(one)) return true;
  return false;
};
