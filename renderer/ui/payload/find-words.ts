/** A place in a text, characters; `to` is exclusive. */
export interface Match {
  readonly from: number;
  readonly to: number;
}

/** More than these are not counted: nobody goes through them one by one. */
export const mostMatches = 5000;

/** Of any of some words, without case; undefined if there are none. */
export const wordPattern = (words: readonly string[]): RegExp | undefined => {
  const parts = [...new Set(words.filter((word) => word !== ''))]
    // The longest first: of words that begin alike it is the one meant.
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return parts.length === 0 ? undefined : new RegExp(parts.join('|'), 'giu');
};

/** Where a text has a pattern, in order, at most `mostMatches`. @param offset of the text in a longer one */
export const findMatches = (text: string, pattern: RegExp | undefined, offset = 0): Match[] => {
  if (pattern === undefined) return [];
  const found: Match[] = [];
  for (const match of text.matchAll(pattern)) {
    found.push({ from: offset + match.index, to: offset + match.index + match[0].length });
    if (found.length === mostMatches) break;
  }
  return found;
};
