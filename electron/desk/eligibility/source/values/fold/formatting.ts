import { hole, lastName, type Node } from '#desk/eligibility/source/syntax/model.ts';
import { filledIn, holdsPlaceholder } from '#desk/eligibility/source/values/formats.ts';
import { type Bindings, type Evaluation, firstOf } from './evaluation.ts';
import { namedAt } from './named.ts';
import { markedResultsOf, withArguments } from './results.ts';

/** The texts of a format with its arguments put in; undefined if none of the candidates is a format. */
export const formattedBy = (
  evaluation: Evaluation,
  candidates: readonly Node[],
  depth: number,
  bindings: Bindings,
): readonly string[] | undefined => {
  const { fold, model } = evaluation;
  const index = candidates.findIndex((one) => fold(one, depth, bindings).some(holdsPlaceholder));
  const format = candidates[index];
  if (format === undefined) return undefined;
  const rest = candidates.slice(index + 1).flatMap((one) => (one.kind === 'list' ? one.items : [one]));
  const textOf = (node: Node): string => firstOf(evaluation, node, depth, bindings);
  const isRust = model.language === 'rust';
  const values = isRust
    ? argumentsOfMacro(evaluation, rest, textOf)
    : rest.map((one) => (one.kind === 'mapping' ? hole : textOf(one)));
  // `format!("{base}/rules/{LOG}")` and `"{base}".format(base=…)`.
  const ofName = (name: string): string => {
    const given = rest.find((one) => one.kind === 'pair' && lastName(one.key) === name);
    if (given !== undefined) return textOf(given);
    return isRust ? (namedAt(evaluation, name, format, depth, bindings)[0] ?? hole) : hole;
  };
  return fold(format, depth, bindings).flatMap((text) => filledIn(text, values, ofName));
};

/** A macro of Rust has tokens as arguments: `paths`, `rule_path` and `id` of `paths::rule_path(id)` are one value. */
const argumentsOfMacro = (
  evaluation: Evaluation,
  tokens: readonly Node[],
  textOf: (node: Node) => string,
): string[] => {
  const { text } = evaluation.model;
  const groups: Node[][] = [];
  tokens.forEach((node, at) => {
    const before = tokens[at - 1];
    const between = before === undefined ? ',' : text.slice(before.to, node.from);
    if (between.includes(',')) groups.push([node]);
    else groups.at(-1)?.push(node);
  });
  return groups.map((group) =>
    group.length === 1 ? textOf(group[0] as Node) : callInMacro(evaluation, group, textOf),
  );
};

const callInMacro = (
  evaluation: Evaluation,
  group: readonly Node[],
  textOf: (node: Node) => string,
): string => {
  const { model, names, codeBase } = evaluation;
  const called = group.findIndex(({ to }) => model.text.charAt(to) === '(');
  const callee = group[called];
  if (callee === undefined) return hole;
  const given = group.slice(called + 1).map(textOf);
  const name = lastName(callee);
  const [own] = names.functionsOf(name).flatMap((scope) => markedResultsOf(evaluation, scope));
  const result = own ?? codeBase?.resultsOf?.(name, model.path, lastName(group[called - 1]))[0];
  return result === undefined ? hole : withArguments(result, given);
};
