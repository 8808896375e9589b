import type { Range, Node as TreeNode } from 'web-tree-sitter';
import { effortFor } from './effort.ts';
import type { Grammar } from './grammar-files.ts';
import type { Annotation, DefinitionRole, Node, ScopeRole } from './model.ts';
import { type Makers, makers } from './nodes.ts';
import type { Outline } from './outline.ts';
import { unescaped } from './tokens.ts';

/** A longer file is generated; the generic tokenizer reads it ten times as fast. */
const longestText = 1_500_000;
/** Share of a text in which the grammar may be at a loss. */
const mostErrors = 0.25;
const deepest = 700;

interface Marked {
  readonly concept: string;
  readonly detail: string;
  readonly parts: Map<string, TreeNode[]>;
}
interface Marks {
  readonly byId: Map<number, Marked>;
  readonly holes: Set<number>;
}

/** What the grammar makes of a text. */
export interface TreeReading {
  readonly root: Node;
  /** Something in it was not understood. */
  readonly hasErrors: boolean;
}

/**
 * Undefined if the grammar can't read it in time, or makes nothing of it. Trees are freed before it returns.
 * @param outline What of it is parsed; without it, everything is.
 */
export const readTree = (
  text: string,
  { parser, query }: Grammar,
  lineAt: (offset: number) => number,
  outline?: Outline,
): TreeReading | undefined => {
  if (text.length > longestText || opensTooDeeply(text)) return undefined;
  const progressCallback = effortFor(text.length) as never;
  const includedRanges = outline?.kept.map(({ from, to }) => rangeOf(text, from, to, lineAt));
  const tree = parser.parse(text, null, { progressCallback, ...(includedRanges && { includedRanges }) });
  if (tree === null) {
    parser.reset();
    return undefined;
  }
  try {
    const { rootNode } = tree;
    if (rootNode.hasError && shareOfErrors(rootNode) > mostErrors) return undefined;
    const matches = query.matches(rootNode, { progressCallback });
    const root = createBuilder(text, marksOf(matches), makers(lineAt)).root(rootNode);
    return { root, hasErrors: rootNode.hasError };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  } finally {
    tree.delete();
  }
};

const rangeOf = (text: string, from: number, to: number, lineAt: (offset: number) => number): Range => {
  const pointOf = (at: number) => ({ row: lineAt(at) - 1, column: at - text.lastIndexOf('\n', at - 1) - 1 });
  return { startIndex: from, endIndex: to, startPosition: pointOf(from), endPosition: pointOf(to) };
};

/** Brackets that stand open at once; grammars have little room to return from as many, and write over what is theirs. */
const mostOpen = 1500;
const opensTooDeeply = (text: string): boolean => {
  let open = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x28 || code === 0x5b || code === 0x7b) {
      if (++open > mostOpen) return true;
    } else if (open > 0 && (code === 0x29 || code === 0x5d || code === 0x7d)) open--;
  }
  return false;
};

const shareOfErrors = (root: TreeNode): number => {
  let length = 0;
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === 'ERROR') {
      // What it made out inside still counts.
      const known = node.namedChildren.reduce(
        (sum, child) => sum + (child === null || child.hasError ? 0 : child.endIndex - child.startIndex),
        0,
      );
      length += Math.max(0, node.endIndex - node.startIndex - known);
    } else if (node.hasError) for (const child of node.children) if (child !== null) open.push(child);
  }
  return length / Math.max(1, root.endIndex - root.startIndex);
};

const concepts = new Set([
  ...[
    'text',
    'name',
    'member',
    'index',
    'call',
    'operation',
    'choice',
    'list',
    'mapping',
    'pair',
    'definition',
  ],
  ...['annotation', 'scope', 'result', 'import', 'imported', 'comment', 'skip', 'same', 'code'],
]);

