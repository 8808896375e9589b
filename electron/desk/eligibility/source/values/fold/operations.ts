import { patternsOf } from '#desk/eligibility/source/patterns.ts';
import { hole, lastName, type Node, type NodeOf } from '#desk/eligibility/source/syntax/model.ts';
import { filledIn } from '#desk/eligibility/source/values/formats.ts';
import { bare } from '#desk/eligibility/source/values/names.ts';
import { wordSet } from '#desk/eligibility/source/word-set.ts';
import { type Bindings, type Evaluation, firstOf, product, productOf, unknown } from './evaluation.ts';
import { itemsOf } from './items.ts';

const { adds, ignores } = patternsOf('values/fold/operations');
export const { listJoins } = patternsOf('values/fold/operations');

const joins: ReadonlySet<string> = new Set(['', ...wordSet('+ . & ~ .. ++ <> ^ << $ && cat concat , _')]);
const pathJoins = wordSet('/ </> <+> /+');
const pipes = wordSet('|> %>% ->> |');

export const operationOf = (
  evaluation: Evaluation,
  { operator, operands }: NodeOf<'operation'>,
  depth: number,
  bindings: Bindings,
): readonly string[] => {
  if (operator === '%' || operator === '-f') return formatOf(evaluation, operands, depth, bindings);
  if (pathJoins.has(operator)) return productOf(evaluation, operands, depth, bindings, '/');
  if (pipes.has(operator)) return pipeOf(evaluation, operands, depth, bindings);
  return joins.has(operator) ? productOf(evaluation, operands, depth, bindings) : unknown;
};

/** `"/rules/%s" % id`. */
const formatOf = (
  evaluation: Evaluation,
  [format, ...rest]: readonly Node[],
  depth: number,
  bindings: Bindings,
): string[] => {
  const parameters = rest.flatMap((one) => {
    if (one.kind === 'list') return one.items;
    return one.kind === 'mapping' ? one.entries : [one];
  });
  return evaluation.fold(format, depth, bindings).flatMap((text) =>
    filledIn(
      text,
      parameters.map((one) => firstOf(evaluation, one, depth, bindings)),
    ),
  );
};

/** `base |> append_path("/rules")`. */
const pipeOf = (
  evaluation: Evaluation,
  [first, ...rest]: readonly Node[],
  depth: number,
  bindings: Bindings,
): readonly string[] => {
  const { fold } = evaluation;
  let value = fold(first, depth, bindings);
  for (const one of rest) {
    if (one.kind !== 'call') continue;
    const method = bare(lastName(one.callee));
    const items =
      first === undefined || !listJoins.test(method) ? undefined : itemsOf(evaluation, first, depth);
    if (items === undefined) value = appendedBy(evaluation, method, value, one.arguments, depth, bindings);
    else {
      const [separator] = one.arguments.map((given) => fold(given, depth, bindings)[0]);
      const sign = separator === undefined || separator === hole ? '/' : separator;
      value = productOf(evaluation, items, depth, bindings, sign);
    }
  }
  return value;
};

/** What a method makes of the text that it is called on. */
export const appendedBy = (
  { fold }: Evaluation,
  method: string,
  base: readonly string[],
  parameters: readonly Node[],
  depth: number,
  bindings: Bindings,
): readonly string[] => {
  if (ignores.test(method) || !adds.test(method)) return base;
  const pieces = parameters
    .filter(({ kind }) => kind !== 'scope' && kind !== 'mapping')
    .flatMap((one) => (one.kind === 'list' ? one.items : [one]));
  return product([base, ...pieces.map((one) => fold(one, depth, bindings))], '/');
};

/** CloudFormation's `Fn::Join: ["/", [a, b]]` and `Fn::Sub`. */
export const intrinsicOf = (
  evaluation: Evaluation,
  node: Node,
  depth: number,
  bindings: Bindings,
): readonly string[] => {
  if (node.kind !== 'pair' || node.value === undefined) return unknown;
  const { fold } = evaluation;
  const { value } = node;
  const key = bare(lastName(node.key));
  if (/^(?:fn)?join$/.test(key) && value.kind === 'list') {
    const [separator, list] = value.items;
    if (list?.kind === 'list')
      return productOf(evaluation, list.items, depth, bindings, fold(separator, depth, bindings)[0]);
  }
  return /^(?:fn)?sub$/.test(key)
    ? fold(value.kind === 'list' ? value.items[0] : value, depth, bindings)
    : unknown;
};
