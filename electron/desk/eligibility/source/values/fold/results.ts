import { hole, lastName, type Node, type Scope } from '#desk/eligibility/source/syntax/model.ts';
import { bare } from '#desk/eligibility/source/values/names.ts';
import { type Bindings, type Evaluation, noBindings } from './evaluation.ts';

const mostParameters = 8;
const mostResults = 4;
/** Stands for an argument of a function, counted from 0. */
const parameterMark = (index: number): string => String.fromCharCode(0xe010 + index);
/** Stands for all remaining arguments: `...parts`. */
const restMark = '\uE01F';
const marks = /[\uE010-\uE01F]/g;

/** A result with the arguments put in. */
export const withArguments = (result: string, given: readonly string[]): string =>
  result.replace(marks, (mark, at: number) => {
    if (mark !== restMark) return given[mark.charCodeAt(0) - 0xe010] ?? hole;
    const rest = given.slice(result.slice(0, at).match(/[\uE010-\uE01E]/g)?.length ?? 0);
    return rest.length === 0 ? hole : rest.join('/');
  });

/** The texts that a function returns. */
export const resultsOf = (
  { fold }: Evaluation,
  scope: Scope,
  depth: number,
  bindings: Bindings = noBindings,
): string[] => returnedBy(scope).flatMap((one) => fold(one, depth, bindings));

/** The texts that a function returns, with a mark for each parameter. */
export const markedResultsOf = (evaluation: Evaluation, scope: Scope): string[] => {
  const { text } = evaluation.model;
  const bound = new Map<string, readonly string[]>();
  let index = 0;
  for (const one of scope.parameters.slice(0, mostParameters)) {
    const name = bare(lastName(one.kind === 'definition' ? one.target : one));
    if (index === 0 && /^(?:self|this|cls)$/.test(name)) continue;
    const isRest = /(?:\*|\.{3}|vararg |params )$/.test(
      text.slice(Math.max(0, one.from - 8), one.from) +
        /^[*.]*/.exec(text.slice(one.from, one.from + 3))?.[0],
    );
    if (name !== '') bound.set(name, [isRest ? restMark : parameterMark(index)]);
    index++;
  }
  return resultsOf(evaluation, scope, 1, bound);
};

/** The texts that a function of another file returns, with marks for its arguments. */
export const resultsElsewhere = (
  { codeBase, names, model }: Evaluation,
  callee: Node | undefined,
): readonly string[] => {
  if (codeBase?.resultsOf === undefined || callee === undefined) return [];
  const local = lastName(callee);
  if (callee.kind !== 'member')
    return codeBase.resultsOf(names.importedOf(local), model.path, names.moduleOf(local));
  const object = lastName(callee.object);
  return codeBase.resultsOf(local, model.path, names.moduleOf(object) ?? object);
};

/** The values of a function's parameters in one call. */
export const boundBy = (
  { fold }: Evaluation,
  scope: Scope,
  given: readonly Node[],
  depth: number,
  bindings: Bindings,
): Bindings => {
  const bound = new Map<string, readonly string[]>();
  const parameters = scope.parameters.map((one) =>
    bare(lastName(one.kind === 'definition' ? one.target : one)),
  );
  const offset = parameters[0] === 'self' || parameters[0] === 'this' ? 1 : 0;
  given.forEach((one, index) => {
    const name = one.kind === 'pair' ? bare(lastName(one.key)) : parameters[index + offset];
    if (name !== undefined && name !== '')
      bound.set(name, fold(one.kind === 'pair' ? one.value : one, depth, bindings));
  });
  return bound;
};

/** The expressions that a function returns: its results, or its last expression. */
const returnedBy = ({ children }: Scope): Node[] => {
  const found: Node[] = [];
  addResults(found, children, 0);
  const last = children.at(-1);
  if (found.length === 0 && last !== undefined && /^(?:text|operation|call|choice)$/.test(last.kind))
    found.push(last);
  return found;
};
const addResults = (found: Node[], nodes: readonly Node[], level: number): void => {
  for (const node of nodes) {
    if (node.kind === 'result' && node.value !== undefined) found.push(node.value);
    else if (node.kind === 'group' && level < 6) addResults(found, node.children, level + 1);
    if (found.length >= mostResults) return;
  }
};
