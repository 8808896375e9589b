import type { Lexis } from './lexis.ts';

/** What the generic tokenizer takes a text apart into. Linear in its length; it never throws. */
export interface Token {
  readonly kind: 'text' | 'name' | 'mark' | 'comment';
  /** Of a name or a mark as written; of a comment without its marks. */
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** Of a text: literal parts, and the stretches that are computed. */
  readonly parts?: readonly (string | { readonly from: number; readonly to: number })[];
  /** First of its line. */
  readonly first: boolean;
  /** Nothing stands between it and the one before. */
  readonly joined: boolean;
}

const nameStart = /[\p{L}_$@]/u;
const namePart = /[\p{L}\p{N}_$]/u;
const digit = /\d/;
const marks = [
  ...'<<< >>> === !== ... **= ??= ?-> ||= &&= |>> ->> #>> ..='.split(' '),
  ...'=> -> :: ?. &. !. := <- == != <= >= += -= .= *= /= &= ^= ++ -- <> || && ?? ?: .. << >> |> =~ @@ =: #> /> </'.split(
    ' ',
  ),
];
const marksByFirst = new Map<string, string[]>();
for (const mark of marks)
  marksByFirst.set(mark.charAt(0), [...(marksByFirst.get(mark.charAt(0)) ?? []), mark]);

/** A text on one line is cut off after this; what is longer is data. */
const longestText = 200_000;

/** A token that was read, before its place in the line is known. */
type Read = Pick<Token, 'kind' | 'to' | 'text' | 'parts'>;

export const tokensOf = (text: string, lexis: Lexis, start = 0, end = text.length): Token[] => {
  const tokens: Token[] = [];
  let at = start;
  let first = true;
  let last = -1;
  while (at < end) {
    const char = text.charAt(at);
    const blank = blankAt(text, at, char);
    if (blank > at) {
      first ||= char === '\n';
      at = blank;
      continue;
    }
    const { kind, to, text: value, parts } = tokenAt(text, lexis, at, end, first);
    tokens.push({ kind, text: value, from: at, to, first, joined: last === at, ...(parts && { parts }) });
    first = false;
    last = to;
    at = Math.max(to, at + 1);
  }
  return tokens;
};

/** The offset behind a blank, or behind the sign of VB that joins the next line; the same offset if there is none. */
const blankAt = (text: string, at: number, char: string): number => {
  if (char <= ' ' || char === '\u00a0' || char === '\ufeff') return at + 1;
  return char === '_' && text.charAt(at - 1) === ' ' && /^_[ \t]*\r?\n/.test(text.slice(at, at + 20))
    ? text.indexOf('\n', at) + 1
    : at;
};

const tokenAt = (text: string, lexis: Lexis, at: number, end: number, first: boolean): Read => {
  const char = text.charAt(at);
  const comment = commentAt(text, lexis, at, end, first);
  if (comment !== undefined)
    return { kind: 'comment', to: comment.to, text: text.slice(comment.contentFrom, comment.contentTo) };
  const heredoc = heredocAt(text, at, end);
  if (heredoc !== undefined) {
    const { from, to, raw } = heredoc;
    const parts = raw ? [text.slice(from, to)] : partsOf(text, lexis.holes, from, to, false);
    return { kind: 'text', to: heredoc.end, text: '', parts };
  }
  if (lexis.quotes.includes(char) && !(char === "'" && isApostrophe(text, at, lexis))) {
    const raw = char === "'" && lexis.holes.some((hole) => hole === '$' || hole === '${' || hole === '#{');
    return quotedAt(text, lexis, at, end, raw ? [] : lexis.holes, lexis.doubled === true);
  }
  if (nameStart.test(char) || digit.test(char)) return wordAt(text, lexis, at, end);
  const mark = marksByFirst.get(char)?.find((one) => text.startsWith(one, at)) ?? char;
  return { kind: 'mark', to: at + mark.length, text: mark };
};

const quotedAt = (
  text: string,
  lexis: Lexis,
  at: number,
  end: number,
  holes: Lexis['holes'],
  doubled: boolean,
): Read => {
  const { contentFrom, contentTo, to } = textAt(text, lexis, at, end);
  return { kind: 'text', to, text: '', parts: partsOf(text, holes, contentFrom, contentTo, doubled) };
};

