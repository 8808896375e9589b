import type { Node as TreeNode } from 'web-tree-sitter';
import type { Node } from '#desk/eligibility/source/syntax/model.ts';
import { unescaped } from '#desk/eligibility/source/syntax/tokens.ts';
import { type Builder, buildAll, namedOf, sourceOf } from './builder.ts';

const opening = /^(?:[a-zA-Z@$]{0,3}#*(?:"""|'''|["'`])|%[qQwWiI]?[[({<|]|\[=*\[|:["']?|<)/;
const ending = /(?:"""|'''|["'`])#*$|[\])}>|]$|\]=*\]$/;

/** A text without its quotes, with its computed parts built. */
export const literalOf = (builder: Builder, node: TreeNode): Node => {
  const { text, make } = builder;
  const { startIndex: from, endIndex: to } = node;
  const holes = holesOf(builder, node);
  if (isOfPieces(builder, node, holes)) return make.text(from, to, piecesOf(builder, node));
  const raw = text.slice(from, to);
  const { start, end } = node.type === 'regex' ? slashesOf(raw) : quotesOf(raw);
  const parts: (string | Node)[] = [];
  let at = from + start;
  for (const child of holes) {
    // The signs around a hole belong to it, even if the grammar leaves them out: `$name`, `${…}`.
    const before = /^[$#{]/.test(sourceOf(builder, child))
      ? 0
      : (/[$#\\]?\{$|\$$/.exec(text.slice(at, child.startIndex))?.[0].length ?? 0);
    if (child.startIndex - before > at) parts.push(unescaped(text.slice(at, child.startIndex - before)));
    parts.push(computed(builder, child));
    at = child.endIndex + (before > 1 && text.charAt(child.endIndex) === '}' ? 1 : 0);
  }
  if (to - end > at) parts.push(unescaped(text.slice(at, to - end)));
  return make.text(from, to, parts);
};

const holesOf = ({ holes }: Builder, node: TreeNode): TreeNode[] =>
  holes.size === 0
    ? []
    : namedOf(node).flatMap((child) =>
        holes.has(child.id) ? [child] : namedOf(child).filter(({ id }) => holes.has(id)),
      );

/** Quoted pieces that stand together: `"$a"/b"$c"` of a shell. */
const isOfPieces = ({ byId }: Builder, node: TreeNode, holes: readonly TreeNode[]): boolean =>
  (holes.length === 0 &&
    byId.get(node.id)?.concept === 'text' &&
    namedOf(node).some(({ id }) => byId.get(id)?.concept === 'text')) ||
  (node.type === 'concatenation' && namedOf(node).length > 0);
const piecesOf = (builder: Builder, node: TreeNode): (string | Node)[] =>
  namedOf(node).flatMap((child) => {
    const piece = builder.holes.has(child.id) ? builder.build(child, 1) : literalOf(builder, child);
    if (piece === undefined) return [];
    return piece.kind === 'text' ? piece.parts : [piece];
  });

const computed = (builder: Builder, child: TreeNode): Node => {
  const isMarked = builder.byId.has(child.id);
  const inner = buildAll(builder, isMarked ? [child] : namedOf(child), 1);
  return inner.length === 1
    ? (inner[0] as Node)
    : builder.make.group(child.startIndex, child.endIndex, inner);
};

/** How many characters of slashes and flags a regular expression begins and ends with. */
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
