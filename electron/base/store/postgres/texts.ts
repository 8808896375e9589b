/**
 * Text as PostgreSQL can keep it: it knows no U+0000, and its functions for JSON refuse the escape of that sign and of
 * half a surrogate pair. Each is written in other signs, and read back as it was; everything else stays as it is.
 * Such text is found by what it equals, but has another place in the order of texts, and a member of a JSON object that
 * is itself written like one of these escapes is not found by its name.
 */

/** No character, and never to be one: nobody writes it by accident. */
const mark = '\ufdd0';
const nul = '\u0000';

/** `\u0000` or half a pair, as JSON escapes them; not where the backslash is escaped itself. */
const refusedEscape = /(?<!\\)((?:\\\\)*)\\u(0000|[dD][89a-fA-F][0-9a-fA-F]{2})/g;

export const storable = (text: string): string => {
  let stored = text;
  if (stored.includes(mark)) stored = stored.replaceAll(mark, `${mark}m`);
  if (stored.includes(nul)) stored = stored.replaceAll(nul, `${mark}0`);
  if (stored.includes('\\u')) stored = stored.replace(refusedEscape, `$1${mark}u$2`);
  return stored;
};

export const asItWas = (stored: string): string =>
  stored.includes(mark) ? stored.replace(marked, (_, sign: string) => signs[sign] as string) : stored;

const marked = new RegExp(`${mark}([m0u])`, 'g');
const signs: Readonly<Record<string, string>> = { m: mark, '0': nul, u: '\\u' };
