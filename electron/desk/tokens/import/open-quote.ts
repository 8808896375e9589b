import { breaksIn, newline } from './line-finder.ts';

const quote = 0x22;

/**
 * How many lines below the start of a broken row its last quote opens: the one that does not close as it should.
 * @param text from the start of the row on
 */
export const openingOf = (text: Buffer, delimiter: string): number => {
  const separator = delimiter.charCodeAt(0);
  const lineOf = (at: number): number => breaksIn(text.subarray(0, at));
  let opened: number | undefined;
  for (let at = text.indexOf(quote); at >= 0; at = text.indexOf(quote, at + 1)) {
    const next = text[at + 1];
    if (opened === undefined) {
      if (!startsCell(text[at - 1], separator)) return lineOf(at);
      opened = at;
    } else if (next === quote) at++;
    else if (next === 13 || startsCell(next, separator)) opened = undefined;
    else return lineOf(opened);
  }
  return lineOf(opened ?? text.length);
};

/** Whether a cell begins after this byte. */
const startsCell = (byte: number | undefined, separator: number): boolean =>
  byte === undefined || byte === separator || byte === newline;
