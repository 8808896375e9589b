import type { Annotation, Node, ScopeRole } from '#desk/eligibility/source/syntax/model.ts';
import { expressionAt, mostOperands } from './expression.ts';
import { isSymbol } from './operand.ts';
import { counterpartOf, endOf, isMark, opens, type Read, type Reader, tokenAt } from './reader.ts';
import {
  appends,
  assigns,
  controls,
  declarators,
  importers,
  infixNames,
  scopes,
  typedFields,
} from './words.ts';

/** The operands at the begin of a statement, and the position behind them. */
interface Head {
  readonly operands: readonly Node[];
  readonly at: number;
  readonly to: number;
  readonly depth: number;
  readonly annotations: readonly Annotation[];
}

export const statementAt = (
  reader: Reader,
  start: number,
  to: number,
  depth: number,
  annotations: readonly Annotation[],
): Read => {
  const { operands, next: at } = sideBySide(reader, start, to, depth);
  const head: Head = { operands, at, to, depth, annotations };
  return bySign(reader, head) ?? { node: byWord(reader, head), next: at };
};

/** Operands that stand beside each other: `puts x`, `String a`. */
const sideBySide = (reader: Reader, start: number, to: number, depth: number) => {
  const operands: Node[] = [];
  let at = start;
  do {
    const read = expressionAt(reader, at, to, depth);
    operands.push(read.node);
    at = Math.max(read.next, at + 1);
  } while (operands.length < mostOperands && goesOn(reader, at, to));
  return { operands, next: at };
};
const goesOn = (reader: Reader, at: number, to: number): boolean => {
  const token = reader.tokens[at];
  if (token === undefined || at >= to || token.first) return false;
  if (token.kind !== 'mark') return !infixNames.has(token.text);
  if (token.text === '[' || token.text === '(') return counterpartOf(reader, at) > at;
  if (reader.language === 'clojure' && isSymbol(reader, at, to)) return true;
  return isMark(reader, at, '\\', '%', '&', '-') && reader.tokens[at + 1]?.joined === true;
};

const nameOrNone = (node: Node | undefined): string => (node?.kind === 'name' ? node.text : '');
const isNamed = (node: Node): boolean => node.kind === 'name' || node.kind === 'member';

/** A statement whose operands are followed by a sign: an assignment, a pair, a block. */
const bySign = (reader: Reader, head: Head): Read | undefined => {
  const { operands, at, to } = head;
  const token = reader.tokens[at];
  if (at >= to || token?.kind !== 'mark') return undefined;
  if (assigns.has(token.text)) return definition(reader, head);
  if ((token.text === ':' || token.text === '=>') && at + 1 < to) return pair(reader, head);
  if (!opens(reader, at, '{')) return undefined;
  const begins = !token.first || nameOrNone(operands[0]) in scopes || operands.at(-1)?.kind === 'call';
  return begins ? block(reader, head) : undefined;
};

/** Any other statement: its first word tells what it is. */
const byWord = ({ make, text, language }: Reader, { operands, annotations }: Head): Node => {
  const [first, ...rest] = operands as [Node, ...Node[]];
  if (rest.length === 0) return first;
  const word = nameOrNone(first);
  const last = operands.at(-1) as Node;
  const { from } = first;
  if (importers.test(word)) {
    const module = rest.find((node) => node.kind === 'text');
    const written = module?.value ?? text.slice((rest[0] as Node).from, (rest[0] as Node).to);
    return make.import(from, last.to, written.slice(0, 300), []);
  }
  if (word === 'return' || word === 'Return')
    return make.result(from, last.to, rest.length === 1 ? last : make.group(last.from, last.to, rest));
  if (language === 'elixir' && /^@[a-z_]\w*$/.test(word)) {
    const name = make.name(from, first.to, word.slice(1));
    return make.definition(from, last.to, 'constant', name, last, false, annotations);
  }
  if (word === 'constant' || word === 'use') return make.group(from, last.to, operands);
  if (isDeclaration(operands, word, language))
    return make.definition(from, last.to, 'field', last, undefined, false, annotations);
  return isNamed(first) && !controls.test(word)
    ? make.call(from, last.to, first, rest)
    : make.group(from, last.to, operands);
};
const isDeclaration = (operands: readonly Node[], word: string, language: string): boolean =>
  operands.every(isNamed) &&
  (declarators.test(word) || (typedFields.has(language) && operands.length <= 4)) &&
  operands.at(-1)?.kind === 'name';

const definition = (reader: Reader, { operands, at, to, depth, annotations }: Head): Read => {
  const { make } = reader;
  const words = operands.map(nameOrNone);
  const named = namedIn(words);
  const { node: value, next } = valueAt(reader, at + 1, to, depth);
  const { from } = operands[0] as Node;
  const parameters = operands.slice(named + 1);
  if (parameters.length > 0) {
    const results = [make.result(value.from, value.to, value)];
    const name = words[named] ?? '';
    return {
      node: make.scope(from, value.to, 'function', name, annotations, parameters, [], results),
      next,
    };
  }
  const isConstant = words.some((word) =>
    /^(?:const|final|static|val|constexpr|readonly|Const|ReadOnly)$/.test(word),
  );
  const node = make.definition(
    from,
    value.to,
    isConstant ? 'constant' : 'variable',
    operands[named] as Node,
    value,
    appends.has(tokenAt(reader, at).text),
    annotations,
  );
  return { node, next };
};
/** `let f x y = …` names a function, with its parameters behind it; `final String a = …` ends in the name. */
const namedIn = (words: readonly string[]): number => {
  if (words[0] !== 'let' || words.length <= 2) return words.length - 1;
  return words[1] === 'rec' || words[1] === 'mutable' ? 2 : 1;
};

