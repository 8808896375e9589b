import type { CodeBase } from '#desk/eligibility/source/inspection.ts';
import {
  lastName,
  type Model,
  type Node,
  type NodeOf,
  type Scope,
} from '#desk/eligibility/source/syntax/model.ts';
import { wordSet } from '#desk/eligibility/source/word-set.ts';
import { callOf } from './fold/calls.ts';
import {
  type Bindings,
  bareWords,
  deepest,
  type Evaluation,
  isKnown,
  mostValues,
  noBindings,
  product,
  productOf,
  unknown,
} from './fold/evaluation.ts';
import { memberAt, namedAt } from './fold/named.ts';
import { intrinsicOf, operationOf } from './fold/operations.ts';
import { markedResultsOf, resultsElsewhere, resultsOf, withArguments } from './fold/results.ts';
import type { Names } from './names.ts';

/** The texts that an expression can have; unknown parts are a `hole`. */
export interface Folding {
  /** At most four, each of at most 2,000 characters. */
  readonly valuesOf: (node: Node) => readonly string[];
  /** The texts that a function returns, with a mark for each parameter: `/rules/` and the mark of the first one. */
  readonly resultsOf: (scope: Scope) => readonly string[];
  /** The texts that a function of another file returns, whatever its arguments. */
  readonly resultsElsewhere: (callee: Node | undefined) => readonly string[];
}

/** Steps for one file: a hostile one must not be folded for ever. */
const mostSteps = 200_000;

/** Folds constants over a model; definitions of other files come from the code base. Linear but for its bounds. */
export const foldingOf = (model: Model, names: Names, codeBase: CodeBase | undefined): Folding => {
  const memo = new Map<Node, readonly string[]>();
  const open = new Set<Node>();
  let steps = 0;
  const fold: Evaluation['fold'] = (node, depth, bindings) => {
    if (node === undefined || depth > deepest || steps++ > mostSteps) return unknown;
    const known = bindings.size === 0 ? memo.get(node) : undefined;
    if (known !== undefined) return known;
    if (open.has(node)) return unknown;
    open.add(node);
    const made = (byKind[node.kind] as Fold<Node['kind']>)(evaluation, node as never, depth + 1, bindings);
    open.delete(node);
    const values = made.length === 0 ? unknown : [...new Set(made)].slice(0, mostValues);
    if (bindings.size === 0) memo.set(node, values);
    return values;
  };
  const evaluation: Evaluation = { model, names, codeBase, fold };
  return {
    valuesOf: (node) => fold(node, 0, noBindings),
    resultsOf: (scope) => markedResultsOf(evaluation, scope),
    resultsElsewhere: (callee) =>
      resultsElsewhere(evaluation, callee).map((result) => withArguments(result, [])),
  };
};

type Fold<Kind extends Node['kind']> = (
  evaluation: Evaluation,
  node: NodeOf<Kind>,
  depth: number,
  bindings: Bindings,
) => readonly string[];

const nothing = (): readonly string[] => unknown;
const ofValue = (
  { fold }: Evaluation,
  { value }: { readonly value: Node | undefined },
  depth: number,
  bindings: Bindings,
): readonly string[] => fold(value, depth, bindings);

/** Languages in which two bars join texts. */
const barsJoin = wordSet('sql text cobol awk');
const justfile = /(?:^|[/\\])\.?justfile$|\.just$/i;

const byKind: { readonly [Kind in Node['kind']]: Fold<Kind> } = {
  text: ({ model, fold }, { parts }, depth, bindings) => {
    const isJust = justfile.test(model.path);
    return product(
      parts.map((part) => {
        if (typeof part !== 'string') return fold(part, depth, bindings);
        return [isJust ? part.replace(/\s+\/\s+/g, '/') : part];
      }),
    );
  },
  name: (evaluation, node, depth, bindings) =>
    /^\d+$/.test(node.text) || (bareWords.has(evaluation.model.language) && /^[a-z]+$/.test(node.text))
      ? [node.text]
      : namedAt(evaluation, node.text, node, depth, bindings),
  member: memberAt,
  index: (evaluation, node, depth) =>
    node.key?.kind === 'text' ? namedAt(evaluation, lastName(node.key), node, depth, noBindings) : unknown,
  operation: operationOf,
  choice: (evaluation, { options }, depth, bindings) => {
    if (barsJoin.has(evaluation.model.language)) return productOf(evaluation, options, depth, bindings);
    const values = options.flatMap((one) => evaluation.fold(one, depth, bindings));
    return values.some(isKnown) ? values.filter(isKnown) : values;
  },
  call: callOf,
  definition: ofValue,
  pair: ofValue,
  result: ofValue,
  scope: resultsOf,
  group: ({ fold }, { children }, depth, bindings) => fold(children[0], depth, bindings),
  list: ({ fold }, { items }, depth, bindings) =>
    items.length === 1 ? fold(items[0], depth, bindings) : unknown,
  mapping: (evaluation, { entries }, depth, bindings) =>
    entries.length === 1 ? intrinsicOf(evaluation, entries[0] as Node, depth, bindings) : unknown,
  annotation: nothing,
  import: nothing,
  comment: nothing,
};
