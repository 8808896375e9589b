/**
 * Searching text by words, as the message log does: words match from their beginning, quoted phrases word for word;
 * case and accents make no difference; `syncFailed` is also found by `failed`, `sync_failed` and `a-b@c.example` by any
 * of their parts. One meaning for the index, for what it has not read yet, and for highlights.
 */

/** One thing asked for: words that follow each other. */
export interface SearchTerm {
  readonly words: readonly string[];
  /** The last word may go on. */
  readonly isPrefix: boolean;
}

/** All of its terms are asked for. */
export type TextSearch = readonly SearchTerm[];

const wordChars = '\\p{L}\\p{N}\\p{Co}';
const wordPattern = new RegExp(`[${wordChars}]+`, 'gu');
/** A single letter stands for itself: half of all words begin with it. */
const shortestPrefix = 2;
const mostTerms = 12;

/** Stands between words that do not follow each other. */
const gap = ' \ue000 ';

/** Without case and accents. */
const folded = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
  /^[\x00-\x7f]*$/.test(text)
    ? text.toLowerCase()
    : text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\p{M}/gu, '');

const wordsOf = (text: string): string[] => wordsIn(folded(text));

/** What is asked for; empty if there is no letter or digit in it. */
export const parseSearch = (text: string): TextSearch =>
  [...text.matchAll(/"([^"]*)"?|[^\s"]+/g)]
    .map(([whole, quoted]): SearchTerm => {
      const words = wordsOf(quoted ?? whole);
      return {
        words,
        isPrefix: quoted === undefined && (words.at(-1)?.length ?? 0) >= shortestPrefix,
      };
    })
    .filter(({ words }) => words.length > 0)
    .slice(0, mostTerms);

const escapes: Readonly<Record<string, string>> = { n: ' ', r: ' ', t: ' ', b: ' ', f: ' ' };

/** The text of JSON as a person reads it: `\n` and `\u00e9` are no letters. */
const unescaped = (json: string): string =>
  json.includes('\\')
    ? json.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/g, (_, code?: string, sign = '') =>
        code === undefined ? (escapes[sign] ?? sign) : String.fromCharCode(Number.parseInt(code, 16)),
      )
    : json;

/** Only from where letters begin: tried from each of them, a word of a megabyte would take a quarter of an hour. */
const camelCase = /(?<!\p{L})\p{L}*\p{Ll}\p{Lu}[\p{L}\p{N}]*/gu;
const camelBoundary = /(?<=\p{Ll})(?=\p{Lu})/gu;

/** What of a body is searched: its text, then the parts of words in camelCase. */
export const searchedText = (body: string): string => {
  const text = unescaped(body);
  const parts = new Set(text.match(camelCase));
  const split = [...parts].map((word) => gap + word.replaceAll(camelBoundary, ' ')).join('');
  return folded(text) + folded(split);
};

/** The words of what `searchedText` gives, in order. */
export const wordsIn = (searched: string): string[] => searched.match(wordPattern) ?? [];

/** Whether what `searchedText` gives has all that is asked for. */
export const textMatcher = (search: TextSearch): ((searched: string) => boolean) => {
  const patterns = search.map(patternOf);
  return (searched) => patterns.every((pattern) => pattern.test(searched));
};

const patternOf = ({ words, isPrefix }: SearchTerm): RegExp =>
  new RegExp(
    `(?<![${wordChars}])${words.join(`[^${wordChars}]+`)}${isPrefix ? '' : `(?![${wordChars}])`}`,
    'u',
  );

/** Parts of a text, in order, and whether each is one that was asked for. */
export const markMatches = (text: string, search: TextSearch): { text: string; isMatch: boolean }[] => {
  const plain = foldedByChar(text);
  const marks = new Uint8Array(plain.length);
  for (const term of search) {
    for (const found of plain.matchAll(new RegExp(patternOf(term).source, 'gu'))) {
      marks.fill(1, found.index, found.index + found[0].length);
    }
  }
  const parts: { text: string; isMatch: boolean }[] = [];
  for (let at = 0; at < text.length; ) {
    const isMatch = marks[at] === 1;
    let end = at + 1;
    while (end < text.length && (marks[end] === 1) === isMatch) end++;
    parts.push({ text: text.slice(at, end), isMatch });
    at = end;
  }
  return parts;
};

/** As `folded`, but each character stays in its place: one that would become several is kept. */
const foldedByChar = (text: string): string =>
  [...text]
    .map((char) => {
      const plain = folded(char);
      return plain.length === char.length ? plain : char;
    })
    .join('');
