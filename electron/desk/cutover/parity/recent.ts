/** So many instants of one key are known. */
const instantsOfKey = 8;

/** The newest instants by key, of the newest keys: memory does not grow. */
export const createRecent = (most: number) => {
  const newest = new Map<string, number[]>();
  return {
    add(key: string, at: number): void {
      const known = newest.get(key);
      newest.delete(key);
      if (newest.size >= most) newest.delete(newest.keys().next().value ?? '');
      newest.set(key, known === undefined ? [at] : [...known.slice(1 - instantsOfKey), at]);
    },
    has: (key: string): boolean => newest.has(key),
    isNear: (key: string, at: number, withinMs: number): boolean =>
      newest.get(key)?.some((known) => Math.abs(at - known) <= withinMs) ?? false,
  };
};
export type Recent = ReturnType<typeof createRecent>;

/** The newest items, oldest first. */
export const createNewest = <T>(most: number) => {
  let items: T[] = [];
  return {
    add(item: T): void {
      items.push(item);
      if (items.length >= most * 2) items = items.slice(-most);
    },
    all: (): readonly T[] => items.slice(-most),
    clear(): void {
      items = [];
    },
  };
};
