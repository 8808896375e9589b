import { type Evidence, evidenceOf } from './evidence.ts';
import { type Syntax, syntaxes } from './languages.ts';
import { lexCode } from './lexer.ts';
import { lexPlain } from './plain-lexer.ts';
import { type Brackets, bracketsOf, type Scopes, scopesOf } from './structure.ts';
import { CLOSE, type Comment, lineFinder, OPEN, type Token } from './tokens.ts';
import { isTestCode, isWeakPath } from './weak.ts';

/** A file, read for the recognizers. */
export interface Source {
  readonly path: string;
  readonly text: string;
  readonly language: string;
  readonly syntax: Syntax;
  readonly tokens: readonly Token[];
  readonly comments: readonly Comment[];
  readonly brackets: Brackets;
  readonly scopes: Scopes;
  readonly evidence: Evidence;
  readonly lineAt: (offset: number) => number;
  /** Test code or documentation as a whole. */
  readonly weak: boolean;
}

export const readSource = (path: string, text: string, language: string): Source => {
  const syntax = syntaxes[language] as Syntax;
  const { tokens, comments } = syntax.form === 'code' ? lexCode(text, syntax) : lexPlain(text, syntax);
  const scopes = lazily(() => scopesOf(text));
  const evidence = lazily(() => evidenceOf(path, tokens, comments, scopes()));
  const lineAt = lazily(() => lineFinder(text));
  const weak = lazily(() => isWeakPath(path) || syntax.form === 'prose' || isTestCode(text, language));
  return {
    path,
    text,
    language,
    syntax,
    tokens,
    comments,
    brackets: bracketsOf(tokens),
    // Most files that are read hold nothing that these are asked for.
    get scopes() {
      return scopes();
    },
    get evidence() {
      return evidence();
    },
    lineAt: (offset) => lineAt()(offset),
    get weak() {
      return weak();
    },
  };
};

const lazily = <T>(make: () => T): (() => T) => {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};

const links = new Set(['.', '?.', '->', '?->', '::', '!.', '&.']);
export const isLink = (token: Token | undefined): boolean =>
  token !== undefined && token.kind === 'op' && links.has(token.text);
export const isOp = (token: Token | undefined, ...texts: readonly string[]): boolean =>
  token !== undefined && token.kind === 'op' && texts.includes(token.text);

/** The longest chain of members that is followed. */
const longestChain = 24;

/** The words of a chain such as `a.b(…).c` that ends at a token, in order; calls and indexes in it are passed over. */
export const chainEndingAt = (source: Source, end: number): { words: string[]; start: number } => {
  const { tokens, brackets } = source;
  const words: string[] = [];
  let at = end;
  for (let step = 0; step < longestChain && at >= 0; step++) {
    while (isOp(tokens[at], ')', ']', '!', '?', CLOSE) && at >= 0) {
      const other = brackets.other[at] as number;
      if (isOp(tokens[at], '!', '?')) at--;
      else if (other >= 0) {
        const literal = other === at - 2 ? tokens[at - 1] : undefined;
        if (isOp(tokens[at], ']') && (literal?.kind === 'str' || literal?.kind === 'id'))
          words.unshift(literal.text);
        at = other - 1;
      } else return { words, start: at + 1 };
    }
    const token = tokens[at];
    if (token === undefined || token.kind === 'op' || token.kind === 'num') break;
    words.unshift(token.text);
    if (!isLink(tokens[at - 1]) && !(isOp(tokens[at - 1], '&') && isOp(tokens[at - 2], '.')))
      return { words, start: at };
    at -= 2;
  }
  return { words, start: at + 1 };
};

export interface Call {
  /** The called name, empty for a bare bracket. */
  readonly name: string;
  /** What it is called on, outermost first. */
  readonly receiver: readonly string[];
  /** An attribute, an annotation or a decorator. */
  readonly attribute: boolean;
  readonly open: number;
  readonly close: number;
  /** Where the call begins. */
  readonly start: number;
  /** Which argument the token stands in, from 0. */
  readonly argument: number;
  readonly argumentCount: number;
}

const startOfCallee = (source: Source, open: number): number => {
  const { tokens } = source;
  let at = open - 1;
  if (isOp(tokens[at], '>')) {
    let depth = 0;
    for (let step = 0; step < 30 && at >= 0; step++, at--) {
      if (isOp(tokens[at], '>')) depth++;
      if (isOp(tokens[at], '<') && --depth === 0) return at - 1;
    }
  }
  return isOp(tokens[at], '!') ? at - 1 : at;
};

/** The call whose arguments a token stands in; a template's own brackets are passed over. */
export const callAround = (source: Source, index: number): Call | undefined => {
  const { tokens, brackets } = source;
  let open = brackets.around[index] as number;
  while (open >= 0 && isOp(tokens[open], OPEN)) open = brackets.around[open] as number;
  if (open < 0 || !isOp(tokens[open], '(')) return undefined;
  return callAt(source, open, index);
};

export const callAt = (source: Source, open: number, index: number): Call => {
  const { tokens, brackets } = source;
  const callee = startOfCallee(source, open);
  const named = tokens[callee]?.kind === 'id';
  const { words, start } = named ? chainEndingAt(source, callee) : { words: [], start: open };
  const close = brackets.other[open] as number;
  let argument = 0;
  let count = 1;
  const end = close < 0 ? tokens.length : close;
  for (let at = open + 1; at < end && at < open + 400; at++) {
    const inner = brackets.other[at] as number;
    if (inner > at) {
      at = inner;
      continue;
    }
    if (isOp(tokens[at], ',')) {
      count++;
      if (at < index) argument++;
    }
  }
  const before = tokens[start - 1];
  return {
    name: words.at(-1) ?? '',
    receiver: words.slice(0, -1),
    attribute:
      isOp(before, '@') ||
      (isOp(before, '[', ',') && named && attributeBracket(source, start - 1)) ||
      (isOp(before, ':') && named && attributeTarget(source, start - 1)),
    open,
    close: end,
    start,
    argument,
    argumentCount: end === open + 1 ? 0 : count,
  };
};

/** `[Name(…)]` of C# and PHP, at the beginning of what it stands before. */
const attributeBracket = (source: Source, at: number): boolean => {
  const { tokens, brackets, language } = source;
  if (language !== 'C#' && language !== 'PHP') return false;
  const open = isOp(tokens[at], '[') ? at : (brackets.around[at] as number);
  if (!isOp(tokens[open], '[')) return false;
  const before = tokens[open - 1];
  return before === undefined || isOp(before, ';', '{', '}', ']', '(', ',', '#', ')');
};

/** `[property: Name(…)]` of C#, `@field:Name(…)` of Kotlin. */
const attributeTarget = (source: Source, at: number): boolean => {
  const target = source.tokens[at - 1]?.text ?? '';
  return (
    /^(?:property|field|param|get|set|file|return)$/.test(target) && isOp(source.tokens[at - 2], '[', '@')
  );
};
