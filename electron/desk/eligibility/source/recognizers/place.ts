import { patternsOf } from '#desk/eligibility/source/patterns.ts';
import {
  around,
  type Call,
  type Definition,
  lastName,
  type Mapping,
  type Model,
  type Node,
  type NodeOf,
  type Pair,
  scopeAround,
} from '#desk/eligibility/source/syntax/model.ts';
import { lineStart } from '#desk/eligibility/source/text-lines.ts';
import { wordSet } from '#desk/eligibility/source/word-set.ts';

const { schemaCall, schemaKeys, typeNames } = patternsOf('place');

/** The names of a chain such as `a.b(…)["c"].d`, outermost first, without computed ones: `a`, `b`, `c`, `d`. */
const chainOf = (node: Node | undefined): string[] => {
  const names: string[] = [];
  for (let at = node; at !== undefined && names.length < 40; at = innerOf(at)) {
    const name = nameAt(at);
    if (name !== undefined) names.push(name);
  }
  return names.reverse();
};
const nameAt = (node: Node): string | undefined => {
  if (node.kind === 'name') return node.text;
  if (node.kind === 'member') return node.name;
  return node.kind === 'index' && node.key?.kind === 'text' ? lastName(node.key) : undefined;
};
const innerOf = (node: Node): Node | undefined => {
  if (node.kind === 'member' || node.kind === 'index') return node.object;
  if (node.kind === 'call') return node.callee;
  return node.kind === 'group' && node.children.length === 1 ? node.children[0] : undefined;
};

const withoutComments = wordSet('text expression template dataweave conf csv jq http diff');

/**
 * Whether a comment is one for sure. In a language that nobody knows, `//` and `%` may be operators: there only a mark at
 * the beginning of a line counts, with a blank behind it.
 */
