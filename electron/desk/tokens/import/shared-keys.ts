/**
 * Which rows of a long list may have a key in common, without the keys: a number of 52 bits stands for each. Rows that
 * only seem to have one in common are told apart by who compares them.
 */
export interface SharedKeys {
  /** Rows come in order. @param value rows of the same key and the same value are of no interest */
  add(key: string | undefined, value?: string): void;
  /** Adds the places of rows that share a key with another one, or with one of `others`. */
  collect(others: Iterable<readonly [key: string | undefined, value?: string]>, into: Set<number>): void;
}

const none = -1;

export const createSharedKeys = (): SharedKeys => {
  let length = 0;
  const keys = createNumbers();
  const values = createNumbers();

  return {
    add(key, value) {
      keys.set(length, key === undefined ? none : numberOf(key));
      values.set(length, value === undefined ? none : numberOf(value));
      length += 1;
    },
    collect(others, into) {
      const known = valuesByKey(others);
      const all = keys.upTo(length);
      for (const [key, group] of placesOf(all, repeatedIn(all, known))) {
        if (isShared(group, values.at, known.get(key))) for (const at of group) into.add(at);
      }
    },
  };
};

/** Numbers by place; `none` takes no memory before the first other one: most lists lack most columns. */
const createNumbers = () => {
  let numbers = new Float64Array(0);
  const grown = (place: number): Float64Array<ArrayBuffer> => {
    const more = new Float64Array(Math.max(1024, numbers.length * 2, place + 1)).fill(none, numbers.length);
    more.set(numbers);
    return more;
  };
  return {
    set(place: number, number: number): void {
      if (place >= numbers.length && number === none) return;
      if (place >= numbers.length) numbers = grown(place);
      numbers[place] = number;
    },
    at: (place: number): number => numbers[place] ?? none,
    upTo: (length: number): Float64Array => numbers.subarray(0, length),
  };
};

/** Those that two rows have, or one has and `others`. Sorted by the number alone: with an order of our own it takes ten times as long. */
const repeatedIn = (keys: Float64Array, others: ReadonlyMap<number, unknown>): ReadonlySet<number> => {
  const sorted = keys.slice().sort();
  const repeated = new Set<number>();
  for (let at = 0; at < sorted.length; at++) {
    const key = sorted[at] as number;
    if (key !== none && (sorted[at + 1] === key || others.has(key))) repeated.add(key);
  }
  return repeated;
};

const placesOf = (keys: Float64Array, wanted: ReadonlySet<number>): ReadonlyMap<number, number[]> => {
  const places = new Map<number, number[]>();
  if (wanted.size === 0) return places;
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] as number;
    if (!wanted.has(key)) continue;
    const group = places.get(key);
    if (group === undefined) places.set(key, [at]);
    else group.push(at);
  }
  return places;
};

const valuesByKey = (
  others: Iterable<readonly [key: string | undefined, value?: string]>,
): Map<number, Set<number>> => {
  const known = new Map<number, Set<number>>();
  for (const [key, value] of others) {
    if (key === undefined) continue;
    const of = numberOf(key);
    known.set(of, (known.get(of) ?? new Set()).add(value === undefined ? none : numberOf(value)));
  }
  return known;
};

const isShared = (
  group: readonly number[],
  valueAt: (place: number) => number,
  others: ReadonlySet<number> | undefined,
): boolean => {
  const [first = 0] = group;
  const value = valueAt(first);
  if (value === none) return group.length > 1 || others !== undefined;
  const isOther = others !== undefined && (others.size > 1 || !others.has(value));
  return isOther || group.some((at) => valueAt(at) !== value);
};

/** Two multiplicative hashes of 26 bits each, over the code units. */
const numberOf = (text: string): number => {
  let [a, b] = [0x811c9dc5, 0x9e3779b9];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x85ebca6b) + at;
  }
  a = Math.imul(a ^ (a >>> 15), 0x2c1b3c6d) ^ (b >>> 13);
  b = Math.imul(b ^ (b >>> 16), 0x297a2d39) ^ (a >>> 14);
  return (a >>> 6) * 0x4000000 + (b >>> 6);
};
