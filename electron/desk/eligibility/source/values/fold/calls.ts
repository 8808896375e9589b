import { patternsOf } from '#desk/eligibility/source/patterns.ts';
import { hole, lastName, type Node, type NodeOf } from '#desk/eligibility/source/syntax/model.ts';
import { bare } from '#desk/eligibility/source/values/names.ts';
import {
  type Bindings,
  type Evaluation,
  firstOf,
  isKnown,
  noBindings,
  product,
  productOf,
  unknown,
} from './evaluation.ts';
import { formattedBy } from './formatting.ts';
import { itemsOf } from './items.ts';
import { memberAt, namedAt } from './named.ts';
import { appendedBy, listJoins } from './operations.ts';
import { boundBy, resultsElsewhere, resultsOf, withArguments } from './results.ts';

const { formatters, environment, concatenators } = patternsOf('values/fold/calls');

const resolvers = /^(?:url|uri|urljoin|resolve|joinurl|urlresolve|newurl)$/;
const replacers = /^(?:replace|tr|gsub|sub|strreplace|replaceall)$/;
const withoutSeparator = /^(?:concat|strcat|paste0)$/;
const pathBuilders =
  /^(?:\w*url\w*|\w*path\w*|\w*uri\w*|combine|concat|concatenate|strconcat|join|addprefix)$/;

