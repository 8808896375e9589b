/**
 * Text that others wrote, as it may go to a terminal: no sign in it moves the cursor, colours, hides or turns around
 * what stands there. Line breaks and tabs stay. Joiners stay where they make one sign of several: in emoji, and in
 * scripts that write with them; between letters of other scripts they only hide.
 */
export const harmless = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replace(unsafe, (sign, kept: string | undefined) => (kept === undefined ? '\ufffd' : sign));

/** The same on one line. */
export const oneLine = (text: string): string =>
  text.replace(unsafeInLine, (sign, kept: string | undefined) => (kept === undefined ? ' ' : sign));

/**
 * JSON as it may go to a terminal: what a terminal could obey is written as an escape, so that a reader of it gets the
 * very same data. All other bytes stay, joiners of emoji among them.
 */
export const escapedJson = (json: string): string =>
  json.replace(obeyed, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Flags of regions (a black flag, then tags), and joiners between emoji, or behind letters that are written with them. */
const whole =
  '\\u{1F3F4}[\\u{E0020}-\\u{E007E}]+\\u{E007F}|(?<=[\\p{Extended_Pictographic}\\u{1F3FB}-\\u{1F3FF}]\\uFE0F?)\\u200D(?=\\p{Extended_Pictographic})|(?<=[[\\p{L}\\p{M}]--[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Script=Inherited}]])[\\u200C\\u200D]';
const unsafe = new RegExp(`(${whole}|[\\n\\t])|[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]`, 'gv');
const unsafeInLine = new RegExp(`(${whole})|[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]+`, 'gv');
/** What JSON does not escape by itself. */
const obeyed =
  /[\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;
