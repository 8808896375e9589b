import type { StringForm, Syntax } from './languages.ts';
import { CLOSE, type Comment, JOIN, type Lexed, lineFinder, OPEN, type Token } from './tokens.ts';

interface Frame {
  readonly form: StringForm;
  /** Brackets open in the expression that is being read. */
  depth: number;
}

const isLetter = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code === 36 || code > 127;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const wordEnd = (text: string, from: number): number => {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 128 && partOfWord[code] === 0) break;
  }
  return at;
};
const partOfWord = Uint8Array.from({ length: 128 }, (_, code) => (isLetter(code) || isDigit(code) ? 1 : 0));

const operators = [
  '===',
  '!==',
  '?->',
  '...',
  '<=>',
  '=>',
  '->',
  '::',
  '?.',
  '??',
  '+=',
  ':=',
  '==',
  '!=',
  '&&',
  '||',
  '<<',
];
const operatorsFrom = new Map(
  [...new Set(operators.map((mark) => mark.charAt(0)))].map((first) => [
    first,
    operators.filter((mark) => mark.startsWith(first)),
  ]),
);
const keywordsBeforeOperand = new Set([
  'return',
  'case',
  'in',
  'of',
  'typeof',
  'if',
  'unless',
  'when',
  'and',
  'or',
  'not',
]);

/** By the character with which it begins, what may stand in code of one syntax. */
interface Starts {
  /** The longest first. */
  readonly openers: ReadonlyMap<string, readonly StringForm[]>;
  readonly commentsFrom: ReadonlySet<string>;
  /** 1 for letters, by their code, that begin nothing but a word. */
  readonly beginsWord: Uint8Array;
}

const startsOf = (syntax: Syntax): Starts => {
  const known = starts.get(syntax);
  if (known !== undefined) return known;
  const openers = new Map<string, StringForm[]>();
  for (const form of [...syntax.strings].sort((a, b) => b.open.length - a.open.length)) {
    const first = form.open.charAt(0);
    openers.set(first, [...(openers.get(first) ?? []), form]);
  }
  const marks = [...syntax.line, ...syntax.block.map(([open]) => open)];
  const commentsFrom = new Set(marks.map((mark) => mark.charAt(0)));
  const beginsWord = Uint8Array.from({ length: 128 }, (_, code) => {
    const char = String.fromCharCode(code);
    return isLetter(code) && !openers.has(char) && !commentsFrom.has(char) ? 1 : 0;
  });
  const made = { openers, commentsFrom, beginsWord };
  starts.set(syntax, made);
  return made;
};
const starts = new Map<Syntax, Starts>();

/**
 * Splits code into words, texts and marks, comments apart. An interpolated text becomes its pieces between `OPEN` and
 * `CLOSE`, joined by `JOIN`, so that what is in it is read as code. One pass, no recursion; anything is taken.
 */
