import { hole, lastName, type Node, type NodeOf } from '#desk/eligibility/source/syntax/model.ts';
import { bare, type Given } from '#desk/eligibility/source/values/names.ts';
import {
  type Bindings,
  type Evaluation,
  isKnown,
  mostValues,
  noBindings,
  product,
  unknown,
} from './evaluation.ts';
import { resultsOf } from './results.ts';

/** The texts of a name where it is used: a parameter, a variable of the file, or what another file defines. */
export const namedAt = (
  evaluation: Evaluation,
  name: string,
  use: Node,
  depth: number,
  bindings: Bindings,
): readonly string[] => {
  const { names } = evaluation;
  const bound = bindings.get(bare(name));
  if (bound !== undefined) return bound;
  const given = names.valuesOf(name.replace(/^[$@%&]+/, ''), use);
  return given.length > 0
    ? assembled(evaluation, given, use, depth)
    : imported(evaluation, name, names.moduleOf(name));
};

const imported = ({ names, codeBase, model }: Evaluation, local: string, module?: string) => {
  const name = module === undefined ? local : names.importedOf(local);
  const values = codeBase?.valuesOf(name, model.path, module) ?? [];
  return values.length === 0 ? unknown : values.slice(0, mostValues);
};

/** The texts of a variable after all its assignments: each replaces the one before, or is appended to it. */
const assembled = ({ fold }: Evaluation, given: readonly Given[], use: Node, depth: number) => {
  const replaced: string[] = [];
  let current: readonly string[] = [];
  for (const one of given) {
    if (!isBefore(one, use)) continue;
    const next = fold(one.value, depth, noBindings);
    if (one.appends)
      current = product([current.length === 0 ? unknown : current, next], one.slashed === true ? '/' : '');
    else {
      replaced.push(...current);
      current = next;
    }
  }
  const all = [...new Set([...current, ...replaced])];
  return all.length > 1 ? all.filter(isKnown) : all;
};
/** Whether an assignment may count at a use: a value does not use itself, and later appends do not count. */
const isBefore = ({ value, appends, at }: Given, use: Node): boolean =>
  !(value.from <= use.from && use.to <= value.to && value.kind !== 'scope') && !(appends && at.from > use.to);

/** Members that hold the text of their object. */
const texts = /^(?:value|rawvalue|path|tostring|name|length|freeze|url|href|build|code|text|description)$/;

export const memberAt = (
  evaluation: Evaluation,
  node: NodeOf<'member'>,
  depth: number,
  bindings: Bindings,
): readonly string[] => {
  const { fold, names } = evaluation;
  const name = bare(node.name);
  if (texts.test(name) && node.object !== undefined && node.object.kind !== 'name') {
    const inner = fold(node.object, depth, bindings);
    if (inner.some(isKnown)) return inner;
  }
  const own = namedAt(evaluation, node.name, node, depth, noBindings);
  if (own.some((value) => value !== hole)) return own;
  const functions = names.functionsOf(node.name);
  if (functions.length > 0) return functions.flatMap((one) => resultsOf(evaluation, one, depth));
  const elsewhere = imported(evaluation, node.name, names.moduleOf(lastName(node.object)));
  if (elsewhere !== unknown) return elsewhere;
  return /^(?:value|rawvalue|path|tostring|href|url|text)$/.test(name)
    ? fold(node.object, depth, bindings)
    : unknown;
};
