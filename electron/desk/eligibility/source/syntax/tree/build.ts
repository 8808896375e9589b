import type { Node as TreeNode } from 'web-tree-sitter';
import type { Node } from '#desk/eligibility/source/syntax/model.ts';
import type { Makers } from '#desk/eligibility/source/syntax/nodes.ts';
import { type Builder, buildAll, namedOf, sourceOf } from './builder.ts';
import { concepts } from './concepts.ts';
import type { Marks } from './marks.ts';

const deepest = 700;
/** A longer leaf is no name. */
const longestName = 200;

/** The model's tree of a whole text. Throws a RangeError where it is nested too deeply. */
export const buildTree = (text: string, root: TreeNode, { byId, holes }: Marks, make: Makers): Node => {
  const build = (node: TreeNode, depth: number): Node | undefined => {
    if (depth > deepest) throw new RangeError('nested too deeply');
    const marked = byId.get(node.id);
    const { startIndex: from, endIndex: to } = node;
    if (marked !== undefined) {
      const { concept, detail, parts } = marked;
      return concepts[concept]?.(builder, { concept, detail, parts, node, from, to, depth });
    }
    const children = namedOf(node);
    if (children.length === 0)
      return to > from && to - from < longestName ? make.name(from, to, sourceOf(builder, node)) : undefined;
    const built = buildAll(builder, children, depth + 1);
    return built.length === 1 ? built[0] : make.group(from, to, built);
  };
  const builder: Builder = { text, make, byId, holes, build };
  return make.group(root.startIndex, text.length, buildAll(builder, namedOf(root), 0));
};
