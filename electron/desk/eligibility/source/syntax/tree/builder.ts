import type { Node as TreeNode } from 'web-tree-sitter';
import type { Annotation, Node } from '#desk/eligibility/source/syntax/model.ts';
import type { Makers } from '#desk/eligibility/source/syntax/nodes.ts';
import type { Marked, Marks } from './marks.ts';

/** Builds the model of one text from its syntax tree. */
export interface Builder extends Marks {
  readonly text: string;
  readonly make: Makers;
  /** Undefined if nothing of the node belongs to the model. Throws a RangeError where it is nested too deeply. */
  readonly build: (node: TreeNode, depth: number) => Node | undefined;
}

/** A marked node being built, with its place in the text. */
export interface Match extends Marked {
  readonly node: TreeNode;
  readonly from: number;
  readonly to: number;
  readonly depth: number;
}

export const namedOf = (node: TreeNode): TreeNode[] => node.namedChildren.filter((child) => child !== null);
export const sourceOf = ({ text }: Builder, { startIndex, endIndex }: TreeNode): string =>
  text.slice(startIndex, endIndex);

/** Builds several nodes; annotations are put on the declaration that follows them. */
export const buildAll = (builder: Builder, nodes: readonly TreeNode[], depth: number): Node[] => {
  const built: Node[] = [];
  let annotations: Annotation[] = [];
  for (const child of nodes) {
    const node = builder.build(child, depth);
    if (node === undefined) continue;
    if (node.kind === 'annotation') {
      annotations.push(node);
      continue;
    }
    built.push(...annotated(node, annotations));
    if (annotations.length > 0 && node.kind !== 'comment') annotations = [];
  }
  return [...built, ...annotations];
};
const annotated = (node: Node, annotations: readonly Annotation[]): Node[] => {
  const [first] = annotations;
  if (first === undefined) return [node];
  const isDeclaration = node.kind === 'definition' || node.kind === 'scope';
  return isDeclaration && node.annotations.length === 0
    ? [{ ...node, annotations, from: Math.min(node.from, first.from) }]
    : [...annotations, node];
};

/** The first part of a name, built. */
export const partOf = (builder: Builder, { parts, depth }: Match, name: string): Node | undefined => {
  const node = parts.get(name)?.[0];
  return node === undefined ? undefined : builder.build(node, depth + 1);
};
/** The source of the first part of a name; empty if there is none. */
export const partText = (builder: Builder, { parts }: Marked, name: string): string => {
  const node = parts.get(name)?.[0];
  return node === undefined ? '' : sourceOf(builder, node).slice(0, 300);
};
export const partsOf = (builder: Builder, { parts, depth }: Match, name: string): Node[] =>
  buildAll(builder, parts.get(name) ?? [], depth + 1);

const containers = new Set(['list', 'mapping', 'skip', 'code']);
/** The children of all parts of a name. */
export const childrenOfParts = (builder: Builder, { parts, depth }: Match, name: string): Node[] =>
  (parts.get(name) ?? []).flatMap((node) => {
    const only = builder.byId.get(node.id);
    // A container is a list of its children, whatever its concept; a block with braces too.
    if (only !== undefined && !containers.has(only.concept)) return buildAll(builder, [node], depth + 1);
    const children = namedOf(node);
    if (children.length > 0) return buildAll(builder, children, depth + 1);
    return /[\p{L}"']/u.test(sourceOf(builder, node).charAt(0)) ? buildAll(builder, [node], depth + 1) : [];
  });

/** The children of a node that are no parts: annotations, mostly. */
export const restOf = ({ node, parts }: Match): TreeNode[] => {
  const used = new Set([...parts.values()].flat().map(({ id }) => id));
  return namedOf(node).filter(({ id }) => !used.has(id));
};

export const annotationsIn = (
  builder: Builder,
  nodes: readonly TreeNode[],
  depth: number,
  levels = 3,
): Annotation[] =>
  nodes.flatMap((node) => {
    const marked = builder.byId.get(node.id);
    if (marked?.concept === 'annotation') {
      const built = builder.build(node, depth + 1);
      return built?.kind === 'annotation' ? [built] : [];
    }
    return marked === undefined && levels > 0 ? annotationsIn(builder, namedOf(node), depth, levels - 1) : [];
  });
