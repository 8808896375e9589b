import type { Node } from '#desk/eligibility/source/syntax/model.ts';
import type { Token } from '#desk/eligibility/source/syntax/tokens.ts';
import { counterpartOf, deepest, endOf, isMark, opens, type Read, type Reader, tokenAt } from './reader.ts';
import { dotJoins, links, prefixNames, symbols } from './words.ts';

const mostPostfixes = 400;

/** A text, a name or something in brackets, with its members, indexes and calls. */
export const operandAt = (reader: Reader, start: number, to: number, depth: number): Read => {
  let at = start;
  // Signs before an operand do not change its texts.
  while (at < to - 1 && !isSymbol(reader, at, to) && isPrefix(reader, at)) at++;
  let read = primaryAt(reader, at, to, depth);
  for (let step = 0; step < mostPostfixes && read.next < to; step++) {
    const longer = postfixOf(reader, read, to, depth);
    if (longer === undefined) break;
    read = longer;
  }
  return read;
};

export const textOf = ({ make, nesting, embedded }: Reader, token: Token, depth: number): Node => {
  const parts = (token.parts ?? []).map((part) => {
    if (typeof part === 'string') return part;
    const inside = depth + nesting > 6 ? [] : embedded(part.from, part.to);
    return inside.length === 1 ? (inside[0] as Node) : make.group(part.from, part.to, inside);
  });
  return make.text(token.from, token.to, parts);
};

const primaryAt = (reader: Reader, at: number, to: number, depth: number): Read => {
  const { make, tokens } = reader;
  const token = tokenAt(reader, at);
  if (token.kind === 'text') return { node: textOf(reader, token, depth), next: at + 1 };
  if (token.kind === 'name') return { node: make.name(token.from, token.to, token.text), next: at + 1 };
  if (depth < deepest && counterpartOf(reader, at) > at) return bracketed(reader, at, depth);
  const after = tokens[at + 1];
  if (after?.kind !== 'name' || at + 1 >= to)
    return { node: make.group(token.from, token.to, []), next: at + 1 };
  if (isSymbol(reader, at, to)) return { node: make.text(token.from, after.to, [after.text]), next: at + 2 };
  return isMark(reader, at, '.', '::', '->')
    ? { node: make.member(token.from, after.to, undefined, after.text, after.from), next: at + 2 }
    : { node: make.group(token.from, token.to, []), next: at + 1 };
};

/** `:alerts`, a text of its own. */
export const isSymbol = (reader: Reader, at: number, to: number): boolean =>
  symbols.has(reader.language) &&
  at + 1 < to &&
  isMark(reader, at, ':') &&
  reader.tokens[at + 1]?.kind === 'name' &&
  tokenAt(reader, at + 1).joined;

