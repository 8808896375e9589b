/**
 * Signs that show nothing and do something: control characters, what turns the direction of text around, and blanks
 * without width. Line breaks and tabs are for reading; variation selectors, and joiners between the signs that they
 * join, are part of the spelling of some scripts and of emoji.
 */
const unseen =
  /(?![\n\t]|\p{Variation_Selector}|(?<=[^\p{ASCII}\s])[\u200c\u200d](?=[^\p{ASCII}\s]))[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Text that others wrote, with every sign that hides shown by its code, such as ⟨U+202E⟩. */
export const visible = (text: string): string =>
  text.toWellFormed().replaceAll('\r\n', '\n').replace(unseen, codeOf);

const codeOf = (sign: string): string =>
  `⟨U+${(sign.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}⟩`;