/** A capture named like a concept marks the node; the others of its match are its parts. The first pattern wins. */
const marksOf = (matches: ReturnType<Grammar['query']['matches']>): Marks => {
  const byId = new Map<number, Marked & { pattern: number }>();
  const holes = new Set<number>();
  const ordered = [...matches].sort((a, b) => a.patternIndex - b.patternIndex);
  for (const { captures, patternIndex } of ordered) {
    // `name` is a part wherever something else is the concept.
    const main =
      captures.find(({ name }) => name !== 'name' && concepts.has(name.split('.')[0] as string)) ??
      captures.find(({ name }) => name === 'name');
    for (const { name, node } of captures) if (name === 'hole') holes.add(node.id);
    if (main === undefined) continue;
    const [concept = '', detail = ''] = main.name.split('.');
    const known = byId.get(main.node.id);
    if (known !== undefined && (known.pattern !== patternIndex || known.concept !== concept)) continue;
    const marked = known ?? { concept, detail, parts: new Map<string, TreeNode[]>(), pattern: patternIndex };
    byId.set(main.node.id, marked);
    for (const { name, node } of captures) {
      if (node.id === main.node.id && name === main.name) continue;
      const part = marked.parts.get(name);
      if (part === undefined) marked.parts.set(name, [node]);
      else if (!part.some(({ id }) => id === node.id)) part.push(node);
    }
  }
  return { byId, holes };
};

const choiceOperators = new Set(['??', '||', 'or', '?:', '//']);