const isPrefix = (reader: Reader, at: number): boolean => {
  const token = tokenAt(reader, at);
  const after = reader.tokens[at + 1];
  if (token.kind === 'name')
    return (
      prefixNames.has(token.text) &&
      after !== undefined &&
      !after.first &&
      (after.kind !== 'mark' || after.text === '(' || after.text === '[')
    );
  return (
    token.kind === 'mark' &&
    /^(?:!|-|\+|&|\*|~|\\|\.\.\.|%|#|\^|:|<-)$/.test(token.text) &&
    !(after as Token).first
  );
};

const bracketed = (reader: Reader, at: number, depth: number): Read => {
  const { make } = reader;
  const close = counterpartOf(reader, at);
  const inner = reader.sequence(at + 1, close, depth + 1);
  const from = tokenAt(reader, at).from;
  const to = endOf(reader, close);
  const next = close + 1;
  const [first] = inner;
  if (isMark(reader, at, '{'))
    return {
      node: inner.some(({ kind }) => kind === 'pair' || kind === 'definition')
        ? make.mapping(from, to, '', inner)
        : make.scope(from, to, 'block', '', [], [], [], inner),
      next,
    };
  const isTuple = first?.kind === 'pair' || reader.tokens[close - 1]?.text === ',';
  if (isMark(reader, at, '(') && first !== undefined && inner.length === 1 && !isTuple)
    return { node: first, next };
  if (first !== undefined && inner.every(({ kind }) => kind === 'pair'))
    return { node: make.mapping(from, to, '', inner), next };
  // `[a b:@"x"]`: a message.
  if (reader.language === 'objc' && isMark(reader, at, '[') && first?.kind === 'call')
    return { node: first, next };
  return { node: make.list(from, to, inner), next };
};

/** An operand with the member, index or call that follows it; undefined if nothing does. */
const postfixOf = (reader: Reader, { node, next: at }: Read, to: number, depth: number): Read | undefined => {
  const token = tokenAt(reader, at);
  if (token.kind !== 'mark') return undefined;
  const after = reader.tokens[at + 1];
  if (at + 1 < to && after !== undefined && isLink(reader, token) && isLinked(reader, token, after))
    return linkedTo(reader, node, at + 1, depth);
  if (!token.joined) return undefined;
  if (isUnwrap(reader, at)) return { node, next: at + 1 };
  if (depth < deepest && opens(reader, at, '(')) {
    const close = counterpartOf(reader, at);
    const given = reader.sequence(at + 1, close, depth + 1);
    return { node: reader.make.call(node.from, endOf(reader, close), node, given), next: close + 1 };
  }
  if (depth < deepest && (opens(reader, at, '[') || (reader.language === 'perl' && opens(reader, at, '{'))))
    return indexed(reader, node, at, depth);
  const next = token.text === '<' ? behindTypeArguments(reader, at, to) : -1;
  return next < 0 ? undefined : { node, next };
};

const linkedTo = (reader: Reader, node: Node, at: number, depth: number): Read | undefined => {
  const { kind, text, from, to } = tokenAt(reader, at);
  if (kind === 'name') return { node: reader.make.member(node.from, to, node, text, from), next: at + 1 };
  if (opens(reader, at, '[') || opens(reader, at, '{')) return indexed(reader, node, at, depth);
  return opens(reader, at, '(') ? { node, next: at } : undefined;
};

/** Swift's `a!` and `a?`. */
const isUnwrap = (reader: Reader, at: number): boolean => {
  const after = reader.tokens[at + 1];
  return (
    isMark(reader, at, '!', '?') &&
    (after === undefined || after.first || isMark(reader, at + 1, '.', '[', '(', ')', ',', ';'))
  );
};

const isLink = ({ language }: Reader, { text }: Token): boolean =>
  links.has(text) || (text === ':' && language === 'lua') || (text === '..' && language === 'dart');

/** `a.b`, `a .b` on the next line; not `a . b`, which joins, nor `a -> b`. */
const isLinked = ({ language }: Reader, link: Token, after: Token): boolean =>
  after.joined
    ? link.joined || link.first || link.text !== '.' || (after.kind === 'name' && !dotJoins.has(language))
    : link.joined && link.text !== '.' && link.text !== '..';

const indexed = (reader: Reader, node: Node, at: number, depth: number): Read => {
  const close = counterpartOf(reader, at);
  const [key] = reader.sequence(at + 1, close, depth + 1);
  return { node: reader.make.index(node.from, endOf(reader, close), node, key), next: close + 1 };
};

/** The position behind the type arguments of a call, `a<B>(…)`; -1 if they are none. */
const behindTypeArguments = (reader: Reader, at: number, to: number): number => {
  for (let end = at + 1; end < Math.min(to, at + 30); end++) {
    const token = tokenAt(reader, end);
    if (token.kind === 'text' || token.first) return -1;
    if (isMark(reader, end, '>', '>>'))
      return isMark(reader, end + 1, '(') && tokenAt(reader, end + 1).joined ? end + 1 : -1;
    if (token.kind === 'mark' && !/^[<,.?[\]:*&]$|^::$/.test(token.text)) return -1;
  }
  return -1;
};