export const isTrustedComment = (model: Model, { from }: Node): boolean => {
  if (model.source === 'syntax-tree' || !withoutComments.has(model.language)) return true;
  const start = lineStart(model.text, from);
  const before = model.text.slice(Math.max(start, from - 200), from);
  return before.trim() === '' && /^(?:#|\/\/|--|\/\*|<!--|;)+\s/.test(model.text.slice(from, from + 8));
};

/** What a word does where it stands, whatever the language. */
export type Role =
  /** `a.word` */
  | 'member'
  /** `a["word"]`, `a ->> 'word'` */
  | 'index'
  /** A text that is handed to a call. */
  | 'argument'
  /** Taken out of something: `const { word } = a`. */
  | 'pattern'
  /** A key of a mapping that is put together. */
  | 'key'
  /** A key of a mapping that says what values there may be: a schema, a type. */
  | 'field'
  | 'annotation'
  | 'named-argument'
  | 'comparison'
  /** A text on its own: a constant's value, an item of a list. */
  | 'value'
  /** A part of a longer text. */
  | 'inside-text'
  | 'parameter'
  | 'local'
  | 'function-name'
  | 'import'
  | 'comment'
  | 'bare';

export interface Place {
  readonly role: Role;
  readonly node: Node;
  /** Names of what it is read from, set on or handed to, outermost first. */
  readonly holder: readonly string[];
  /** It gets a value there. */
  readonly isWritten: boolean;
  /** Of an argument. */
  readonly call?: Call;
  readonly argument?: number;
  /** The definition whose value or target it is. */
  readonly definition?: Definition;
  /** The pair whose key or value it is. */
  readonly pair?: Pair;
}

const comparisons: ReadonlySet<string> = new Set([
  'not in',
  ...wordSet('== === != !== eq ne in is =~ <> => ~ match like LIKE -eq -ne -in -match -contains && ||'),
]);
const paths = wordSet('-> ->> #> #>> ? |> /');

const place = (role: Role, node: Node, holder: readonly string[] = [], more: Partial<Place> = {}): Place => ({
  role,
  node,
  holder,
  isWritten: false,
  ...more,
});

/** Whether a node is what an assignment writes to. */
const isTarget = (node: Node): boolean => node.parent?.kind === 'definition' && node.parent.target === node;

/**
 * What the word at an offset does.
 * @param isWhole Whether a text is the word and nothing more.
 */
export const placeOf = (model: Model, at: number, isWhole: (value: string) => boolean): Place => {
  const node = model.commentAt(at) ?? model.at(at);
  switch (node.kind) {
    case 'comment':
    case 'import':
      return place(node.kind, node);
    case 'text':
      return isWhole(node.value) ? placeOfValue(model, node) : place('inside-text', node, consumerOf(node));
    case 'member':
      if (at < node.nameFrom) return place('bare', node);
      return place('member', node, chainOf(node.object), { isWritten: isTarget(node), ...definedBy(node) });
    case 'scope':
      return place('function-name', node);
    case 'name':
      return placeOfName(model, node);
    case 'definition':
      return placeOfDefinition(model, node, node);
    case 'pair':
      return placeOfKey(model, node, node);
    case 'annotation':
      return place('annotation', node, [node.name]);
    case 'mapping':
      return place('key', node, [node.name]);
    default:
      return place('bare', node);
  }
};

const definedBy = (node: Node): Partial<Place> =>
  node.parent?.kind === 'definition' ? { definition: node.parent } : {};

/** The call or the annotation that a part of a text is handed to. */
const consumerOf = (node: Node): readonly string[] => {
  let at: Node | undefined = node.parent;
  for (let step = 0; step < 6 && at !== undefined; step++, at = at.parent) {
    if (at.kind === 'call') return chainOf(at.callee);
    if (at.kind === 'annotation') return [at.name];
    if (at.kind === 'scope' && at.role !== 'block') return [];
  }
  return [];
};

const placeOfName = (model: Model, node: NodeOf<'name'>): Place => {
  const { parent } = node;
  if (parent === undefined) return place('bare', node);
  if (parent.kind === 'pair' && parent.key === node) return placeOfKey(model, node, parent);
  if (parent.kind === 'definition' && parent.target === node) return placeOfDefinition(model, node, parent);
  const isSymbol = model.text[node.from - 1] === ':' || node.text.startsWith(':');
  if (parent.kind === 'index' && parent.key === node) {
    // A symbol of Ruby, a bare key of PHP, Perl and shells.
    return isSymbol || model.text[node.from - 1] === '{'
      ? place('index', node, chainOf(parent.object), { isWritten: isTarget(parent) })
      : place('local', node);
  }
  return isSymbol ? placeOfValue(model, node) : placeOfVariable(node, parent);
};
const placeOfVariable = (node: NodeOf<'name'>, parent: Node): Place => {
  if (parent.kind === 'annotation') return place('annotation', node, [parent.name]);
  if (isInPattern(node)) return place('pattern', node, patternHolder(node));
  if (parent.kind === 'pair' && isInPattern(parent)) return place('local', node, [], { pair: parent });
  if (parent.kind === 'call' && parent.callee === node) return place('local', node, [], { call: parent });
  if (parent.kind === 'scope' && parent.parameters.includes(node))
    return place(parent.role === 'class' ? 'field' : 'parameter', node, [parent.name]);
  return place('local', node);
};

const placeOfDefinition = (model: Model, node: Node, definition: Definition): Place => {
  const { role, value } = definition;
  const more = { definition, isWritten: value !== undefined };
  if (isInParentheses(model, definition)) return place('parameter', node, [], more);
  if (role === 'field' || role === 'type') return place('field', node, typeName(node), more);
  if (role === 'enum-member') return place('value', node, typeName(node), more);
  // A parameter of a record, a data class or a case class is its field.
  const inside =
    role === 'parameter'
      ? around(definition, 'scope')
      : scopeAround(definition, 'class', 'function', 'interface', 'module');
  if (inside?.role === 'class' || inside?.role === 'interface')
    return place('field', node, [inside.name], more);
  return place(role === 'parameter' ? 'parameter' : 'local', node, [], more);
};

const declaresType =
  /(?:\b(?:record|class|struct|object|case|type|entity|of|constructor|__construct|__init__|namedtuple|data)\b[^(){};\n]{0,120}|\b(?:CREATE|create)\s+(?:TABLE|table)\b[^(){};]{0,120}|[=|]\s{0,5})$/;

/** Whether a definition is one of a function's parameters. Those of a record, a data class, a table are its fields. */
const isInParentheses = ({ text }: Model, { from }: Definition): boolean => {
  let depth = 0;
  for (let at = from - 1; at >= 0 && at > from - 3000; at--) {
    const letter = text[at];
    if (letter === ')') depth++;
    else if (letter === '(' && depth-- === 0)
      return !declaresType.test(text.slice(Math.max(0, at - 160), at));
    else if ((letter === '{' || letter === '}' || letter === ';') && depth === 0) return false;
  }
  return false;
};

const typeName = (node: Node): readonly string[] => {
  const scope = scopeAround(node, 'class', 'interface', 'enum');
  return scope === undefined ? [] : [scope.name];
};

const mostWrappers = 8;

/** What a value does where it stands, as a text or a constant. */
export const placeOfValue = (model: Model, node: Node): Place => {
  let at = node;
  for (let step = 0; step < mostWrappers && at.parent !== undefined; step++) {
    const { parent }: Node = at;
    const isWrapper = parent?.kind === 'list' || parent?.kind === 'group' || parent?.kind === 'choice';
    if (parent === undefined || !isWrapper) return placeIn(model, node, at, parent);
    if (parent.kind === 'list' && isInPattern(at)) return place('pattern', node, patternHolder(at));
    at = parent;
  }
  return place('value', node);
};
/** @param at the value itself, or what wraps it */
const placeIn = (model: Model, node: Node, at: Node, parent: Node | undefined): Place => {
  switch (parent?.kind) {
    case 'index':
      return parent.key === at
        ? place('index', node, chainOf(parent.object), { isWritten: isTarget(parent), ...definedBy(parent) })
        : place('value', node);
    case 'pair':
      return parent.key === at ? placeOfKey(model, node, parent) : placeInPair(node, parent);
    case 'call':
      return parent.callee === at
        ? place('bare', node)
        : place('argument', node, chainOf(parent.callee), {
            call: parent,
            argument: parent.arguments.indexOf(at),
            ...definedBy(parent),
          });
    case 'annotation':
      return place('annotation', node, [parent.name]);
    case 'definition':
      return parent.target === at
        ? placeOfDefinition(model, node, parent)
        : place('value', node, [parent.name], { definition: parent });
    case 'operation':
      return placeInOperation(node, at, parent);
    case 'mapping':
      return isPattern(parent)
        ? place('pattern', node, patternHolder(parent))
        : place('value', node, [parent.name]);
    default:
      return place('value', node);
  }
};
const placeInPair = (node: Node, pair: Pair): Place => {
  const { parent } = pair;
  if (parent?.kind === 'annotation') return place('annotation', node, [parent.name], { pair });
  return parent?.kind === 'call'
    ? place('argument', node, chainOf(parent.callee), { call: parent, pair })
    : place('value', node, [lastName(pair.key)], { pair });
};
const placeInOperation = (node: Node, at: Node, operation: NodeOf<'operation'>): Place => {
  const { operator, operands } = operation;
  // `"Name" -> value` of Scala; in SQL the name stands behind.
  if (/^(?:->|=>|to)$/.test(operator) && operands[0] === at)
    return place('key', node, consumerOf(operation), { isWritten: true });
  if (paths.has(operator)) return place('index', node, chainOf(operands[0]));
  return comparisons.has(operator)
    ? place('comparison', node, chainOf(operands.find((one) => one !== at)))
    : place('value', node);
};

const placeOfKey = (model: Model, node: Node, pair: Pair): Place => {
  const { parent } = pair;
  const more = { pair };
  if (parent?.kind === 'call')
    return place('named-argument', node, chainOf(parent.callee), { ...more, call: parent });
  if (parent?.kind === 'annotation') return place('named-argument', node, [parent.name], more);
  const isShort = pair.value === undefined || pair.value.from === pair.key.from;
  if (isInPattern(pair) || isCase(model, pair)) return place('pattern', node, patternHolder(pair), more);
  if (isSchema(pair)) return place('field', node, mappingHolder(pair), more);
  if (isShort && node.kind === 'name') return place('local', node);
  return place('key', node, mappingHolder(pair), { ...more, isWritten: true });
};

const isSchema = ({ value }: Pair): boolean => {
  if (value === undefined) return false;
  if (value.kind === 'mapping')
    return value.entries.some((entry) => entry.kind === 'pair' && schemaKeys.test(lastName(entry.key)));
  if (value.kind === 'call' || value.kind === 'member') {
    const chain = chainOf(value);
    return chain.length > 0 && schemaCall.test(chain[0] as string);
  }
  if (value.kind === 'name')
    return /^(?:[A-Z]\w+|str|string|uuid)$/.test(value.text) && typeNames.test(value.text);
  if (value.kind === 'text') return typeNames.test(value.value);
  return false;
};

/** `case {"RuleId": rule}:` of Python, `%{"RuleId" => id}` in a function's head of Elixir. */
const isCase = (model: Model, node: Node): boolean => {
  const start = model.text.lastIndexOf('\n', node.from) + 1;
  return /^\s*(?:case\b|when\b|in\s|defp?\s|fn\b|\|\s|%?\{.{0,200}\}\s{0,5}(?:=[^=>]|->|<-))/.test(
    model.text.slice(start, Math.min(model.text.length, start + 300)),
  );
};

/** Whether a node stands in what an assignment, a parameter or a loop takes apart. */
const isInPattern = (node: Node): boolean => {
  const { parent } = node;
  return (parent?.kind === 'mapping' || parent?.kind === 'list') && isPattern(parent);
};

const isPattern = (node: Mapping | NodeOf<'list'>): boolean => {
  let at: Node = node;
  for (let step = 0; step < 12; step++) {
    const parent: Node | undefined = at.parent;
    if (parent === undefined) return false;
    if (parent.kind === 'definition') return parent.target === at;
    if (parent.kind === 'scope') return parent.parameters.includes(at);
    if (parent.kind === 'pair' && parent.value !== at) return false;
    if (!['pair', 'mapping', 'list', 'group', 'choice'].includes(parent.kind)) return false;
    at = parent;
  }
  return false;
};

const patternHolder = (node: Node): readonly string[] => {
  let at: Node | undefined = node;
  const keys: string[] = [];
  for (let step = 0; step < 12 && at !== undefined; step++, at = at.parent) {
    if (at.kind === 'pair' && at !== node) keys.unshift(lastName(at.key));
    if (at.kind === 'definition') return [...chainOf(at.value), ...keys];
    if (at.kind === 'scope') return [at.name, ...keys];
  }
  return keys;
};

/** Names around a key: of the blocks, keys, calls and definitions that its mapping belongs to. */
const mappingHolder = (pair: Pair): readonly string[] => {
  const names: string[] = [];
  let at: Node | undefined = pair.parent;
  for (let step = 0; step < 10 && at !== undefined && names.length < 6; step++, at = at.parent) {
    if (at.kind === 'mapping' && at.name !== '') names.unshift(at.name);
    else if (at.kind === 'pair') names.unshift(lastName(at.key));
    else if (at.kind === 'call') names.unshift(...chainOf(at.callee));
    else if (at.kind === 'definition') names.unshift(at.name);
    else if (at.kind === 'scope' && at.role !== 'block') return [at.name, ...names];
  }
  return names;
};

/** First and last line of the function around a node, or of the class, or of the whole region. */
export const linesAround = (
  model: Model,
  node: Node,
  lineOf: (offset: number) => number,
): { first: number; last: number } => {
  const scope =
    node.kind === 'scope' ? node : (scopeAround(node, 'function') ?? scopeAround(node, 'class', 'interface'));
  const from = scope?.from ?? 0;
  const to = scope?.to ?? model.text.length;
  return { first: lineOf(from), last: lineOf(Math.max(from, to - 1)) };
};
