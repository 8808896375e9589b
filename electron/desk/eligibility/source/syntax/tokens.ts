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
  ...['<<<', '>>>', '===', '!==', '...', '**=', '??=', '?->', '||=', '&&=', '|>>', '->>', '#>>', '..='],
  ...[
    '=>',
    '->',
    '::',
    '?.',
    '&.',
    '!.',
    ':=',
    '<-',
    '==',
    '!=',
    '<=',
    '>=',
    '+=',
    '-=',
    '.=',
    '*=',
    '/=',
    '&=',
  ],
  ...[
    '^=',
    '++',
    '--',
    '<>',
    '||',
    '&&',
    '??',
    '?:',
    '..',
    '<<',
    '>>',
    '|>',
    '=~',
    '@@',
    '=:',
    '#>',
    '/>',
    '</',
  ],
];
const marksByFirst = new Map<string, string[]>();
for (const mark of marks)
  marksByFirst.set(mark.charAt(0), [...(marksByFirst.get(mark.charAt(0)) ?? []), mark]);

/** A text on one line is cut off after this; what is longer is data. */
const longestText = 200_000;

export const tokensOf = (text: string, lexis: Lexis, start = 0, end = text.length): Token[] => {
  const tokens: Token[] = [];
  let at = start;
  let first = true;
  let last = -1;
  const put = (
    kind: Token['kind'],
    from: number,
    to: number,
    value: string,
    parts?: Token['parts'],
  ): void => {
    tokens.push({ kind, text: value, from, to, first, joined: last === from, ...(parts && { parts }) });
    first = false;
    last = to;
    at = Math.max(to, from + 1);
  };
  while (at < end) {
    const char = text.charAt(at);
    if (char === '\n') {
      first = true;
      at++;
      continue;
    }
    // VB goes on below a line that ends so.
    if (char === '_' && text.charAt(at - 1) === ' ' && /^_[ \t]*\r?\n/.test(text.slice(at, at + 20))) {
      at = text.indexOf('\n', at) + 1;
      continue;
    }
    if (char <= ' ' || char === '\u00a0' || char === '\ufeff') {
      at++;
      continue;
    }
    const comment = commentAt(text, lexis, at, end, first);
    if (comment !== undefined) {
      put('comment', at, comment.to, text.slice(comment.contentFrom, comment.contentTo));
      continue;
    }
    const heredoc = heredocAt(text, at, end);
    if (heredoc !== undefined) {
      const literal = { from: heredoc.from, to: heredoc.to };
      const parts = heredoc.raw
        ? [text.slice(literal.from, literal.to)]
        : partsOf(text, lexis.holes, literal.from, literal.to, false);
      put('text', at, heredoc.end, '', parts);
      continue;
    }
    if (lexis.quotes.includes(char) && !(char === "'" && isApostrophe(text, at, lexis))) {
      const { contentFrom, contentTo, to } = textAt(text, lexis, at, end);
      const raw = char === "'" && lexis.holes.some((hole) => hole === '$' || hole === '${' || hole === '#{');
      put(
        'text',
        at,
        to,
        '',
        partsOf(text, raw ? [] : lexis.holes, contentFrom, contentTo, lexis.doubled === true),
      );
      continue;
    }
    if (nameStart.test(char) || digit.test(char)) {
      let to = at + 1;
      while (to < end && namePart.test(text.charAt(to))) to++;
      // Prefixes of texts (`f"…"`, `r'…'`, `N'…'`, `@"…"`) go with them.
      if (
        to - at <= 2 &&
        lexis.quotes.includes(text.charAt(to)) &&
        /^[a-zA-Z@$]{1,2}$/.test(text.slice(at, to))
      ) {
        const { contentFrom, contentTo, to: after } = textAt(text, lexis, to, end);
        const holes = /[f$s]/i.test(text.slice(at, to)) ? [...lexis.holes, '{' as const] : lexis.holes;
        put('text', at, after, '', partsOf(text, holes, contentFrom, contentTo, false));
        continue;
      }
      put('name', at, to, text.slice(at, to));
      continue;
    }
    const mark = marksByFirst.get(char)?.find((one) => text.startsWith(one, at)) ?? char;
    put('mark', at, at + mark.length, mark);
  }
  return tokens;
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
  let to = at + 1;
  const limit = Math.min(end, at + longestText);
  while (to < limit) {
    const char = text.charAt(to);
    // Texts inside a computed part have quotes of their own.
    if ((char === '\\' || char === '#') && nests.some((hole) => text.startsWith(hole, to))) {
      const close = closing(text, to + 1, limit);
      if (close > 0 && !text.slice(to, close).includes('\n')) {
        to = close + 1;
        continue;
      }
    }
    if (char === '\\' && !doubled) {
      to += 2;
      continue;
    }
    if (char === quote) {
      if (!doubled || text.charAt(to + 1) !== quote)
        return { contentFrom: at + 1, contentTo: to, to: to + 1 };
      to++;
    }
    if (char === '\n' && quote !== '`' && !closesLater(text, to, quote, limit)) break;
    to++;
  }
  const stop = Math.min(to, limit);
  return { contentFrom: at + 1, contentTo: stop, to: stop };
};
/** Texts over several lines are closed within the next few. */
const closesLater = (text: string, at: number, quote: string, limit: number): boolean => {
  const found = text.indexOf('\n', at + 1);
  const next = text.slice(at + 1, Math.min(limit, found < 0 ? limit : found, at + 400));
  return next.includes(quote) && (next.split(quote).length - 1) % 2 === 1;
};

/** What goes on longer is none; the search for the end of each must not go through the whole file. */
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

/** Literal and computed parts of a text's content. */
const partsOf = (
  text: string,
  holes: Lexis['holes'],
  from: number,
  to: number,
  doubled: boolean,
): (string | { from: number; to: number })[] => {
  const parts: (string | { from: number; to: number })[] = [];
  let literal = from;
  const cut = (at: number, holeFrom: number, holeTo: number, next: number): void => {
    if (at > literal) parts.push(unescaped(text.slice(literal, at), doubled));
    parts.push({ from: holeFrom, to: holeTo });
    literal = next;
  };
  let at = from;
  while (at < to) {
    const char = text.charAt(at);
    const opener = holes.find((hole) => hole.length === 2 && text.startsWith(hole, at));
    if (opener !== undefined || (char === '{' && holes.includes('{') && text.charAt(at + 1) !== '{')) {
      const open = opener === undefined ? at : at + 1;
      const close = closing(text, open, to);
      if (close < 0) {
        at += 1;
        continue;
      }
      cut(at, open + 1, close, close + 1);
      at = close + 1;
    } else if (char === '\\') at += 2;
    else if ((char === '$' && holes.includes('$')) || (char === '@' && holes.includes('@'))) {
      nameInText.lastIndex = at + 1;
      const found = nameInText.exec(text);
      if (found !== null && at + 1 + found[0].length <= to) {
        // A dot at the end is the sentence's or the path's.
        cut(at, at, at + 1 + found[0].length, at + 1 + found[0].length);
        at = literal;
      } else at++;
    } else at++;
  }
  if (to > literal) parts.push(unescaped(text.slice(literal, to), doubled));
  return parts;
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
