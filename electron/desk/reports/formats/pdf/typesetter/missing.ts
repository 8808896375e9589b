/**
 * Which text has no glyph in the fonts, by what Typst says of it: it knows how they shape a text, which a table of signs does
 * not tell.
 */

/** The parts of its message, which is made of Rust's debug output. */
const diagnostic = /message: "((?:[^"\\]|\\.)*)"/gsu;
const withoutGlyph = /^PDF\/A-3a error: the text `"(.*)"` could not be displayed with /su;

/** @returns undefined if it says anything else besides */
export const missingIn = (message: string): string[] | undefined => {
  const found = [...message.matchAll(diagnostic)].map(
    ([, text = '']) => withoutGlyph.exec(unescaped(text))?.[1],
  );
  return found.length === 0 || found.includes(undefined)
    ? undefined
    : [...new Set(found.map((text) => unescaped(text as string)))];
};

const named: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '0': '\0' };

const unescaped = (text: string): string =>
  text.replace(/\\(?:u\{([0-9a-fA-F]{1,6})\}|(.))/gsu, (_, code: string | undefined, sign: string) =>
    code === undefined ? (named[sign] ?? sign) : String.fromCodePoint(Number.parseInt(code, 16)),
  );
