import { visible } from '#desk/reports/visible.ts';

/** A place where a long word may be parted: `resources/report/words.typ` makes it one that no copied text has. */
const part = '\u200b';

/** Words as long as this may have to be parted to fit a column. */
const longWord = /\S{21,}/gu;
/** After what joins the parts of addresses and names, else after every few letters. */
const pieces = /[^/._:@=&?+,;-]{1,6}[/._:@=&?+,;-]*|[/._:@=&?+,;-]+/gu;

/** Text that others wrote, as it is set: nothing in it hides, and every word fits. */
export const setWords = (text: string): string =>
  withBrackets(visible(text))
    .replace(privateUse, codePoints)
    .replace(longWord, (word) => (word.match(pieces) ?? [word]).join(part));

/** A title has one line: an outline has no others. */
export const setTitle = (text: string): string => setWords(text.replace(/\s*\n\s*/g, ' '));

/** Signs without a meaning that anyone could know; PDF/A refuses them. */
const privateUse = /\p{Co}/gu;

/** `A` → `‹U+0041›`: as elsewhere, in brackets that the fonts have. */
export const codePoints = (text: string): string => codesOf(text).join('');

/** The same, where a line may end between them. */
export const partedCodePoints = (text: string): string =>
  codesOf(text)
    .map((code) => code + part)
    .join('');

const codesOf = (text: string): string[] =>
  [...text].map(
    (sign) => `‹U+${(sign.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}›`,
  );

const withBrackets = (text: string): string => text.replace(/⟨(U\+[0-9A-F]{4,6})⟩/g, '‹$1›');

export const cut = (text: string, most: number): string =>
  [...text].length > most ? `${[...text].slice(0, most - 1).join('')}…` : text;
