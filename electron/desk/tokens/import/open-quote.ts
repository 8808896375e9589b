const quote = 0x22;
const newline = 10;

/**
 * How many lines below the start of a broken row its last quote opens: the one that does not close as it should.
 * @param text from the start of the row on
 */
export const openingOf = (text: Buffer, delimiter: string): number => {
  const separator = delimiter.charCodeAt(0);
  let line = 0;
  let openedOn = 0;
  let open = false;
  let atStart = true;
  for (let at = 0; at < text.length; at++) {
    const byte = text[at];
    if (byte === newline) line++;
    if (byte === quote) {
      if (open && text[at + 1] === quote) at++;
      else if (open) {
        if (!endsCell(text[at + 1], separator)) return openedOn;
        open = false;
      } else if (atStart) {
        open = true;
        openedOn = line;
      } else return line;
    }
    atStart = !open && (byte === separator || byte === newline);
  }
  return open ? openedOn : line;
};

const endsCell = (next: number | undefined, separator: number): boolean =>
  next === undefined || next === separator || next === newline || next === 13;
