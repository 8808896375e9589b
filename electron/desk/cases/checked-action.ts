import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { CaseAction } from '#contract/case.ts';

/** The shape of each kind: searching all of them for one would cost more than the rest of an append. */
const schemas = new Map<string, TSchema>(
  CaseAction.anyOf.map((schema) => [schema.properties.kind.const, schema]),
);

/** What is wrong with an action, in the words of its schema; undefined if it fits. */
export const problemOf = (action: {
  readonly kind: string;
  readonly content: unknown;
}): string | undefined => {
  const schema = schemas.get(action.kind);
  if (schema === undefined) return 'it is of no kind that is known here';
  const [problem] = Value.Errors(schema, action);
  return problem && `${problem.instancePath} ${problem.message}`;
};

/** The chain is for ever: what does not fit its shapes must never get into it. */
export const checkedAction = (action: CaseAction): CaseAction => {
  const problem = problemOf(action);
  if (problem === undefined) return action;
  throw new Error(`The action ${action.kind} does not fit: ${problem}.`);
};
