import type { Node as TreeNode } from 'web-tree-sitter';
import type { Annotation, DefinitionRole, Node, ScopeRole } from '#desk/eligibility/source/syntax/model.ts';
import { unescaped } from '#desk/eligibility/source/syntax/tokens.ts';
import {
  annotationsIn,
  type Builder,
  buildAll,
  childrenOfParts,
  type Match,
  namedOf,
  partOf,
  partsOf,
  partText,
  restOf,
  sourceOf,
} from './builder.ts';
import { literalOf } from './literal.ts';
import type { Marked } from './marks.ts';

type Build = (builder: Builder, match: Match) => Node | undefined;

const choiceOperators = new Set(['??', '||', 'or', '?:', '//']);

const call: Build = (builder, match) => {
  const { make } = builder;
  const name = match.parts.get('name')?.[0];
  const object = partOf(builder, match, 'object');
  const given = [...childrenOfParts(builder, match, 'arguments'), ...partsOf(builder, match, 'argument')];
  const callee = (): Node | undefined => {
    if (name === undefined) return partOf(builder, match, 'callee');
    const { startIndex: from, endIndex: to } = name;
    return object === undefined
      ? make.name(from, to, sourceOf(builder, name))
      : make.member(object.from, to, object, sourceOf(builder, name), from);
  };
  return make.call(match.from, match.to, callee(), given);
};

const operation: Build = (builder, match) => {
  const { node, from, to, parts, depth } = match;
  const operands = parts.has('operand')
    ? partsOf(builder, match, 'operand')
    : buildAll(builder, namedOf(node), depth + 1);
  const sign = (): string =>
    node.children.find((child) => child !== null && !child.isNamed && !/^[()]$/.test(child.type))?.type ?? '';
  const operator = partText(builder, match, 'operator') || sign();
  return choiceOperators.has(operator)
    ? builder.make.choice(from, to, operands)
    : builder.make.operation(from, to, operator, operands);
};

const pair: Build = (builder, match) => {
  const { make } = builder;
  const { node, from, to } = match;
  if (match.detail === 'short')
    return make.pair(from, to, make.name(from, to, sourceOf(builder, node)), undefined);
  const key = partOf(builder, match, 'key');
  return key === undefined ? undefined : make.pair(from, to, key, partOf(builder, match, 'value'));
};

const definition: Build = (builder, match) => {
  const { from, to, detail, parts, depth } = match;
  const target = partOf(builder, match, 'target');
  if (target === undefined) return undefined;
  const tag = parts.get('tag')?.[0];
  const annotations =
    tag === undefined || sourceOf(builder, tag) === ''
      ? annotationsIn(builder, restOf(match), depth)
      : tagsOf(builder, tag);
  const operator = partText(builder, match, 'operator');
  const isAppend = detail === 'append';
  const appends = isAppend || (operator.length > 1 && !/^(?:\?\?|\|\|)=|:=$/.test(operator));
  const role = isAppend ? 'variable' : (detail as DefinitionRole);
  const value = partOf(builder, match, 'value');
  return builder.make.definition(from, to, role, target, value, appends, annotations);
};

/** Go's tags of a field: `json:"RuleId,omitempty" db:"rule_id"`. */
const tagsOf = (builder: Builder, tag: TreeNode): Annotation[] =>
  [...sourceOf(builder, tag).matchAll(/(\w+):"([^"]*)"/g)].map(({ 0: whole, 1: name, 2: value, index }) => {
    const from = tag.startIndex + index;
    const to = from + whole.length;
    const [first] = (value as string).split(',') as [string];
    const text = builder.make.text(from + (name as string).length + 1, to, [first]);
    return builder.make.annotation(from, to, name as string, [text]);
  });

