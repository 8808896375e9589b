/** A stretch of a text: offsets of UTF-16 code units, `to` exclusive. */
export interface TextSpan {
  readonly from: number;
  readonly to: number;
}

/** Where a pattern matches, `most` times at most; it must be global. */
export const spansOf = (text: string, pattern: RegExp, most = Number.POSITIVE_INFINITY): TextSpan[] =>
  Array.from(text.matchAll(pattern).take(most), ({ 0: { length }, index }) => ({
    from: index,
    to: index + length,
  }));
