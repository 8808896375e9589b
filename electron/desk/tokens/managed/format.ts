/** `1 company`, `2 companies`. */
export const countOf = (count: number, one: string, several: string): string =>
  `${count} ${count === 1 ? one : several}`;

/** `a, b and c`. */
export const listOf = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