const scope: Build = (builder, match) => {
  const { make } = builder;
  const { parts, depth } = match;
  const result = partOf(builder, match, 'result');
  const children = bodyOf(builder, match);
  if (result !== undefined) children.push(make.result(result.from, result.to, result));
  const bases = (parts.get('base') ?? []).flatMap(
    (base) => sourceOf(builder, base).match(/[\p{L}_][\p{L}\p{N}_.]*/gu) ?? [],
  );
  const parameters = [
    ...childrenOfParts(builder, match, 'parameters'),
    ...partsOf(builder, match, 'parameter'),
  ];
  return make.scope(
    match.from,
    match.to,
    match.detail as ScopeRole,
    partText(builder, match, 'name'),
    annotationsIn(builder, restOf(match), depth),
    parameters,
    bases,
    children,
  );
};
const bodyOf = (builder: Builder, match: Match): Node[] => {
  const { parts, depth } = match;
  if (parts.has('body')) return childrenOfParts(builder, match, 'body');
  return parts.has('result') || parts.has('parameters') ? [] : buildAll(builder, restOf(match), depth + 1);
};

interface Imported {
  readonly local: string;
  readonly imported: string;
}
const deepestImport = 12;
const importedIn = (builder: Builder, nodes: readonly TreeNode[], depth: number): Imported[] =>
  depth > deepestImport
    ? []
    : nodes.flatMap((node) => {
        const marked = builder.byId.get(node.id);
        if (marked?.concept === 'imported' && marked.detail === 'name')
          return [importedName(builder, marked)];
        const found = importedIn(builder, namedOf(node), depth + 1);
        const source = sourceOf(builder, node);
        return found.length > 0 || node.type !== 'dotted_name'
          ? found
          : [{ local: source, imported: source }];
      });
const importedName = (builder: Builder, marked: Marked): Imported => {
  const local = partText(builder, marked, 'local');
  const imported = partText(builder, marked, 'imported') || local;
  return { local: local || imported, imported };
};

const commentSigns = /^(?:\/\/+|\/\*+|#+|--+(?:\[\[)?|<!--)|(?:\*+\/|-->|\]\])$/g;

/** How the node of each concept is built. */
export const concepts: Readonly<Record<string, Build>> = {
  skip: () => undefined,
  imported: () => undefined,
  comment: (builder, { node, from, to }) =>
    builder.make.comment(from, to, sourceOf(builder, node).replace(commentSigns, '')),
  text: (builder, { node }) => literalOf(builder, node),
  code: (builder, { node, from, to }) => {
    const source = sourceOf(builder, node);
    const quoted = /"((?:[^"\\]|\\.)*)"/.exec(source)?.[1];
    return quoted === undefined
      ? builder.make.name(from, to, source.trim())
      : builder.make.text(from, to, [unescaped(quoted)]);
  },
  name: (builder, { node, from, to }) => builder.make.name(from, to, sourceOf(builder, node)),
  same: (builder, match) => partOf(builder, match, 'only'),
  member: (builder, match) => {
    const { from, to, parts } = match;
    const nameFrom = parts.get('name')?.[0]?.startIndex ?? from;
    const object = partOf(builder, match, 'object');
    return builder.make.member(from, to, object, partText(builder, match, 'name'), nameFrom);
  },
  index: (builder, match) => {
    const object = partOf(builder, match, 'object');
    return builder.make.index(match.from, match.to, object, partOf(builder, match, 'key'));
  },
  call,
  operation,
  choice: (builder, match) => {
    const options = partsOf(builder, match, 'option');
    return builder.make.choice(match.from, match.to, options, partOf(builder, match, 'condition'));
  },
  list: (builder, match) => {
    const { node, from, to, parts, depth } = match;
    const items = parts.has('items')
      ? childrenOfParts(builder, match, 'items')
      : buildAll(builder, namedOf(node), depth + 1);
    return builder.make.list(from, to, items);
  },
  mapping: (builder, match) => {
    const { from, to, parts, depth } = match;
    const entries = parts.has('entries')
      ? childrenOfParts(builder, match, 'entries')
      : buildAll(builder, restOf(match), depth + 1);
    return builder.make.mapping(from, to, partText(builder, match, 'named'), entries);
  },
  pair,
  definition,
  annotation: (builder, match) => {
    const given = childrenOfParts(builder, match, 'arguments');
    return builder.make.annotation(match.from, match.to, partText(builder, match, 'name'), given);
  },
  scope,
  result: (builder, match) => builder.make.result(match.from, match.to, partOf(builder, match, 'value')),
  import: (builder, match) => {
    const module = partText(builder, match, 'module').replace(/^["'`<]|["'`>]$/g, '');
    const names = importedIn(builder, namedOf(match.node), match.depth);
    return builder.make.import(match.from, match.to, module, names);
  },
};
