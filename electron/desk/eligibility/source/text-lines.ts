/** A line: offsets of its begin and its end, without what ends it. */
export interface Line {
  readonly from: number;
  readonly to: number;
  readonly indent: number;
}

/** The lines of a text, with their indentation in characters. */
export const linesOf = (text: string): Line[] => {
  const lines: Line[] = [];
  for (let from = 0; from <= text.length; ) {
    const found = text.indexOf('\n', from);
    const to = found < 0 ? text.length : found;
    let at = from;
    while (at < to && (text[at] === ' ' || text[at] === '\t')) at++;
    lines.push({ from, to: text[to - 1] === '\r' ? to - 1 : to, indent: at - from });
    from = to + 1;
  }
  return lines;
};

/** The offset of the first character of the line around an offset. */
export const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;
/** The offset of what ends the line around an offset. */
export const lineEnd = (text: string, at: number): number => {
  const found = text.indexOf('\n', at);
  return found < 0 ? text.length : found;
};

/** The line that a stretch is in, with at most so many characters on each side of it. */
export const lineAround = (
  text: string,
  { from, to }: { readonly from: number; readonly to: number },
  most: number,
): { before: string; after: string; line: string } => {
  const start = Math.max(lineStart(text, from), from - most);
  const end = Math.min(lineEnd(text, to), to + most);
  return { before: text.slice(start, from), after: text.slice(to, end), line: text.slice(start, end) };
};
