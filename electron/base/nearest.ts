/** Which of some names a mistyped one may mean. */

/** So many changed signs are a slip at most: one in four. */
const slips = (text: string): number => Math.max(1, Math.floor(text.length / 4));

/** The nearest first, of equal ones the first in order; none where nothing is near. Capitals don't matter. */
export const nearestOf = <T>(
  wanted: string,
  candidates: Iterable<T>,
  textsOf: (one: T) => readonly string[],
  most = 3,
): T[] => {
  const text = wanted.toLowerCase();
  const limit = slips(text);
  const found: { readonly one: T; readonly far: number }[] = [];
  for (const one of candidates) {
    const far = Math.min(...textsOf(one).map((other) => distance(text, other.toLowerCase(), limit)));
    if (far <= limit) found.push({ one, far });
  }
  return found
    .sort((a, b) => a.far - b.far)
    .slice(0, most)
    .map(({ one }) => one);
};

/** Signs to insert, drop or replace; more than the limit is not counted out. */
const distance = (a: string, b: string, limit: number): number => {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] as number) + Number(a[i - 1] !== b[j - 1]);
      next.push(Math.min(replaced, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    if (Math.min(...next) > limit) return limit + 1;
    row = next;
  }
  return row[b.length] as number;
};