export const lexCode = (text: string, syntax: Syntax): Lexed => {
  const tokens: Token[] = [];
  const comments: Comment[] = [];
  const frames: Frame[] = [];
  const lineOf = incrementalLines(text);
  const { openers, commentsFrom, beginsWord } = startsOf(syntax);
  let noRegexpBefore = 0;
  const heredocs: string[] = [];

  const push = (kind: Token['kind'], start: number, end: number, shown?: string): void => {
    tokens.push({ kind, text: shown ?? text.slice(start, end), line: lineOf(start), start, end });
  };
  const comment = (start: number, end: number): void => {
    comments.push({ text: text.slice(start, end), line: lineOf(start), start });
  };

  /** Reads on in a literal until it closes or an expression begins; returns where to go on. */
  const inString = (from: number, form: StringForm, resumed: boolean): number => {
    let at = from;
    let begin = from;
    let opened = resumed;
    const piece = (end: number): void => {
      if (end > begin || !opened) {
        if (opened) push('op', begin, begin, JOIN);
        push('str', begin, end);
      }
    };
    const openAt = (end: number): void => {
      if (!opened) {
        push('op', begin, begin, OPEN);
        push('str', begin, end);
        opened = true;
      } else piece(end);
      push('op', end, end, JOIN);
    };
    while (at < text.length) {
      const char = text.charAt(at);
      if (char === '\n' && !form.multi) break;
      if (form.interpolation === '\\(' && char === '\\' && text.charAt(at + 1) === '(') {
        openAt(at);
        push('op', at, at + 2, OPEN);
        frames.push({ form, depth: 0 });
        return at + 2;
      }
      if (char === '\\' && form.escape === 'backslash') {
        at += 2;
        continue;
      }
      if (char === form.close.charAt(0) && text.startsWith(form.close, at)) {
        if (form.escape === 'double' && text.startsWith(form.close, at + form.close.length)) {
          at += 2 * form.close.length;
          continue;
        }
        piece(at);
        if (opened) push('op', at, at, CLOSE);
        return at + form.close.length;
      }
      const length = interpolationAt(text, at, form);
      if (length > 0) {
        openAt(at);
        push('op', at, at + length, OPEN);
        frames.push({ form, depth: 0 });
        return at + length;
      }
      if (form.interpolation === '{' && (char === '{' || char === '}') && text.charAt(at + 1) === char) {
        at += 2;
        continue;
      }
      if (
        form.interpolation === '$' &&
        char === '$' &&
        isLetter(text.charCodeAt(at + 1)) &&
        text.charAt(at + 1) !== '$'
      ) {
        openAt(at);
        const dollar = text.indexOf('$', at + 1);
        const word = wordEnd(text, at + 1);
        const end = dollar > 0 && dollar < word ? dollar : word;
        push('id', at + 1, end);
        at = end;
        begin = end;
        continue;
      }
      at++;
    }
    at = Math.min(at, text.length);
    piece(at);
    if (opened) push('op', at, at, CLOSE);
    return at;
  };

  let at = 0;
  if (syntax.within !== undefined && text.includes(syntax.within)) at = text.indexOf(syntax.within) + 2;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 10) {
      if (heredocs.length > 0) {
        at = readHeredoc(at + 1, heredocs.shift() as string);
        continue;
      }
      const block = syntax.block.find(([open]) => open.startsWith('\n') && text.startsWith(open, at));
      if (block !== undefined) at = skipBlock(at, block);
      else at++;
      continue;
    }
    if (code === 32 || code === 9 || code === 13) {
      at++;
      continue;
    }
    if (code < 128 && beginsWord[code] === 1) {
      const end = wordEnd(text, at + 1);
      push('id', at, end);
      at = end;
      continue;
    }
    const char = text.charAt(at);
    const frame = frames.at(-1);
    if (frame !== undefined) {
      const closer = frame.form.interpolation === '\\(' ? ')' : '}';
      const opener = closer === ')' ? '(' : '{';
      if (char === opener) frame.depth++;
      if (char === closer && frame.depth-- === 0) {
        frames.pop();
        push('op', at, at + 1, CLOSE);
        at = inString(at + 1, frame.form, true);
        continue;
      }
      // An expression that never closes ends with its line, where its literal does.
      if (
        char === frame.form.close &&
        !frame.form.multi &&
        frame.form.interpolation === '{' &&
        !operandMayStand(tokens)
      ) {
        frames.pop();
        push('op', at, at, CLOSE);
        push('op', at, at, CLOSE);
        at++;
        continue;
      }
    }
    if (syntax.within !== undefined && char === '?' && text.charAt(at + 1) === '>') {
      const next = text.indexOf(syntax.within, at + 2);
      at = next < 0 ? text.length : next + 2;
      continue;
    }
    if (
      commentsFrom.has(char) &&
      syntax.line.some((mark) => text.startsWith(mark, at)) &&
      !(char === '#' && text.charAt(at + 1) === '[' && syntax.within)
    ) {
      const end = text.indexOf('\n', at);
      comment(at, end < 0 ? text.length : end);
      at = end < 0 ? text.length : end;
      continue;
    }
    const block = commentsFrom.has(char)
      ? syntax.block.find(([open]) => text.startsWith(open, at))
      : undefined;
    if (block !== undefined) {
      at = skipBlock(at, block);
      continue;
    }
    const form = openers.get(char)?.find((candidate) => text.startsWith(candidate.open, at));
    if (form !== undefined) {
      at = readLiteral(form);
      continue;
    }
    if (syntax.heredoc !== undefined && char === '<' && text.startsWith(syntax.heredoc, at)) {
      const mark = /^<<<?[~-]?\s?(["'`]?)([A-Za-z_]\w*)\1/.exec(text.slice(at, at + 80));
      if (mark !== null && (syntax.heredoc === '<<<' || !/^<<\s/.test(mark[0]))) {
        heredocs.push(mark[2] as string);
        at += mark[0].length;
        continue;
      }
    }
    if (isLetter(code) || (char === '@' && isLetter(text.charCodeAt(at + 1)) && syntax.heredoc === '<<')) {
      const end = wordEnd(text, at + 1);
      push('id', at, end);
      at = end;
      continue;
    }
    if (isDigit(code)) {
      const end = wordEnd(text, at + 1);
      push('num', at, end);
      at = end;
      continue;
    }
    if (syntax.regexp === true && char === '/' && at >= noRegexpBefore && operandMayStand(tokens)) {
      const end = regexpEnd(text, at);
      // One that does not end is none, and nor is what follows: keeps the reading linear.
      if (end === 0) noRegexpBefore = at + 2000;
      else {
        push('num', at, end, '/re/');
        at = end;
        continue;
      }
    }
    if (syntax.dotJoins === true && char === '.' && text.charAt(at + 1) !== '.') {
      const length = text.charAt(at + 1) === '=' ? 2 : 1;
      push('op', at, at + length, length === 2 ? '+=' : '+');
      at += length;
      continue;
    }
    const operator = operatorsFrom.get(char)?.find((mark) => text.startsWith(mark, at)) ?? char;
    push('op', at, at + operator.length, operator);
    at += operator.length;
  }
  return { tokens, comments };

  function skipBlock(from: number, [open, close]: readonly [string, string]): number {
    const found = text.indexOf(close, from + open.length);
    const end = found < 0 ? text.length : found + close.length;
    comment(open.startsWith('\n') ? from + 1 : from, end);
    return end;
  }

  function readLiteral(form: StringForm): number {
    const from = at + form.open.length;
    if (syntax.docstrings === true && form.close.length === 3 && standsAlone(text, at)) {
      const end = text.indexOf(form.close, from);
      comment(at, end < 0 ? text.length : end);
      return end < 0 ? text.length : end + 3;
    }
    return inString(from, form, false);
  }

  function readHeredoc(from: number, id: string): number {
    let end = from;
    for (;;) {
      const newline = text.indexOf('\n', end);
      const line = text
        .slice(end, newline < 0 ? Math.min(text.length, end + 400) : Math.min(newline, end + 400))
        .trim();
      if (line === id || (line.startsWith(id) && !/^\w/.test(line.slice(id.length)))) {
        push('str', from, Math.max(from, end - 1));
        return text.indexOf(id, end) + id.length;
      }
      if (newline < 0) break;
      end = newline + 1;
    }
    push('str', from, text.length);
    return text.length;
  }
};