/** A name; the prefix of a text (`f"…"`, `r'…'`, `N'…'`, `@"…"`) with the text. */
const wordAt = (text: string, lexis: Lexis, at: number, end: number): Read => {
  let to = at + 1;
  while (to < end && namePart.test(text.charAt(to))) to++;
  const word = text.slice(at, to);
  if (to - at > 2 || !lexis.quotes.includes(text.charAt(to)) || !/^[a-zA-Z@$]{1,2}$/.test(word))
    return { kind: 'name', to, text: word };
  const holes = /[f$s]/i.test(word) ? [...lexis.holes, '{' as const] : lexis.holes;
  return quotedAt(text, lexis, to, end, holes, false);
};

/** A quote after a letter is one of prose or of a name (`don't`, `x'`), where nothing closes it on the line. */
const isApostrophe = (text: string, at: number, { quotes }: Lexis): boolean =>
  quotes.length > 1 &&
  at > 0 &&
  /[\p{L}\p{N}]/u.test(text.charAt(at - 1)) &&
  !/[fruFRUbBnNqLsS]/.test(text.charAt(at - 1));

const commentAt = (
  text: string,
  { line, lineStart = [], block }: Lexis,
  at: number,
  end: number,
  first: boolean,
): { contentFrom: number; contentTo: number; to: number } | undefined => {
  for (const [open, close] of block) {
    if (!text.startsWith(open.trimStart(), at) || (open.startsWith('\n') && !first)) continue;
    const found = text.indexOf(close, at + open.trimStart().length);
    const contentTo = found < 0 || found > end ? end : found;
    return {
      contentFrom: at + open.trimStart().length,
      contentTo,
      to: Math.min(end, contentTo + close.length),
    };
  }
  const mark =
    line.find((one) => text.startsWith(one, at) && !isPartOfUrl(text, at, one)) ??
    (first ? lineStart.find((one) => text.startsWith(one, at)) : undefined);
  if (mark === undefined) return undefined;
  const found = text.indexOf('\n', at);
  const to = found < 0 || found > end ? end : found;
  return { contentFrom: at + mark.length, contentTo: to, to };
};
const isPartOfUrl = (text: string, at: number, mark: string): boolean =>
  (mark === '//' && text.charAt(at - 1) === ':') ||
  // `$#`, `#{`, `a#b` are none of a comment.
  (mark === '#' && (/[\w$&{]/.test(text.charAt(at - 1)) || /[{[]/.test(text.charAt(at + 1)))) ||
  (mark === '%' && /\w/.test(text.charAt(at - 1)));

/** The content of a quoted text, and where it ends; an unclosed one ends with its line. */
const textAt = (
  text: string,
  { doubled, holes }: Lexis,
  at: number,
  end: number,
): { contentFrom: number; contentTo: number; to: number } => {
  const nests = holes.filter((hole) => hole === '\\(' || hole === '#{');
  const quote = text.charAt(at);
  const triple = quote.repeat(3);
  if (text.startsWith(triple, at)) {
    const found = text.indexOf(triple, at + 3);
    if (found >= 0 && found < end) return { contentFrom: at + 3, contentTo: found, to: found + 3 };
  }
  const limit = Math.min(end, at + longestText);
  let to = at + 1;
  while (to < limit) {
    const char = text.charAt(to);
    const next = charEnd(text, to, limit, nests, doubled === true, quote);
    if (next > to) {
      to = next;
      continue;
    }
    if (char === quote) return { contentFrom: at + 1, contentTo: to, to: to + 1 };
    if (char === '\n' && quote !== '`' && !closesLater(text, to, quote, limit)) break;
    to++;
  }
  const stop = Math.min(to, limit);
  return { contentFrom: at + 1, contentTo: stop, to: stop };
};
/** The offset behind a computed part, an escape or a doubled quote; the same offset if there is none. */
const charEnd = (
  text: string,
  at: number,
  limit: number,
  nests: Lexis['holes'],
  doubled: boolean,
  quote: string,
): number => {
  const char = text.charAt(at);
  // Texts inside a computed part have quotes of their own.
  if ((char === '\\' || char === '#') && nests.some((hole) => text.startsWith(hole, at))) {
    const close = closing(text, at + 1, limit);
    if (close > 0 && !text.slice(at, close).includes('\n')) return close + 1;
  }
  if (doubled) return char === quote && text.charAt(at + 1) === quote ? at + 2 : at;
  return char === '\\' ? at + 2 : at;
};
/** Texts over several lines are closed within the next few. */
const closesLater = (text: string, at: number, quote: string, limit: number): boolean => {
  const found = text.indexOf('\n', at + 1);
  const next = text.slice(at + 1, Math.min(limit, found < 0 ? limit : found, at + 400));
  return next.includes(quote) && (next.split(quote).length - 1) % 2 === 1;
};

/** What is longer is none; the search for the end of each must not go through the whole file. */
const longestHeredoc = 20_000;
const heredocStart = /<<<?[~-]?\s?(["'`]?)([A-Z_][A-Z0-9_]*)\1[^\n]*\n/y;
const heredocAt = (
  text: string,
  at: number,
  end: number,
): { from: number; to: number; end: number; raw: boolean } | undefined => {
  if (text.charAt(at) !== '<' || text.charAt(at + 1) !== '<') return undefined;
  heredocStart.lastIndex = at;
  const found = heredocStart.exec(text);
  if (found === null) return undefined;
  const [whole, quote, mark = ''] = found;
  const from = at + whole.length;
  for (let line = from; line < Math.min(end, from + longestHeredoc); ) {
    const newline = text.indexOf('\n', line);
    const to = newline < 0 || newline > end ? end : newline;
    if (
      text
        .slice(line, to)
        .trim()
        .replace(/[;,)]+$/, '') === mark
    )
      return { from, to: line, end: to, raw: quote === "'" };
    line = to + 1;
  }
  return undefined;
};

const nameInText = /[A-Za-z_][\w]*(?:(?:->|::|\.)[A-Za-z_]\w*|\[[^\]\n]{0,40}\])*/y;

type Part = string | { readonly from: number; readonly to: number };
/** A computed part of a text, with the offset behind its signs. */
interface Hole {
  readonly from: number;
  readonly to: number;
  readonly next: number;
}

/** Literal and computed parts of a text's content. */
const partsOf = (text: string, holes: Lexis['holes'], from: number, to: number, doubled: boolean): Part[] => {
  const parts: Part[] = [];
  let literal = from;
  let at = from;
  while (at < to) {
    const hole = holeAt(text, holes, at, to);
    if (hole === undefined) {
      at += text.charAt(at) === '\\' && !opensHole(text, holes, at) ? 2 : 1;
      continue;
    }
    if (at > literal) parts.push(unescaped(text.slice(literal, at), doubled));
    parts.push({ from: hole.from, to: hole.to });
    literal = hole.next;
    at = hole.next;
  }
  if (to > literal) parts.push(unescaped(text.slice(literal, to), doubled));
  return parts;
};

/** Whether two signs that begin a hole stand at an offset. */
const opensHole = (text: string, holes: Lexis['holes'], at: number): boolean =>
  holes.some((hole) => hole.length === 2 && text.startsWith(hole, at));

const holeAt = (text: string, holes: Lexis['holes'], at: number, end: number): Hole | undefined => {
  const char = text.charAt(at);
  const isOpened = opensHole(text, holes, at);
  if (isOpened || (char === '{' && holes.includes('{') && text.charAt(at + 1) !== '{')) {
    const open = isOpened ? at + 1 : at;
    const close = closing(text, open, end);
    return close < 0 ? undefined : { from: open + 1, to: close, next: close + 1 };
  }
  if (char !== '$' && char !== '@') return undefined;
  nameInText.lastIndex = at + 1;
  const name = holes.includes(char) ? nameInText.exec(text) : null;
  const to = at + 1 + (name?.[0].length ?? 0);
  // A dot behind the name is the sentence's or the path's.
  return name === null || to > end ? undefined : { from: at, to, next: to };
};

const longestHole = 2000;
const closing = (text: string, open: number, end: number): number => {
  const opens = text.charAt(open);
  const closes = opens === '(' ? ')' : '}';
  let depth = 0;
  for (let at = open; at < Math.min(end, open + longestHole); at++) {
    const char = text.charAt(at);
    if (char === opens) depth++;
    else if (char === closes && --depth === 0) return at;
  }
  return -1;
};

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '\0' };
const escaped = /\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([\s\S]))/g;

/** A literal as it reads: escapes of the usual kinds decoded. */
export const unescaped = (literal: string, raw = false): string =>
  raw || !literal.includes('\\')
    ? literal
    : literal.replace(escaped, (all, long?: string, four?: string, two?: string, one?: string) => {
        const code = Number.parseInt(long ?? four ?? two ?? '', 16);
        if (one !== undefined) return escapes[one] ?? (/[A-Za-z]/.test(one) ? all : one);
        return code <= 0x10ffff ? String.fromCodePoint(code) : all;
      });
