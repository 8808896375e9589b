import { lexisOf } from './lexis.ts';
import type { Annotation, Node, ScopeRole } from './model.ts';
import { type Makers, makers } from './nodes.ts';
import { type Token, tokensOf } from './tokens.ts';

/** Deeper nesting than people write; what lies below is read flat. */
const deepest = 120;

const links = new Set(['.', '?.', '->', '?->', '::', '&.', '!.']);
const assigns = new Set(['=', ':=', '=:', '+=', '.=', '..=', '||=', '??=', '&=', '^=', '<-', '<<=', '?=']);
const appends = new Set(['+=', '.=', '..=', '&=', '^=', '<<=']);
const alternatives = new Set(['??', '||', '?:', 'or', 'orelse', 'else']);
const comparisons = new Set([
  '==',
  '!=',
  '===',
  '!==',
  '<',
  '>',
  '<=',
  '>=',
  '&&',
  'and',
  'eq',
  'ne',
  'in',
  'is',
  '=~',
  'AND',
  'LIKE',
]);
const joins = new Set([
  '+',
  '.',
  '&',
  '~',
  '..',
  '++',
  '<>',
  '^',
  '%',
  '/',
  '|',
  '<<',
  '*',
  '-',
  '->>',
  '->',
  '#>>',
  '#>',
  '|>',
  '>>',
  '$',
  '@@',
  '</>',
  '=>',
]);
const infixNames = new Set([
  'or',
  'and',
  'eq',
  'ne',
  'in',
  'is',
  'to',
  'AND',
  'OR',
  'LIKE',
  'IN',
  'x',
  'orelse',
  'cat',
  'concat',
]);
const prefixNames = new Set([
  'new',
  'await',
  'try',
  'not',
  'throw',
  'raise',
  'yield',
  'NOT',
  'New',
  'Await',
  'AddressOf',
]);
const constants =
  /^(?:const|final|static|let|val|readonly|constexpr|Const|Dim|my|our|local|use|def|defp|%?let|private|public|protected|internal|global|var|auto|set|Set|lazy|late|override|Private|Public|Friend|Shared|ReadOnly|Property|Let|mutable)$/;
const scopes: Readonly<Record<string, ScopeRole>> = {
  ...{
    class: 'class',
    struct: 'class',
    object: 'class',
    record: 'class',
    extension: 'class',
    actor: 'class',
    type: 'class',
  },
  ...{ interface: 'interface', protocol: 'interface', trait: 'interface', enum: 'enum' },
  ...{ module: 'module', namespace: 'module', package: 'module', contract: 'class' },
  ...{
    func: 'function',
    fun: 'function',
    function: 'function',
    sub: 'function',
    fn: 'function',
    method: 'function',
    proc: 'function',
    init: 'function',
    macro: 'function',
  },
};
const controls =
  /^(?:if|else|elseif|elsif|elif|for|foreach|while|switch|when|try|catch|do|guard|unless|until|loop|match|with|begin|finally|using|lock|synchronized|case|default|given|repeat)$/;
const importers = /^(?:import|use|using|require|include|open|Imports|from|library|alias|uses)$/;
const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

interface Read {
  readonly node: Node;
  readonly next: number;
}

/**
 * Reads any text as code of a language that nobody taught it: texts, names, calls, blocks and what is put together.
 * Linear in the text's length; it never throws.
 */
export const readGeneric = (text: string, language: string, lineAt: (offset: number) => number): Node => {
  const make = makers(lineAt);
  const children = readStretch(text, language, make, 0, text.length, 0);
  return make.group(0, text.length, children);
};

const readStretch = (
  text: string,
  language: string,
  make: Makers,
  from: number,
  to: number,
  depth: number,
): Node[] => {
  const all = tokensOf(text, lexisOf(language), from, to);
  const comments = all.filter(({ kind }) => kind === 'comment');
  const tokens = comments.length === 0 ? all : all.filter(({ kind }) => kind !== 'comment');
  const nodes = createReader(text, language, make, tokens, depth).sequence(0, tokens.length, 0);
  return [...nodes, ...comments.map((one) => make.comment(one.from, one.to, one.text))];
};

