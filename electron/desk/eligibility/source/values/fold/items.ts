import { lastName, type Node, type NodeOf } from '#desk/eligibility/source/syntax/model.ts';
import { bareWords, deepest, type Evaluation } from './evaluation.ts';

/** The items of an expression that is a list; undefined if it is none. */
export const itemsOf = (evaluation: Evaluation, node: Node, depth: number): readonly Node[] | undefined => {
  switch (node.kind) {
    case 'list':
      return node.items;
    case 'mapping':
      return node.entries.length > 1 &&
        node.entries.every(({ kind }) => kind !== 'pair' && kind !== 'definition')
        ? node.entries
        : undefined;
    case 'scope':
      return isListOfValues(node) ? node.children : undefined;
    case 'call':
      return /^(?:qw|list)$/.test(lastName(node.callee)) && bareWords.has(evaluation.model.language)
        ? node.arguments.flatMap((one) =>
            one.kind === 'call' && one.callee !== undefined ? [one.callee, ...one.arguments] : [one],
          )
        : undefined;
    case 'operation':
      return itemsJoined(evaluation, node, depth);
    case 'name':
    case 'member': {
      const given = evaluation.names.valuesOf(lastName(node), node)[0]?.value;
      return given?.kind === 'list' || given?.kind === 'mapping'
        ? itemsOf(evaluation, given, depth)
        : undefined;
    }
    default:
      return undefined;
  }
};

/** A block that is a list of values without separators. */
const isListOfValues = ({ role, name, parameters, children }: NodeOf<'scope'>): boolean =>
  role === 'block' &&
  name === '' &&
  parameters.length === 0 &&
  children.length > 1 &&
  children.every(({ kind }) => /^(?:text|name|member|call|index|operation)$/.test(kind));

const itemsJoined = (evaluation: Evaluation, node: NodeOf<'operation'>, depth: number) => {
  if (depth >= deepest || !/^(?:\+|\+\+|\+:|:\+|~|\.\.\.|\*)$/.test(node.operator)) return undefined;
  const lists = node.operands.map((one) => itemsOf(evaluation, one, depth + 1));
  return lists.some((items) => items !== undefined)
    ? lists.flatMap((items, index) => items ?? [node.operands[index] as Node])
    : undefined;
};