/** A value with what stands beside it: `x = get "/a"`. */
const valueAt = (reader: Reader, start: number, to: number, depth: number): Read => {
  const { make } = reader;
  if (start >= to || isNextDeclaration(reader, start)) {
    const end = endOf(reader, start - 1);
    return { node: make.group(end, end, []), next: start };
  }
  const { operands, next: at } = sideBySide(reader, start, to, depth);
  const [first, ...rest] = operands as [Node, ...Node[]];
  const last = operands.at(-1) as Node;
  if (at < to && opens(reader, at, '{') && !tokenAt(reader, at).first) {
    const { node: scope, next } = blockAt(reader, at, depth);
    const given = first.kind === 'call' ? [...first.arguments, ...rest] : rest;
    return { node: make.call(first.from, scope.to, first, [...given, scope]), next };
  }
  if (rest.length === 0) return { node: first, next: at };
  if (isNamed(first)) return { node: make.call(first.from, last.to, first, rest), next: at };
  // In awk, what stands side by side is joined.
  return reader.language === 'awk'
    ? { node: make.operation(first.from, last.to, '', operands), next: at }
    : { node: make.group(first.from, last.to, operands), next: at };
};
/** `let f x =` whose value is further declarations on the lines below: each is read by itself. */
const isNextDeclaration = (reader: Reader, at: number): boolean => {
  const { first, text } = tokenAt(reader, at);
  return first && /^(?:let|val|var|const|my|local|def)$/.test(text);
};
const blockAt = (reader: Reader, at: number, depth: number): Read => {
  const close = counterpartOf(reader, at);
  const inner = reader.sequence(at + 1, close, depth + 1);
  const { from } = tokenAt(reader, at);
  return {
    node: reader.make.scope(from, endOf(reader, close), 'block', '', [], [], [], inner),
    next: close + 1,
  };
};

const pair = (reader: Reader, { operands, at, to, depth, annotations }: Head): Read => {
  const { make } = reader;
  const first = operands[0] as Node;
  const key = operands.at(-1) as Node;
  const { from } = first;
  const { node: value, next } = valueAt(reader, at + 1, to, depth);
  // `name: Type = value`.
  if (isMark(reader, at, ':') && next < to && isMark(reader, next, '=')) {
    const set = valueAt(reader, next + 1, to, depth);
    const isConstant = operands.some((node) => /^(?:let|const|val|final|static)$/.test(nameOrNone(node)));
    const role = isConstant ? 'constant' : 'variable';
    return {
      node: make.definition(from, set.node.to, role, key, set.node, false, annotations),
      next: set.next,
    };
  }
  if (annotations.length > 0 || (operands.length > 1 && declarators.test(nameOrNone(first))))
    return {
      node: make.definition(from, value.to, 'field', key, computed(value), false, annotations),
      next,
    };
  if (isMark(reader, at, '=>') && (key.kind === 'list' || key.kind === 'group')) {
    const result = make.result(value.from, value.to, value);
    return { node: make.scope(from, value.to, 'function', '', [], [key], [], [result]), next };
  }
  const node = make.pair(from, value.to, key, value);
  return operands.length === 1
    ? { node, next }
    : { node: make.call(from, value.to, first, [...operands.slice(1, -1), node]), next };
};
/** Swift's `var path: String { "…" }`. */
const computed = (value: Node): Node | undefined => {
  const body = value.kind === 'call' ? value.arguments.at(-1) : undefined;
  return body?.kind === 'scope' ? body : undefined;
};

const block = (reader: Reader, head: Head): Read => {
  const { make } = reader;
  const { operands, at, depth, annotations } = head;
  const scope = blockAt(reader, at, depth);
  const { to, children: inner } = scope.node as Node & { kind: 'scope' };
  const { next } = scope;
  const first = operands[0] as Node;
  const { from } = first;
  const keyword = operands.findIndex((node) => Object.hasOwn(scopes, nameOrNone(node)));
  if (keyword >= 0) return { node: keywordScope(reader, head, keyword, to, inner), next };
  if (controls.test(nameOrNone(first))) return { node: make.group(from, to, [...operands, ...inner]), next };
  const called = operands.find((node) => node.kind === 'call');
  if (called === undefined)
    return { node: make.mapping(from, to, nameOf(first), [...operands.slice(1), ...inner]), next };
  return operands.length > 1 || annotations.length > 0
    ? {
        node: make.scope(from, to, 'function', nameOf(called), annotations, called.arguments, [], inner),
        next,
      }
    : { node: make.call(from, to, called.callee, [...called.arguments, scope.node]), next };
};
/** `class Name extends Base {`, `func name(parameters) {`. */
const keywordScope = (
  { make }: Reader,
  { operands, annotations }: Head,
  keyword: number,
  to: number,
  inner: readonly Node[],
): Node => {
  const role = scopes[nameOrNone(operands[keyword])] as ScopeRole;
  const subject = operands[keyword + 1];
  const called = subject?.kind === 'call' ? subject : operands.find((node) => node.kind === 'call');
  const bases = operands
    .slice(keyword + 2)
    .map(nameOf)
    .filter((base) => base !== '' && !/^(?:extends|implements|with)$/.test(base));
  const { from } = operands[0] as Node;
  return make.scope(from, to, role, nameOf(subject), annotations, called?.arguments ?? [], bases, inner);
};
const nameOf = (node: Node | undefined): string => {
  if (node?.kind === 'call') return nameOf(node.callee);
  return node?.kind === 'member' ? node.name : nameOrNone(node);
};
