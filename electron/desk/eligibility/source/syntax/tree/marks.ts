import type { QueryMatch, Node as TreeNode } from 'web-tree-sitter';
import { wordSet } from '#desk/eligibility/source/word-set.ts';

/** A node of the tree that a query matched: the concept of the model that it becomes, and its parts by name. */
export interface Marked {
  readonly concept: string;
  readonly detail: string;
  readonly parts: Map<string, TreeNode[]>;
}
export interface Marks {
  readonly byId: ReadonlyMap<number, Marked>;
  /** Nodes that are computed parts of texts. */
  readonly holes: ReadonlySet<number>;
}

const concepts = wordSet(
  'text name member index call operation choice list mapping pair definition annotation scope result import imported comment skip same code',
);

/** A capture named like a concept marks the node; the others of its match are its parts. The first pattern wins. */
export const marksOf = (matches: readonly QueryMatch[]): Marks => {
  const byId = new Map<number, Ranked>();
  const holes = new Set<number>();
  const ordered = [...matches].sort((a, b) => a.patternIndex - b.patternIndex);
  for (const match of ordered) {
    for (const { name, node } of match.captures) if (name === 'hole') holes.add(node.id);
    addMatch(byId, match);
  }
  return { byId, holes };
};

type Ranked = Marked & { readonly pattern: number };
const addMatch = (byId: Map<number, Ranked>, { captures, patternIndex: pattern }: QueryMatch): void => {
  const main = mainOf(captures);
  if (main === undefined) return;
  const [concept = '', detail = ''] = main.name.split('.');
  const known = byId.get(main.node.id);
  if (known !== undefined && (known.pattern !== pattern || known.concept !== concept)) return;
  const marked = known ?? { concept, detail, parts: new Map<string, TreeNode[]>(), pattern };
  byId.set(main.node.id, marked);
  for (const { name, node } of captures)
    if (node.id !== main.node.id || name !== main.name) addPart(marked, name, node);
};

/** The capture of the concept. `name` is a part wherever another capture is the concept. */
const mainOf = (captures: QueryMatch['captures']) =>
  captures.find(({ name }) => name !== 'name' && concepts.has(name.split('.')[0] as string)) ??
  captures.find(({ name }) => name === 'name');

const addPart = ({ parts }: Marked, name: string, node: TreeNode): void => {
  const part = parts.get(name);
  if (part === undefined) parts.set(name, [node]);
  else if (!part.some(({ id }) => id === node.id)) part.push(node);
};
