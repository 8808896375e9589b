import { countBelow } from '#desk/eligibility/source/count-below.ts';

/**
 * A text as it reads once escapes are decoded and literals that are joined are one, with the way back to the offsets of
 * the text that it was made from.
 */
export interface Spelling {
  readonly text: string;
  /** The offset in the original of a character; of one that an escape stands for, of the escape's beginning. */
  readonly from: (offset: number) => number;
  /** The same of an end: behind the escape. */
  readonly to: (offset: number) => number;
}

/** The text as it is written. */
export const asWritten = (text: string): Spelling => ({ text, from: (at) => at, to: (at) => at });

/**
 * `%52`, `%u0052`, `\x52`, `\x{52}`, `\u0052`, `\u{52}`, `\U00000052`, `\122`, `&#82;`, `&#x52;`, `&quot;`, a backslash
 * before a line's end, COBOL's continuation of a literal.
 */
const escapes =
  /%[uU]([0-9a-fA-F]{4})|%([0-9a-fA-F]{2})|\\{1,4}(?:[xX]\{([0-9a-fA-F]{1,6})\}|[xX]([0-9a-fA-F]{2})|[uU]\{([0-9a-fA-F]{1,6})\}|U([0-9a-fA-F]{8})|[uU]([0-9a-fA-F]{4})|([0-7]{3})|\r?\n[ \t]*)|(\r?\n[ \t\d]{0,6}-[ \t]*["'])|&#[xX]([0-9a-fA-F]{1,6});?|&#(\d{1,7});?|&(quot|QUOT|apos|amp|AMP|lowbar|hyphen|dash|sol|nbsp|shy);/g;
/** Entities of one character. `&shy;`, which shows nothing, is each reader's own. */
export const namedEntities: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  amp: '&',
  lowbar: '_',
  hyphen: '-',
  dash: '-',
  sol: '/',
  nbsp: ' ',
};

const entities: Readonly<Record<string, string>> = { ...namedEntities, shy: '' };

const decoded = (match: readonly (string | undefined)[]): string | undefined => {
  const [all, percentU, percent, xBraced, x, uBraced, wideU, u, octal, continued, entityHex, entity, name] =
    match;
  if (continued !== undefined) return '';
  if (name !== undefined) return entities[name.toLowerCase()];
  const digits = percentU ?? percent ?? xBraced ?? x ?? uBraced ?? wideU ?? u ?? entityHex;
  if (digits !== undefined) return character(Number.parseInt(digits, 16));
  if (octal !== undefined) return character(Number.parseInt(octal, 8));
  if (entity !== undefined) return character(Number.parseInt(entity, 10));
  return all?.startsWith('\\') ? '' : undefined;
};

/** Others than visible ASCII are no part of a key word, and stay as they are written. */
const character = (code: number): string | undefined =>
  code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : undefined;

const backtick = '`';
const mark = String.raw`\\{0,4}["'${backtick}]`;
const blanks = String.raw`(?:\s|\\\n|_\r?\n){0,80}`;
const operators = String.raw`\+\+?|\.{1,3}|&&?|~|\|\||<>|\^|\)?\.\s{0,4}concat\s{0,4}\(`;
/** A literal's end, what joins, and the next literal's beginning, with the letters of its kind (`f"…"`) or without. */
const joinsBy = (joining: string, prefix: string): RegExp =>
  new RegExp(`${mark}(?:${blanks}(?:${joining})${blanks}${prefix}|\\s${blanks}${prefix})?${mark}`, 'gi');
const letters = '[a-z$@]{0,2}';
const joins = { with: joinsBy(operators, letters), without: joinsBy(operators, '') };
/** In a file that calls such a function, a comma joins too. */
const listJoins = {
  with: joinsBy(`${operators}|,`, letters),
  without: joinsBy(`${operators}|,`, ''),
};
/** Such a function, or a list of single letters. */
const joinsLists = /concat|join|paste|strcat|printf|(["'])\w\1\s{0,4},\s{0,4}(["'])\w\2/i;
/** Whether letters of a literal's kind stand anywhere: without them both readings are one. */
const prefixed = /[\s+.&|~<>^(,][a-z$@]{1,2}\\{0,4}["'`]/i;
/** A literal inside a hole: `${'Id'}`, `#{"Id"}`. */
const holes = /(?:\$\{|#\{|\{\{|\\\()\s{0,8}["'`]|["'`]\s{0,8}\}\}?/g;

type Replace = (match: readonly (string | undefined)[]) => string | undefined;

/** The text with every match that `by` answers for replaced; the same object if there is none. */
const replaced = (spelling: Spelling, pattern: RegExp, by: Replace): Spelling => {
  const { text } = spelling;
  let result = '';
  let at = 0;
  /** Beginnings of pieces: in the new text, in the old one; a replaced piece is followed by one that begins behind it. */
  const news: number[] = [0];
  const olds: number[] = [0];
  const ends: number[] = [0];
  for (const match of text.matchAll(pattern)) {
    const value = by(match);
    if (value === undefined) continue;
    result += text.slice(at, match.index);
    const end = match.index + match[0].length;
    news.push(result.length);
    olds.push(match.index);
    ends.push(end);
    result += value;
    news.push(result.length);
    olds.push(end);
    ends.push(end);
    at = end;
  }
  if (at === 0) return spelling;
  result += text.slice(at);
  const pieceAt = (offset: number): number => countBelow(news, offset + 1) - 1;
  const back = (offset: number, isEnd: boolean): number => {
    // An end is behind the character before it.
    const piece = pieceAt(isEnd && offset > 0 ? offset - 1 : offset);
    const begin = olds[piece] as number;
    const end = ends[piece] as number;
    if (end > begin) return isEnd ? end : begin;
    return begin + offset - (news[piece] as number);
  };
  return {
    text: result,
    from: (offset) => spelling.from(back(offset, false)),
    to: (offset) => spelling.to(back(offset, true)),
  };
};

/** Escapes stand in escapes: in JSON inside a string, in a URL inside a query. */
const rounds = 3;

/**
 * The text as a person or a program would read it: each way in which it can be read that is not as it is written. A
 * letter between two quotes may be a literal, or belong to the second one.
 */
export const asRead = (text: string): Spelling[] => {
  let spelling = asWritten(text);
  for (let round = 0; round < rounds; round++) {
    const before = spelling;
    spelling = replaced(spelling, escapes, decoded);
    if (spelling === before) break;
  }
  const decodedText = replaced(spelling, holes, () => '');
  const pattern = joinsLists.test(decodedText.text) ? listJoins : joins;
  const one = replaced(decodedText, pattern.without, () => '');
  const other = prefixed.test(decodedText.text) ? replaced(decodedText, pattern.with, () => '') : one;
  return [one, other].filter(({ text: read }, index) => read !== text && (index === 0 || read !== one.text));
};
