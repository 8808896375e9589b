/** Text that others wrote, for one line on a terminal: nothing in it moves the cursor, colours or hides. */
export const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');

/**
 * The same for whatever is written, of several lines and with our own colours: names and texts of others are everywhere.
 * A colour is the most that they can do.
 */
export const harmless = (text: string): string =>
  text.replace(unsafe, (sign, colour: string | undefined) =>
    colour !== undefined || sign === '\n' || sign === '\t' ? sign : '\ufffd',
  );

/** A colour, or a sign that is not for reading. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for them
const unsafe = /(\x1b\[[0-9;]*m)|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