/** What a text must hold so that a call with it alone may return it. */
const partOfPath = /[/%{]|rules|alerts/i;

/** A call being folded. */
interface Call {
  readonly node: NodeOf<'call'>;
  /** The last name of its callee, bare. */
  readonly method: string;
  readonly object: Node | undefined;
  /** Its arguments without comments and functions. */
  readonly given: readonly Node[];
  readonly depth: number;
  readonly bindings: Bindings;
}
/** One way to understand a call; undefined if the call is not of its kind. */
type Reading = (evaluation: Evaluation, call: Call) => readonly string[] | undefined;

/** The texts that a call may return. */
export const callOf = (
  evaluation: Evaluation,
  node: NodeOf<'call'>,
  depth: number,
  bindings: Bindings,
): readonly string[] => {
  const { callee } = node;
  const parameters = node.arguments.filter(({ kind }) => kind !== 'comment');
  const given = parameters.filter(({ kind }) => kind !== 'scope');
  if (callee?.kind === 'call' && given.length === 0) return evaluation.fold(callee, depth, bindings);
  const object = callee?.kind === 'member' ? callee.object : undefined;
  const call: Call = { node, method: bare(lastName(callee)), object, given, depth, bindings };
  for (const reading of readings) {
    const values = reading(evaluation, call);
    if (values !== undefined) return values;
  }
  return unknown;
};

const ownFunction: Reading = (evaluation, { node, method, given, depth, bindings }) => {
  if (method.length <= 1 || formatters.test(method)) return undefined;
  const functions = evaluation.names
    .functionsOf(method)
    .filter((one) => !(one.from <= node.from && node.to <= one.to));
  if (functions.length === 0 || functions.length >= 4) return undefined;
  const results = functions.flatMap((one) =>
    resultsOf(evaluation, one, depth, boundBy(evaluation, one, given, depth, bindings)),
  );
  return results.some(isKnown) ? results : undefined;
};

const functionElsewhere: Reading = (evaluation, { node, given, depth, bindings }) => {
  const results = resultsElsewhere(evaluation, node.callee);
  if (results.length === 0) return undefined;
  const values = given.map((one) =>
    firstOf(evaluation, one.kind === 'pair' ? one.value : one, depth, bindings),
  );
  return results.map((result) => withArguments(result, values));
};

const joinOfList: Reading = (evaluation, { method, object, given, depth, bindings }) => {
  if (!listJoins.test(method)) return undefined;
  const all = [...(object === undefined ? [] : [object]), ...given];
  const lists = all.filter((one) => itemsOf(evaluation, one, depth) !== undefined);
  if (lists.length === 0) return undefined;
  const separator = all
    .filter((one) => !lists.includes(one))
    .map((one) => evaluation.fold(one, depth, bindings)[0])
    .find((one) => one !== undefined && isKnown(one) && one.length < 4);
  const items = lists.flatMap((one) => itemsOf(evaluation, one, depth) ?? []);
  return productOf(evaluation, items, depth, bindings, separator ?? usualSeparator(method));
};
const usualSeparator = (method: string): string => {
  if (method === 'paste') return ' ';
  return withoutSeparator.test(method) ? '' : '/';
};

const format: Reading = (evaluation, { method, object, given, depth, bindings }) => {
  if (!formatters.test(method)) return undefined;
  const candidates = [...(object === undefined || isNamespace(object) ? [] : [object]), ...given];
  const formatted = formattedBy(evaluation, candidates, depth, bindings);
  if (formatted !== undefined || object === undefined || !replacers.test(method)) return formatted;
  return evaluation.fold(object, depth, bindings);
};

/** `new URL(path, base)`, but `urljoin(base, path)`. */
const resolvedPath: Reading = ({ fold }, { method, object, given, depth, bindings }) => {
  if (object !== undefined || given.length < 2 || !resolvers.test(method)) return undefined;
  const [first = unknown, second = unknown] = given.map((one) => fold(one, depth, bindings));
  return product(method === 'url' || method === 'newurl' ? [second, first] : [first, second], '/');
};

const concatenation: Reading = ({ fold }, { method, object, given, depth, bindings }) => {
  if (object !== undefined || given.length < 2 || !concatenators.test(method)) return undefined;
  const values = given.map((one) => fold(one, depth, bindings));
  return values.some(([one]) => one !== undefined && /[/]|rules|alerts/i.test(one))
    ? product(values)
    : undefined;
};

const builtPath: Reading = (evaluation, { method, object, given, depth, bindings }) => {
  if (given.length < 2 || !pathBuilders.test(method)) return undefined;
  const { fold } = evaluation;
  const [separator] = fold(given[0], depth, bindings);
  const values = given
    .filter(({ kind }) => kind !== 'mapping')
    .flatMap((one) => itemsOf(evaluation, one, depth) ?? [one])
    .map((one) => fold(one, depth, bindings));
  const base = object === undefined || isNamespace(object) ? [] : [fold(object, depth, bindings)];
  if (separator === '/' || separator === '') return product(values.slice(1), separator);
  if (!values.some(([one]) => one !== undefined && isKnown(one))) return undefined;
  return product([...base, ...values], /^(?:concat|concatenate|strconcat)$/.test(method) ? '' : '/');
};

const methodOfText: Reading = (evaluation, { method, object, given, depth, bindings }) => {
  if (object === undefined) return undefined;
  const base = evaluation.fold(object, depth, bindings);
  const from = isNamespace(object) && base[0] === hole ? [''] : base;
  const made = appendedBy(evaluation, method, from, given, depth, bindings);
  return made.some((value) => value !== hole && value !== '') ? made : undefined;
};

/** `getenv("RULES_PATH", "/rules")`. */
const setting: Reading = (evaluation, { node, method, object, given, depth, bindings }) => {
  if (!environment.test(method) && !environment.test(bare(lastName(object)))) return undefined;
  if (given.length > 1) return evaluation.fold(given.at(-1), depth, bindings);
  const [key] = given;
  return key?.kind === 'text'
    ? namedAt(evaluation, key.value.split(/[.:]/).at(-1) ?? '', node, depth, noBindings)
    : unknown;
};

const getter: Reading = (evaluation, { node, method, given, depth, bindings }) => {
  if (given.length > 0) return undefined;
  const { callee } = node;
  return method.length > 1 && callee?.kind === 'member' && callee.object !== undefined
    ? memberAt(evaluation, callee, depth, bindings)
    : unknown;
};

/** A wrapper of one text: `URI.create(x)`, `Uri(x)`, `encode(x)`. */
const wrapper: Reading = ({ fold }, { given, depth, bindings }) => {
  if (given.length !== 1) return undefined;
  const wrapped = fold(given[0], depth, bindings);
  // `Range("Subscription")` returns what the range holds, not its name.
  return given[0]?.kind !== 'text' || wrapped.some((value) => partOfPath.test(value)) ? wrapped : unknown;
};

const readings: readonly Reading[] = [
  ownFunction,
  functionElsewhere,
  joinOfList,
  format,
  resolvedPath,
  concatenation,
  builtPath,
  methodOfText,
  setting,
  getter,
  wrapper,
];

/** A class or a package, rather than a value: `Path`, `url`, `String`. */
const isNamespace = (node: Node): boolean =>
  node.kind === 'name' &&
  (/^[A-Z]/.test(node.text) ||
    /^(?:path|url|os|posixpath|strings|fmt|urllib|lodash|_|R|util)$/.test(node.text));
