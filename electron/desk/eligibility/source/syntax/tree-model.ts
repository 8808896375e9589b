import type { Range, Node as TreeNode } from 'web-tree-sitter';
import { lineStart } from '#desk/eligibility/source/text-lines.ts';
import { effortFor } from './effort.ts';
import type { Grammar } from './grammar-files.ts';
import type { Node } from './model.ts';
import { makers } from './nodes.ts';
import type { Outline } from './outline.ts';
import { buildTree } from './tree/build.ts';
import { marksOf } from './tree/marks.ts';

/** A longer file is generated; the generic tokenizer reads it ten times as fast. */
const longestText = 1_500_000;
/** Share of a text in which the grammar may be at a loss. */
const mostErrors = 0.25;

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
    const root = buildTree(text, rootNode, marksOf(matches), makers(lineAt));
    return { root, hasErrors: rootNode.hasError };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  } finally {
    tree.delete();
  }
};

const rangeOf = (text: string, from: number, to: number, lineAt: (offset: number) => number): Range => {
  const pointOf = (at: number) => ({ row: lineAt(at) - 1, column: at - lineStart(text, at) });
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
  const open: (TreeNode | null)[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node?.type === 'ERROR') length += Math.max(0, node.endIndex - node.startIndex - understood(node));
    else if (node?.hasError) open.push(...node.children);
  }
  return length / Math.max(1, root.endIndex - root.startIndex);
};
/** Characters inside an error that were understood. */
const understood = ({ namedChildren }: TreeNode): number =>
  namedChildren.reduce(
    (sum, child) => sum + (child === null || child.hasError ? 0 : child.endIndex - child.startIndex),
    0,
  );
