/**
 * Values by key, of the newest keys: at least `most`, at most twice as many. Two halves, of which the older one goes as a
 * whole: taking single keys away from the front of a Map takes the longer the more of them went.
 */
export const createNewestKeys = <T>(most: number) => {
  let current = new Map<string, T>();
  let before = new Map<string, T>();
  return {
    get: (key: string): T | undefined => current.get(key) ?? before.get(key),
    set(key: string, value: T): void {
      if (current.size >= most && !current.has(key)) {
        before = current;
        current = new Map();
      }
      current.set(key, value);
    },
  };
};

/** So many instants of one key are known. */
const instantsOfKey = 8;

/** The newest instants by key, of the newest keys: memory does not grow. */
export const createRecent = (most: number) => {
  const newest = createNewestKeys<readonly number[]>(most);
  return {
    add(key: string, at: number): void {
      const known = newest.get(key);
      newest.set(key, known === undefined ? [at] : [...known.slice(1 - instantsOfKey), at]);
    },
    has: (key: string): boolean => newest.get(key) !== undefined,
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