/** Where each bracket's other one is; -1 for one that has none. */
const matchBrackets = (tokens: readonly Token[]): Int32Array => {
  const other = new Int32Array(tokens.length).fill(-1);
  const open: number[] = [];
  tokens.forEach(({ kind, text }, at) => {
    if (kind !== 'mark') return;
    if (text === '(' || text === '[' || text === '{') open.push(at);
    else if (text === ')' || text === ']' || text === '}') {
      // One that does not fit closes the nearest that does; those between stay open.
      const opener = open.slice(-8).findLastIndex((one) => closers[(tokens[one] as Token).text] === text);
      if (opener < 0) return;
      const index = Math.max(0, open.length - 8) + opener;
      other[open[index] as number] = at;
      other[at] = open[index] as number;
      open.length = index;
    }
  });
  return other;
};

const createReader = (
  text: string,
  language: string,
  make: Makers,
  tokens: readonly Token[],
  depthSoFar: number,
) => {
  const other = matchBrackets(tokens);
  const mark = (at: number, ...texts: readonly string[]): boolean => {
    const token = tokens[at];
    return token?.kind === 'mark' && texts.includes(token.text);
  };
  const opens = (at: number, bracket: string): boolean => mark(at, bracket) && (other[at] as number) > at;
  const fromOf = (at: number): number => (tokens[at] as Token).from;
  const endOf = (at: number): number => (tokens[at] as Token).to;

  const flat = (from: number, to: number): Node[] => {
    const nodes: Node[] = [];
    for (let at = from; at < to; at++) {
      const token = tokens[at] as Token;
      if (token.kind === 'text') nodes.push(textOf(token, deepest));
      else if (token.kind === 'name') nodes.push(make.name(token.from, token.to, token.text));
    }
    return nodes;
  };

  const textOf = (token: Token, depth: number): Node => {
    const parts = (token.parts ?? []).map((part) => {
      if (typeof part === 'string') return part;
      const inside =
        depth + depthSoFar > 6 ? [] : readStretch(text, language, make, part.from, part.to, depthSoFar + 1);
      return inside.length === 1 ? (inside[0] as Node) : make.group(part.from, part.to, inside);
    });
    return make.text(token.from, token.to, parts);
  };

  const sequence = (from: number, to: number, depth: number): Node[] => {
    if (depth > deepest) return flat(from, to);
    const nodes: Node[] = [];
    let annotations: Annotation[] = [];
    let at = from;
    while (at < to) {
      if (mark(at, ',', ';')) {
        at++;
        continue;
      }
      const annotation = annotationAt(at, to, depth);
      if (annotation !== undefined) {
        annotations.push(annotation.node as Annotation);
        at = annotation.next;
        continue;
      }
      const { node, next } = statement(at, to, depth, annotations);
      if (annotations.length > 0 && !holdsAnnotations(node)) nodes.push(...annotations);
      annotations = [];
      nodes.push(node);
      at = Math.max(next, at + 1);
    }
    nodes.push(...annotations);
    return nodes;
  };
  const holdsAnnotations = (node: Node): boolean => node.kind === 'definition' || node.kind === 'scope';

  /** `@Name(…)`; `[Name(…)]`, `<Name(…)>` and `[<Name(…)>]` on lines of their own. */
  const annotationAt = (at: number, to: number, depth: number): Read | undefined => {
    const token = tokens[at] as Token;
    if (token.kind === 'name' && /^@[A-Za-z]/.test(token.text) && withAnnotations.has(language)) {
      let end = at + 1;
      while (mark(end, '.', ':') && tokens[end + 1]?.kind === 'name' && (tokens[end + 1] as Token).joined)
        end += 2;
      const name = (tokens[end - 1] as Token).text.replace('@', '');
      if (!(opens(end, '(') && (tokens[end] as Token).joined))
        return { node: make.annotation(token.from, endOf(end - 1), name, []), next: end };
      const close = other[end] as number;
      return {
        node: make.annotation(token.from, endOf(close), name, sequence(end + 1, close, depth + 1)),
        next: close + 1,
      };
    }
    if (!token.first || !mark(at, '[', '<')) return undefined;
    const close = mark(at, '[') ? (other[at] as number) : closingAngle(at, to);
    if (close < 0 || close >= to) return undefined;
    const begin = mark(at + 1, '<') ? at + 2 : at + 1;
    const name = tokens[begin];
    if (name?.kind !== 'name' || (mark(at, '[') && !attributeBrackets.has(language))) return undefined;
    const inner = opens(begin + 1, '(') ? sequence(begin + 2, other[begin + 1] as number, depth + 1) : [];
    return { node: make.annotation(token.from, endOf(close), name.text, inner), next: close + 1 };
  };
  const closingAngle = (at: number, to: number): number => {
    for (let end = at + 1; end < Math.min(to, at + 40); end++) {
      if (mark(end, '>') || mark(end, '>]')) return end;
      if ((tokens[end] as Token).first) return -1;
      if (opens(end, '(')) end = other[end] as number;
    }
    return -1;
  };

  /** Whether an operand may begin here, so that it stands beside the one before: `puts x`, `String a`. */
  const goesOn = (at: number, to: number): boolean => {
    const token = tokens[at];
    if (token === undefined || at >= to || token.first) return false;
    if (token.kind !== 'mark') return !infixNames.has(token.text);
    if (token.text === '[' || token.text === '(') return (other[at] as number) > at;
    if (language === 'clojure' && isSymbol(at, to)) return true;
    return (
      (token.text === '\\' || token.text === '%' || token.text === '&' || token.text === '-') &&
      tokens[at + 1]?.joined === true
    );
  };

  const statement = (start: number, to: number, depth: number, annotations: readonly Annotation[]): Read => {
    const operands: Node[] = [];
    let at = start;
    do {
      const read = expression(at, to, depth);
      operands.push(read.node);
      at = Math.max(read.next, at + 1);
    } while (operands.length < 400 && goesOn(at, to) && !mark(at, '{'));
    const head = operands[0] as Node;
    const word = head.kind === 'name' ? head.text : '';
    const from = head.from;
    const last = operands.at(-1) as Node;
    const token = tokens[at];
    if (at < to && token?.kind === 'mark') {
      if (assigns.has(token.text)) return definition(operands, at, to, depth, annotations);
      if ((token.text === ':' || token.text === '=>') && at + 1 < to)
        return pair(operands, at, to, depth, annotations);
      if (opens(at, '{') && (!token.first || word in scopes || last.kind === 'call'))
        return block(operands, at, depth, annotations);
    }
    if (importers.test(word) && operands.length > 1) return { node: importOf(operands), next: at };
    if ((word === 'return' || word === 'Return') && operands.length > 1)
      return {
        node: make.result(
          from,
          last.to,
          operands.length === 2 ? last : make.group(last.from, last.to, operands.slice(1)),
        ),
        next: at,
      };
    if (operands.length === 1) return { node: head, next: at };
    if (elixirAttribute(word))
      return {
        node: make.definition(
          from,
          last.to,
          'constant',
          make.name(head.from, head.to, word.slice(1)),
          last,
          false,
          annotations,
        ),
        next: at,
      };
    if (word === 'constant' || word === 'use') return { node: make.group(from, last.to, operands), next: at };
    if (isDeclaration(operands, word))
      return { node: make.definition(from, last.to, 'field', last, undefined, false, annotations), next: at };
    if (head.kind === 'name' || head.kind === 'member') {
      if (controls.test(word)) return { node: make.group(from, last.to, operands), next: at };
      return { node: make.call(from, last.to, head, operands.slice(1)), next: at };
    }
    return { node: make.group(from, last.to, operands), next: at };
  };
  const elixirAttribute = (word: string): boolean => language === 'elixir' && /^@[a-z_]\w*$/.test(word);
  const isDeclaration = (operands: readonly Node[], word: string): boolean =>
    operands.every(({ kind }) => kind === 'name' || kind === 'member') &&
    (constants.test(word) || (typedFields.has(language) && operands.length <= 4)) &&
    operands.at(-1)?.kind === 'name';

  const definition = (
    operands: readonly Node[],
    at: number,
    to: number,
    depth: number,
    annotations: readonly Annotation[],
  ): Read => {
    const sign = (tokens[at] as Token).text;
    const words = operands.map((node) => (node.kind === 'name' ? node.text : ''));
    // `let f x y = …` names a function, with its parameters behind it; `final String a = …` ends in the name.
    const named =
      words[0] === 'let' && operands.length > 2
        ? words[1] === 'rec' || words[1] === 'mutable'
          ? 2
          : 1
        : operands.length - 1;
    const target = operands[named] as Node;
    const { node: value, next } = values(at + 1, to, depth);
    const from = (operands[0] as Node).from;
    const role = words.some((word) =>
      /^(?:const|final|static|val|constexpr|readonly|Const|ReadOnly)$/.test(word),
    )
      ? 'constant'
      : 'variable';
    const parameters = named < operands.length - 1 ? operands.slice(named + 1) : [];
    if (parameters.length > 0) {
      const result = make.result(value.from, value.to, value);
      return {
        node: make.scope(
          from,
          value.to,
          'function',
          words[named] ?? '',
          annotations,
          parameters,
          [],
          [result],
        ),
        next,
      };
    }
    return {
      node: make.definition(from, value.to, role, target, value, appends.has(sign), annotations),
      next,
    };
  };

  /** A value with what stands beside it: `x = get "/a"`. */
  const values = (start: number, to: number, depth: number): Read => {
    if (start >= to || isLetBelow(start))
      return { node: make.group(endOf(start - 1), endOf(start - 1), []), next: start };
    const operands: Node[] = [];
    let at = start;
    do {
      const read = expression(at, to, depth);
      operands.push(read.node);
      at = Math.max(read.next, at + 1);
    } while (operands.length < 400 && goesOn(at, to));
    const head = operands[0] as Node;
    const last = operands.at(-1) as Node;
    if (opens(at, '{') && at < to && !(tokens[at] as Token).first) {
      const close = other[at] as number;
      const inner = sequence(at + 1, close, depth + 1);
      const scope = make.scope(fromOf(at), endOf(close), 'block', '', [], [], [], inner);
      return {
        node: make.call(head.from, endOf(close), head, [...argumentsOf(operands), scope]),
        next: close + 1,
      };
    }
    if (operands.length === 1) return { node: head, next: at };
    if (head.kind === 'name' || head.kind === 'member')
      return { node: make.call(head.from, last.to, head, operands.slice(1)), next: at };
    // What stands side by side is joined.
    return language === 'awk'
      ? { node: make.operation(head.from, last.to, '', operands), next: at }
      : { node: make.group(head.from, last.to, operands), next: at };
  };
  /** `let f x =`, with more of them below: each is read by itself. */
  const isLetBelow = (at: number): boolean => {
    const { first, text: word } = tokens[at] as Token;
    return first && /^(?:let|val|var|const|my|local|def)$/.test(word);
  };
  const argumentsOf = (operands: readonly Node[]): Node[] =>
    operands[0]?.kind === 'call' ? [...operands[0].arguments, ...operands.slice(1)] : operands.slice(1);

  const pair = (
    operands: readonly Node[],
    at: number,
    to: number,
    depth: number,
    annotations: readonly Annotation[],
  ): Read => {
    const key = operands.at(-1) as Node;
    const from = (operands[0] as Node).from;
    const { node: value, next } = values(at + 1, to, depth);
    // `name: Type = value`.
    if (mark(at, ':') && next < to && mark(next, '=')) {
      const set = values(next + 1, to, depth);
      const constant = operands.some(
        (node) => node.kind === 'name' && /^(?:let|const|val|final|static)$/.test(node.text),
      );
      const node = make.definition(
        from,
        set.node.to,
        constant ? 'constant' : 'variable',
        key,
        set.node,
        false,
        annotations,
      );
      return { node, next: set.next };
    }
    if (
      operands.length > 1 &&
      (operands[0] as Node).kind === 'name' &&
      constants.test((operands[0] as Node & { text: string }).text)
    )
      return {
        node: make.definition(from, value.to, 'field', key, computed(value), false, annotations),
        next,
      };
    if (annotations.length > 0)
      return {
        node: make.definition(from, value.to, 'field', key, computed(value), false, annotations),
        next,
      };
    if (mark(at, '=>') && (key.kind === 'list' || key.kind === 'group')) {
      const result = make.result(value.from, value.to, value);
      return { node: make.scope(from, value.to, 'function', '', [], [key], [], [result]), next };
    }
    const node = make.pair(from, value.to, key, value);
    return operands.length === 1
      ? { node, next }
      : { node: make.call(from, value.to, operands[0] as Node, [...operands.slice(1, -1), node]), next };
  };

  /** Swift's `var path: String { "…" }`. */
  const computed = (value: Node): Node | undefined => {
    const body = value.kind === 'call' ? value.arguments.at(-1) : undefined;
    return body?.kind === 'scope' ? body : undefined;
  };

  const block = (
    operands: readonly Node[],
    at: number,
    depth: number,
    annotations: readonly Annotation[],
  ): Read => {
    const close = other[at] as number;
    const inner = sequence(at + 1, close, depth + 1);
    const head = operands[0] as Node;
    const to = endOf(close);
    const words = operands.map((node) => (node.kind === 'name' ? node.text : ''));
    const keyword = words.findIndex((word) => Object.hasOwn(scopes, word));
    const next = close + 1;
    const called = operands.find((node) => node.kind === 'call');
    if (keyword >= 0) {
      const role = scopes[words[keyword] as string] as ScopeRole;
      const subject = operands[keyword + 1];
      const name = subject === undefined ? '' : subject.kind === 'name' ? subject.text : nameOf(subject);
      const parameters =
        subject?.kind === 'call' ? subject.arguments : called?.kind === 'call' ? called.arguments : [];
      const bases = operands
        .slice(keyword + 2)
        .map(nameOf)
        .filter((base) => base !== '' && !/^(?:extends|implements|with)$/.test(base));
      return { node: make.scope(head.from, to, role, name, annotations, parameters, bases, inner), next };
    }
    if (controls.test(words[0] ?? ''))
      return { node: make.group(head.from, to, [...operands, ...inner]), next };
    if (called?.kind === 'call' && (operands.length > 1 || annotations.length > 0))
      return {
        node: make.scope(head.from, to, 'function', nameOf(called), annotations, called.arguments, [], inner),
        next,
      };
    if (called?.kind === 'call') {
      const scope = make.scope(fromOf(at), to, 'block', '', [], [], [], inner);
      return { node: make.call(head.from, to, called.callee, [...called.arguments, scope]), next };
    }
    const name = nameOf(head);
    return { node: make.mapping(head.from, to, name, [...operands.slice(1), ...inner]), next };
  };
  const nameOf = (node: Node): string =>
    node.kind === 'name'
      ? node.text
      : node.kind === 'member'
        ? node.name
        : node.kind === 'call' && node.callee !== undefined
          ? nameOf(node.callee)
          : '';

  const importOf = (operands: readonly Node[]): Node => {
    const [head, ...rest] = operands as [Node, ...Node[]];
    const last = operands.at(-1) as Node;
    const module = rest.find((node) => node.kind === 'text');
    const written =
      module?.kind === 'text' ? module.value : text.slice((rest[0] as Node).from, (rest[0] as Node).to);
    return make.import(head.from, last.to, written.slice(0, 300), []);
  };

  /** Operands joined by operators; lower ones are split off first. */
  const expression = (start: number, to: number, depth: number): Read => {
    const operands: Node[] = [];
    const operators: string[] = [];
    let { node, next } = operand(start, to, depth);
    operands.push(node);
    while (next < to && operands.length < 400) {
      const token = tokens[next] as Token;
      const sign = token.text;
      const infix =
        token.kind === 'mark'
          ? isOperator(next, to)
          : token.kind === 'name' && infixNames.has(sign) && !token.first && next + 1 < to;
      if (
        token.kind === 'mark' &&
        sign === '?' &&
        !mark(next + 1, '.', ')', ',', ';', '}') &&
        next + 1 < to
      ) {
        const chosen = choice(fold(operands, operators), next, to, depth);
        if (chosen === undefined) break;
        return chosen;
      }
      if (!infix) break;
      const isWord = sign === '-' && language === 'powershell';
      const right = isWord ? listed(next + 2, to, depth) : operand(next + 1, to, depth);
      operators.push(isWord ? `-${(tokens[next + 1] as Token).text}` : sign);
      operands.push(right.node);
      next = Math.max(right.next, next + 2);
    }
    node = fold(operands, operators);
    return { node, next };
  };
  /** PowerShell's `-f a, b, c`. */
  const listed = (start: number, to: number, depth: number): Read => {
    const items: Node[] = [];
    let at = start;
    while (at < to) {
      const { node, next } = operand(at, to, depth);
      items.push(node);
      at = Math.max(next, at + 1);
      if (!mark(at, ',')) break;
      at++;
    }
    const from = items[0]?.from ?? endOf(start - 1);
    return { node: make.list(from, items.at(-1)?.to ?? from, items), next: at };
  };
  const isOperator = (at: number, to: number): boolean => {
    const { text: sign, joined } = tokens[at] as Token;
    if (at + 1 >= to || mark(at + 1, ')', ']', '}', ',', ';')) return false;
    if (sign === '=>') return false;
    if (sign === '-' && language === 'powershell')
      return /^(?:f|join|split|eq|ne|like|match|replace)$/.test((tokens[at + 1] as Token).text);
    if (sign === '&' || sign === '%' || sign === '-' || sign === '*')
      return !((tokens[at + 1] as Token).joined && !joined);
    return joins.has(sign) || comparisons.has(sign) || alternatives.has(sign);
  };
  const choice = (condition: Node, at: number, to: number, depth: number): Read | undefined => {
    const yes = expression(at + 1, to, depth);
    if (yes.next >= to || !mark(yes.next, ':')) return { node: condition, next: at + 1 };
    if (yes.next + 1 >= to) return undefined;
    const no = expression(yes.next + 1, to, depth);
    return { node: make.choice(condition.from, no.node.to, [yes.node, no.node], condition), next: no.next };
  };
  const fold = (operands: readonly Node[], operators: readonly string[]): Node => {
    if (operands.length === 1) return operands[0] as Node;
    const from = (operands[0] as Node).from;
    const to = (operands.at(-1) as Node).to;
    for (const level of [alternatives, comparisons]) {
      const cuts = operators.flatMap((sign, index) =>
        level.has(sign) || level.has(sign.toLowerCase()) ? [index] : [],
      );
      if (cuts.length === 0) continue;
      const groups: Node[] = [];
      let begin = 0;
      for (const cut of [...cuts, operators.length]) {
        groups.push(fold(operands.slice(begin, cut + 1), operators.slice(begin, cut)));
        begin = cut + 1;
      }
      if (level === alternatives) return make.choice(from, to, groups);
      return make.operation(from, to, operators[cuts[0] as number] as string, groups);
    }
    let node = operands[0] as Node;
    operators.forEach((sign, index) => {
      const right = operands[index + 1] as Node;
      node =
        node.kind === 'operation' && node.operator === sign
          ? make.operation(node.from, right.to, sign, [...node.operands, right])
          : make.operation(node.from, right.to, sign, [node, right]);
    });
    return node;
  };

  const operand = (start: number, to: number, depth: number): Read => {
    let at = start;
    // Signs before an operand say nothing about texts.
    while (at < to - 1 && !isSymbol(at, to) && isPrefix(at)) at++;
    const token = tokens[at] as Token;
    let read: Read;
    if (token.kind === 'text') read = { node: textOf(token, depth), next: at + 1 };
    else if (token.kind === 'name')
      read = { node: make.name(token.from, token.to, token.text), next: at + 1 };
    else if (depth < deepest && (other[at] as number) > at) read = bracketed(at, depth);
    else if (isSymbol(at, to)) {
      const name = tokens[at + 1] as Token;
      read = { node: make.text(token.from, name.to, [name.text]), next: at + 2 };
    } else if (mark(at, '.', '::', '->') && tokens[at + 1]?.kind === 'name' && at + 1 < to)
      read = {
        node: make.member(
          token.from,
          endOf(at + 1),
          undefined,
          (tokens[at + 1] as Token).text,
          fromOf(at + 1),
        ),
        next: at + 2,
      };
    else read = { node: make.group(token.from, token.to, []), next: at + 1 };
    return postfix(read, to, depth);
  };
  /** `:alerts` is its own value. */
  const isSymbol = (at: number, to: number): boolean =>
    symbols.has(language) &&
    at + 1 < to &&
    mark(at, ':') &&
    tokens[at + 1]?.kind === 'name' &&
    (tokens[at + 1] as Token).joined;
  const isPrefix = (at: number): boolean => {
    const token = tokens[at] as Token;
    if (token.kind === 'name') {
      const after = tokens[at + 1];
      return (
        prefixNames.has(token.text) &&
        after !== undefined &&
        !after.first &&
        (after.kind !== 'mark' || after.text === '(' || after.text === '[')
      );
    }
    return (
      token.kind === 'mark' &&
      /^(?:!|-|\+|&|\*|~|\\|\.\.\.|%|#|\^|:|<-)$/.test(token.text) &&
      !(tokens[at + 1] as Token).first
    );
  };

  const bracketed = (at: number, depth: number): Read => {
    const close = other[at] as number;
    const inner = sequence(at + 1, close, depth + 1);
    const from = fromOf(at);
    const to = endOf(close);
    const next = close + 1;
    if (mark(at, '{')) {
      const keyed = inner.some(({ kind }) => kind === 'pair' || kind === 'definition');
      return {
        node: keyed
          ? make.mapping(from, to, '', inner)
          : make.scope(from, to, 'block', '', [], [], [], inner),
        next,
      };
    }
    if (mark(at, '(') && inner.length === 1 && inner[0]?.kind !== 'pair' && tokens[close - 1]?.text !== ',')
      return { node: inner[0] as Node, next };
    if (inner.length > 0 && inner.every(({ kind }) => kind === 'pair'))
      return { node: make.mapping(from, to, '', inner), next };
    // `[a b:@"x"]`: a message.
    if (language === 'objc' && mark(at, '[') && inner.length >= 1 && inner[0]?.kind === 'call')
      return { node: inner[0], next };
    return { node: make.list(from, to, inner), next };
  };

  const postfix = (read: Read, to: number, depth: number): Read => {
    let { node, next: at } = read;
    for (let step = 0; step < 400 && at < to; step++) {
      const token = tokens[at] as Token;
      if (token.kind !== 'mark') break;
      const after = tokens[at + 1];
      const link =
        links.has(token.text) ||
        (token.text === ':' && language === 'lua') ||
        (token.text === '..' && language === 'dart');
      if (link && at + 1 < to && after !== undefined && isLinked(token, after)) {
        if (after.kind === 'name') {
          node = make.member(node.from, after.to, node, after.text, after.from);
          at += 2;
          continue;
        }
        if (
          after.kind === 'mark' &&
          (after.text === '[' || after.text === '{') &&
          (other[at + 1] as number) > at
        ) {
          ({ node, at } = indexed(node, at + 1, depth));
          continue;
        }
        if (after.kind === 'mark' && after.text === '(' && (other[at + 1] as number) > at) {
          at++;
          continue;
        }
        break;
      }
      if (!token.joined) break;
      if (
        (token.text === '!' || token.text === '?') &&
        (mark(at + 1, '.', '[', '(', ')', ',', ';') || after?.first === true || after === undefined)
      )
        at++;
      else if (opens(at, '(') && depth < deepest) {
        const close = other[at] as number;
        node = make.call(node.from, endOf(close), node, sequence(at + 1, close, depth + 1));
        at = close + 1;
      } else if ((opens(at, '[') || (opens(at, '{') && bracedIndexes.has(language))) && depth < deepest)
        ({ node, at } = indexed(node, at, depth));
      else if (token.text === '<') {
        const end = typeArguments(at, to);
        if (end < 0) break;
        at = end;
      } else break;
    }
    return { node, next: at };
  };
  /** `a.b`, `a .b` on the next line; not `a . b` that joins, nor `a -> b`. */
  const isLinked = (link: Token, after: Token): boolean =>
    after.joined
      ? link.joined || link.first || link.text !== '.' || (after.kind === 'name' && !dotJoins.has(language))
      : link.joined && link.text !== '.' && link.text !== '..';
  const indexed = (node: Node, at: number, depth: number): { node: Node; at: number } => {
    const close = other[at] as number;
    const inner = sequence(at + 1, close, depth + 1);
    return { node: make.index(node.from, endOf(close), node, inner[0]), at: close + 1 };
  };
  const typeArguments = (at: number, to: number): number => {
    for (let end = at + 1; end < Math.min(to, at + 30); end++) {
      const token = tokens[end] as Token;
      if (token.kind === 'text' || token.first) return -1;
      if (mark(end, '>', '>>')) return mark(end + 1, '(') && (tokens[end + 1] as Token).joined ? end + 1 : -1;
      if (token.kind === 'mark' && !/^[<,.?[\]:*&]$|^::$/.test(token.text)) return -1;
    }
    return -1;
  };

  return { sequence };
};

const withAnnotations = new Set([
  'dart',
  'swift',
  'groovy',
  'apex',
  'scala',
  'kotlin',
  'java',
  'typescript',
  'javascript',
  'tsx',
  'text',
  'haxe',
]);
const attributeBrackets = new Set(['csharp', 'fsharp', 'vb', 'rust', 'php', 'text', 'powershell']);
const typedFields = new Set([
  'dart',
  'apex',
  'groovy',
  'java',
  'csharp',
  'c',
  'cpp',
  'objc',
  'd',
  'haxe',
  'proto',
  'thrift',
  'solidity',
  'actionscript',
]);
const symbols = new Set(['elixir', 'crystal', 'clojure', 'julia']);
const bracedIndexes = new Set(['perl']);
const dotJoins = new Set(['perl', 'php']);
