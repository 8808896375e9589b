/**
 * On which line a row begins. csv-parse counts a line break of two signs inside quotes twice, so lines are counted here,
 * by the bytes that it says a row ends at.
 */
export const createLineFinder = () => {
  /** Bytes that came, from `from` on. */
  let held: Buffer = Buffer.alloc(0);
  let from = 0;
  /** Line breaks before `from`. */
  let breaks = 0;

  return {
    add(chunk: Buffer): void {
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    },
    /** The line that the row begins on which ends before the byte `end`, its line break included. */
    startOf(cells: readonly string[], end: number): number {
      const text = held.subarray(0, end - from);
      const before = breaks;
      breaks += breaksIn(text);
      held = held.subarray(text.length);
      from = end;
      const last = text.at(-1) === newline ? breaks : breaks + 1;
      // Empty lines before it are skipped; those within it are part of it.
      return last - before === 1 ? last : last - breaksWithin(cells);
    },
    /** What came after the last row, and the line that it begins on. */
    rest: (): { text: Buffer; line: number } => {
      const empty = /^[\r\n]*/.exec(held.toString('latin1'))?.[0] ?? '';
      const skipped = Buffer.from(empty, 'latin1');
      return { text: held.subarray(skipped.length), line: breaks + breaksIn(skipped) + 1 };
    },
  };
};

export const newline = 10;

export const breaksIn = (text: Buffer): number => {
  let count = 0;
  for (let at = text.indexOf(newline); at >= 0; at = text.indexOf(newline, at + 1)) count++;
  return count;
};

const breaksWithin = (cells: readonly string[]): number => {
  let count = 0;
  for (const cell of cells) {
    for (let at = cell.indexOf('\n'); at >= 0; at = cell.indexOf('\n', at + 1)) count++;
  }
  return count;
};