/** The length of what begins an expression in a literal, 0 if none begins here. */
const interpolationAt = (text: string, at: number, form: StringForm): number => {
  const char = text.charAt(at);
  switch (form.interpolation) {
    case '${':
    case '#{':
      return char === form.interpolation.charAt(0) && text.charAt(at + 1) === '{' ? 2 : 0;
    case '{':
      return char === '{' && text.charAt(at + 1) !== '{' ? 1 : 0;
    case '$':
      if (char === '$' && text.charAt(at + 1) === '{') return 2;
      return char === '{' && text.charAt(at + 1) === '$' ? 1 : 0;
    default:
      return 0;
  }
};

const operandMayStand = (tokens: readonly Token[]): boolean => {
  const last = tokens.at(-1);
  if (last === undefined) return true;
  if (last.kind === 'id') return keywordsBeforeOperand.has(last.text);
  return last.kind === 'op' && ![')', ']', '}', CLOSE].includes(last.text);
};

const regexpEnd = (text: string, from: number): number => {
  let inClass = false;
  for (let at = from + 1; at < text.length && at < from + 2000; at++) {
    const char = text.charAt(at);
    if (char === '\n') return 0;
    if (char === '\\') at++;
    else if (char === '[') inClass = true;
    else if (char === ']') inClass = false;
    else if (char === '/' && !inClass) return wordEnd(text, at + 1);
  }
  return 0;
};

/** Whether only a line's indentation stands before, and the line before does not go on. */
const standsAlone = (text: string, at: number): boolean => {
  let before = at - 1;
  while (before >= 0 && (text.charAt(before) === ' ' || text.charAt(before) === '\t')) before--;
  if (before < 0) return true;
  if (text.charAt(before) !== '\n') return false;
  while (before >= 0 && /\s/.test(text.charAt(before))) before--;
  return before < 0 || !/[=(,[{+\\]/.test(text.charAt(before));
};

const incrementalLines = (text: string): ((offset: number) => number) => {
  let line = 1;
  let next = text.indexOf('\n');
  let last = 0;
  const find = { any: undefined as ((offset: number) => number) | undefined };
  return (offset) => {
    if (offset < last) {
      find.any ??= lineFinder(text);
      return find.any(offset);
    }
    last = offset;
    while (next >= 0 && next < offset) {
      line++;
      next = text.indexOf('\n', next + 1);
    }
    return line;
  };
};