const createBuilder = (text: string, { byId, holes }: Marks, make: Makers) => {
  const namedOf = (node: TreeNode): TreeNode[] => node.namedChildren.filter((child) => child !== null);
  const sourceOf = (node: TreeNode): string => text.slice(node.startIndex, node.endIndex);

  const many = (nodes: readonly TreeNode[], depth: number): Node[] => {
    const built: Node[] = [];
    let annotations: Annotation[] = [];
    for (const child of nodes) {
      const node = build(child, depth);
      if (node === undefined) continue;
      if (node.kind === 'annotation') {
        annotations.push(node);
        continue;
      }
      if (annotations.length > 0) {
        if ((node.kind === 'definition' || node.kind === 'scope') && node.annotations.length === 0)
          built.push({
            ...node,
            annotations,
            from: Math.min(node.from, (annotations[0] as Annotation).from),
          });
        else built.push(...annotations, node);
        if (node.kind !== 'comment') annotations = [];
      } else built.push(node);
    }
    return [...built, ...annotations];
  };

  const build = (node: TreeNode, depth: number): Node | undefined => {
    if (depth > deepest) throw new RangeError('nested too deeply');
    const marked = byId.get(node.id);
    const { startIndex: from, endIndex: to } = node;
    if (marked === undefined) {
      const children = namedOf(node);
      if (children.length === 0)
        return to > from && to - from < 200 ? make.name(from, to, sourceOf(node)) : undefined;
      const built = many(children, depth + 1);
      return built.length === 1 ? built[0] : make.group(from, to, built);
    }
    return marks[marked.concept]?.(node, marked, depth);
  };

  const part = ({ parts }: Marked, name: string, depth: number): Node | undefined => {
    const node = parts.get(name)?.[0];
    return node === undefined ? undefined : build(node, depth + 1);
  };
  const partText = ({ parts }: Marked, name: string): string => {
    const node = parts.get(name)?.[0];
    return node === undefined ? '' : sourceOf(node).slice(0, 300);
  };
  const insides = ({ parts }: Marked, name: string, depth: number): Node[] =>
    (parts.get(name) ?? []).flatMap((node) => {
      const only = byId.get(node.id);
      // A container is a list of what stands inside, whatever else it may be; a block with braces too.
      return only !== undefined && !containers.has(only.concept)
        ? many([node], depth + 1)
        : namedOf(node).length === 0
          ? leafOf(node, depth)
          : many(namedOf(node), depth + 1);
    });
  const leafOf = (node: TreeNode, depth: number): Node[] => {
    const source = sourceOf(node);
    return /[\p{L}"']/u.test(source.charAt(0)) ? many([node], depth + 1) : [];
  };
  const listed = ({ parts }: Marked, name: string, depth: number): Node[] =>
    many(parts.get(name) ?? [], depth + 1);
  /** What a node holds beside its parts: annotations, mostly. */
  const rest = (node: TreeNode, { parts }: Marked): TreeNode[] => {
    const used = new Set([...parts.values()].flat().map(({ id }) => id));
    return namedOf(node).filter(({ id }) => !used.has(id));
  };
  const annotationsIn = (nodes: readonly TreeNode[], depth: number, levels = 3): Annotation[] =>
    nodes.flatMap((node) => {
      const marked = byId.get(node.id);
      if (marked?.concept === 'annotation') {
        const built = build(node, depth + 1);
        return built?.kind === 'annotation' ? [built] : [];
      }
      return marked === undefined && levels > 0 ? annotationsIn(namedOf(node), depth, levels - 1) : [];
    });

  const operatorOf = (node: TreeNode, marked: Marked): string =>
    partText(marked, 'operator') ||
    (node.children.find((child) => child !== null && !child.isNamed && !/^[()]$/.test(child.type))?.type ??
      '');

  const literal = (node: TreeNode): Node => {
    const parts: (string | Node)[] = [];
    const { startIndex: from, endIndex: to } = node;
    let at = from;
    const own =
      holes.size === 0
        ? []
        : namedOf(node).flatMap((child) =>
            holes.has(child.id) ? [child] : namedOf(child).filter(({ id }) => holes.has(id)),
          );
    const raw = text.slice(from, to);
    const { start, end } = node.type === 'regex' ? slashesOf(raw) : quotesOf(raw);
    at = from + start;
    const nested =
      byId.get(node.id)?.concept === 'text' && own.length === 0
        ? namedOf(node).filter(({ id }) => byId.get(id)?.concept === 'text')
        : [];
    // Quoted pieces that stand together: `"$a"/b"$c"` of a shell.
    if (nested.length > 0 || (node.type === 'concatenation' && namedOf(node).length > 0)) {
      const pieces = namedOf(node).map((child) => (holes.has(child.id) ? build(child, 1) : literal(child)));
      for (const piece of pieces) {
        if (piece === undefined) continue;
        if (piece.kind === 'text') parts.push(...piece.parts);
        else parts.push(piece);
      }
      return make.text(from, to, parts);
    }
    for (const child of own) {
      // The marks around a hole are its own, also where the grammar leaves them out: `$name`, `${…}`.
      const before = /^[$#{]/.test(sourceOf(child))
        ? 0
        : (/[$#\\]?\{$|\$$/.exec(text.slice(at, child.startIndex))?.[0].length ?? 0);
      if (child.startIndex - before > at) parts.push(unescaped(text.slice(at, child.startIndex - before)));
      const inner =
        byId.get(child.id) === undefined
          ? many(namedOf(child), 1)
          : [build(child, 1)].filter((one) => one !== undefined);
      parts.push(
        inner.length === 1 ? (inner[0] as Node) : make.group(child.startIndex, child.endIndex, inner),
      );
      at = child.endIndex + (before > 1 && text.charAt(child.endIndex) === '}' ? 1 : 0);
    }
    if (to - end > at) parts.push(unescaped(text.slice(at, to - end)));
    return make.text(from, to, parts);
  };

  const marks: Readonly<Record<string, (node: TreeNode, marked: Marked, depth: number) => Node | undefined>> =
    {
      skip: () => undefined,
      comment: (node) =>
        make.comment(
          node.startIndex,
          node.endIndex,
          sourceOf(node).replace(/^(?:\/\/+|\/\*+|#+|--+(?:\[\[)?|<!--)|(?:\*+\/|-->|\]\])$/g, ''),
        ),
      text: (node) => literal(node),
      code: (node) => {
        const found = /"((?:[^"\\]|\\.)*)"/.exec(sourceOf(node));
        return found === null
          ? make.name(node.startIndex, node.endIndex, sourceOf(node).trim())
          : make.text(node.startIndex, node.endIndex, [unescaped(found[1] as string)]);
      },
      name: (node) => make.name(node.startIndex, node.endIndex, sourceOf(node)),
      same: (_node, marked, depth) => part(marked, 'only', depth),
      member: (node, marked, depth) => {
        const name = marked.parts.get('name')?.[0];
        return make.member(
          node.startIndex,
          node.endIndex,
          part(marked, 'object', depth),
          partText(marked, 'name'),
          name?.startIndex ?? node.startIndex,
        );
      },
      index: (node, marked, depth) =>
        make.index(node.startIndex, node.endIndex, part(marked, 'object', depth), part(marked, 'key', depth)),
      call: (node, marked, depth) => {
        const name = marked.parts.get('name')?.[0];
        const object = part(marked, 'object', depth);
        const callee =
          name === undefined
            ? part(marked, 'callee', depth)
            : object === undefined
              ? make.name(name.startIndex, name.endIndex, sourceOf(name))
              : make.member(object.from, name.endIndex, object, sourceOf(name), name.startIndex);
        return make.call(node.startIndex, node.endIndex, callee, [
          ...insides(marked, 'arguments', depth),
          ...listed(marked, 'argument', depth),
        ]);
      },
      operation: (node, marked, depth) => {
        const operands = marked.parts.has('operand')
          ? listed(marked, 'operand', depth)
          : many(namedOf(node), depth + 1);
        const operator = operatorOf(node, marked);
        return choiceOperators.has(operator)
          ? make.choice(node.startIndex, node.endIndex, operands)
          : make.operation(node.startIndex, node.endIndex, operator, operands);
      },
      choice: (node, marked, depth) =>
        make.choice(
          node.startIndex,
          node.endIndex,
          listed(marked, 'option', depth),
          part(marked, 'condition', depth),
        ),
      list: (node, marked, depth) =>
        make.list(
          node.startIndex,
          node.endIndex,
          marked.parts.has('items') ? insides(marked, 'items', depth) : many(namedOf(node), depth + 1),
        ),
      mapping: (node, marked, depth) => {
        const entries = marked.parts.has('entries')
          ? insides(marked, 'entries', depth)
          : many(rest(node, marked), depth + 1);
        return make.mapping(node.startIndex, node.endIndex, partText(marked, 'named'), entries);
      },
      pair: (node, marked, depth) => {
        const key =
          marked.detail === 'short'
            ? make.name(node.startIndex, node.endIndex, sourceOf(node))
            : part(marked, 'key', depth);
        if (key === undefined) return undefined;
        return make.pair(
          node.startIndex,
          node.endIndex,
          key,
          marked.detail === 'short' ? undefined : part(marked, 'value', depth),
        );
      },
      definition: (node, marked, depth) => {
        const target = part(marked, 'target', depth);
        if (target === undefined) return undefined;
        const tag = partText(marked, 'tag');
        const annotations =
          tag === '' ? annotationsIn(rest(node, marked), depth) : tagsOf(marked.parts.get('tag')?.[0]);
        const operator = marked.parts.has('operator') ? partText(marked, 'operator') : '';
        const adds =
          marked.detail === 'append' || (operator.length > 1 && !/^(?:\?\?|\|\|)=|:=$/.test(operator));
        const role = (marked.detail === 'append' ? 'variable' : marked.detail) as DefinitionRole;
        return make.definition(
          node.startIndex,
          node.endIndex,
          role,
          target,
          part(marked, 'value', depth),
          adds,
          annotations,
        );
      },
      annotation: (node, marked, depth) =>
        make.annotation(
          node.startIndex,
          node.endIndex,
          partText(marked, 'name'),
          insides(marked, 'arguments', depth),
        ),
      scope: (node, marked, depth) => {
        const result = part(marked, 'result', depth);
        const body = marked.parts.has('body')
          ? insides(marked, 'body', depth)
          : marked.parts.has('result') || marked.parts.has('parameters')
            ? []
            : many(rest(node, marked), depth + 1);
        const bases = (marked.parts.get('base') ?? []).flatMap(
          (base) => sourceOf(base).match(/[\p{L}_][\p{L}\p{N}_.]*/gu) ?? [],
        );
        const parameters = [...insides(marked, 'parameters', depth), ...listed(marked, 'parameter', depth)];
        const children = result === undefined ? body : [...body, make.result(result.from, result.to, result)];
        return make.scope(
          node.startIndex,
          node.endIndex,
          marked.detail as ScopeRole,
          partText(marked, 'name'),
          annotationsIn(rest(node, marked), depth),
          parameters,
          bases,
          children,
        );
      },
      result: (node, marked, depth) =>
        make.result(node.startIndex, node.endIndex, part(marked, 'value', depth)),
      import: (node, marked, depth) =>
        make.import(
          node.startIndex,
          node.endIndex,
          partText(marked, 'module').replace(/^["'`<]|["'`>]$/g, ''),
          importedIn(namedOf(node), depth),
        ),
      imported: () => undefined,
    };

  const importedIn = (nodes: readonly TreeNode[], depth: number): { local: string; imported: string }[] =>
    depth > 12
      ? []
      : nodes.flatMap((node) => {
          const marked = byId.get(node.id);
          const name = partText(marked ?? noMarks, 'imported') || partText(marked ?? noMarks, 'local');
          if (marked?.concept === 'imported' && marked.detail === 'name')
            return [{ local: partText(marked, 'local') || name, imported: name }];
          const found = importedIn(namedOf(node), depth + 1);
          return found.length > 0 || node.type !== 'dotted_name'
            ? found
            : [{ local: sourceOf(node), imported: sourceOf(node) }];
        });

  /** Go's tags of a field: `json:"RuleId,omitempty" db:"rule_id"`. */
  const tagsOf = (tag: TreeNode | undefined): Annotation[] => {
    if (tag === undefined) return [];
    return [...sourceOf(tag).matchAll(/(\w+):"([^"]*)"/g)].map((found) => {
      const from = tag.startIndex + found.index;
      const valueFrom = from + (found[1] as string).length + 1;
      const value = make.text(valueFrom, from + found[0].length, [
        (found[2] as string).split(',')[0] as string,
      ]);
      return make.annotation(from, from + found[0].length, found[1] as string, [value]);
    });
  };

  return {
    root: (node: TreeNode): Node => make.group(node.startIndex, text.length, many(namedOf(node), 0)),
  };
};
const containers = new Set(['list', 'mapping', 'skip', 'code']);
const noMarks: Marked = { concept: '', detail: '', parts: new Map() };

const opening = /^(?:[a-zA-Z@$]{0,3}#*(?:"""|'''|["'`])|%[qQwWiI]?[[({<|]|\[=*\[|:["']?|<)/;
const ending = /(?:"""|'''|["'`])#*$|[\])}>|]$|\]=*\]$/;

/** The same of a regular expression. */
const slashesOf = (raw: string): { start: number; end: number } => ({
  start: raw.startsWith('/') ? 1 : 0,
  end: /\/[a-z]*$/.exec(raw)?.[0].length ?? 0,
});

/** How many characters of quotes a literal begins and ends with. */
const quotesOf = (raw: string): { start: number; end: number } => {
  const start = opening.exec(raw)?.[0].length ?? 0;
  if (start === 0) return { start: 0, end: 0 };
  if (raw.startsWith(':') && !/["']/.test(raw.charAt(1))) return { start: 1, end: 0 };
  const end = raw.length > start ? (ending.exec(raw.slice(start))?.[0].length ?? 0) : 0;
  return { start, end };
};
