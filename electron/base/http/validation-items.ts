import type { ErrorObject } from 'ajv';
import type { ValidationItem } from '#contract/errors.ts';

/** Turns what the validator found into sentences that say what to mend. Source: `docs/reference/rules/api.md#errors`. */

const mostItems = 100;
/** A long list of wrong entries has a problem for each, and each is held against the others. */
const mostLookedAt = 1000;

/** @param whole what the problems are in: "body", or "query" for the query string */
export const toItems = (problems: readonly ErrorObject[], whole: string): ValidationItem[] => {
  const items = withoutBranches(problems.slice(0, mostLookedAt)).map((problem) => toItem(problem, whole));
  const unseen = Math.max(0, problems.length - mostLookedAt);
  if (items.length <= mostItems) return items;
  const more = items.length - mostItems + unseen;
  return [
    ...items.slice(0, mostItems),
    { itemId: whole, message: `${more} more problems.`, validatorName: 'count' },
  ];
};

const toItem = (problem: ErrorObject, whole: string): ValidationItem => {
  const parts = problem.instancePath.split('/').slice(1).map(unescapePointer);
  if (problem.propertyName !== undefined) parts.push(problem.propertyName);
  const itemId = [...parts, ...namedField(problem)].join('.') || whole;
  const subject = itemId === whole ? `The ${whole}` : itemId;
  return { itemId, message: `${subject} ${whatToMend(problem)}.`, validatorName: problem.keyword };
};

/** The field that a problem of an object is about. */
const namedField = ({ params }: ErrorObject): string[] => {
  const name = params.missingProperty ?? params.additionalProperty;
  return typeof name === 'string' ? [name] : [];
};

const whatToMend = (problem: ErrorObject): string => {
  const { params, keyword } = problem;
  switch (keyword) {
    case 'required':
      return 'is missing';
    case 'type':
      return `must be ${typeLabels[String(params.type)] ?? params.type}`;
    case 'enum':
      return `must be one of: ${params.allowedValues.join(', ')}`;
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      return params.limit === 1
        ? 'must not be empty'
        : `must have at least ${params.limit} ${units[keyword]}`;
    case 'maxLength':
    case 'maxItems':
    case 'maxProperties':
      return `must have at most ${params.limit} ${units[keyword]}`;
    case 'minimum':
      return `must be ${params.limit} or more`;
    case 'maximum':
      return `must be ${params.limit} or less`;
    case 'format':
      return `must be ${formatLabels[params.format] ?? params.format}`;
    case 'pattern':
      return `must be ${hint(problem) ?? `text that matches ${params.pattern}`}`;
    case 'anyOf':
      return `must be ${hint(problem) ?? 'of one of the forms in the documentation'}`;
    case 'additionalProperties':
      return 'is not known here';
    default:
      return problem.message ?? 'is not accepted';
  }
};

/** A schema's description says in words what its pattern says in signs. */
const hint = ({ parentSchema }: ErrorObject): string | undefined => {
  const description: unknown = parentSchema?.description;
  if (typeof description !== 'string') return undefined;
  // What begins with an abbreviation, such as SHA-256, keeps its capitals.
  const start = /^[A-Z][A-Z]/.test(description) ? description.charAt(0) : description.charAt(0).toLowerCase();
  return start + description.slice(1).replace(/\.$/, '');
};

/**
 * A value that fits none of several forms is told about once: by the problems of the form it was meant to have (the
 * one whose type it has), or else by the forms there are.
 */
const withoutBranches = (problems: readonly ErrorObject[]): ErrorObject[] => {
  let rest = problems.filter(({ keyword }) => keyword !== 'propertyNames');
  for (const choice of problems.filter(({ keyword }) => keyword === 'anyOf')) {
    const ofBranch = (problem: ErrorObject): string | undefined => {
      const { schemaPath, instancePath } = problem;
      if (!schemaPath.startsWith(`${choice.schemaPath}/`) || !instancePath.startsWith(choice.instancePath)) {
        return undefined;
      }
      return schemaPath.slice(choice.schemaPath.length + 1).split('/', 1)[0];
    };
    const otherType = new Set(
      rest.filter((p) => p.keyword === 'type' && p.instancePath === choice.instancePath).map(ofBranch),
    );
    const ofForms = rest.filter((p) => ofBranch(p) !== undefined && !otherType.has(ofBranch(p)));
    const kind = kindProblem(choice, ofForms, ofBranch);
    const meant = kind === undefined ? withoutOtherKinds(ofForms, ofBranch) : [kind];
    // All that is wrong is that none of the forms was begun: the forms themselves are told.
    const begun = new Set(meant.map(ofBranch)).size < 2 || meant.some((p) => p.keyword !== 'required');
    if (!begun) meant.length = 0;
    if (kind !== undefined && !rest.includes(kind)) rest.push(kind);
    if (meant.some((p) => p.keyword === 'additionalProperties')) keepNearest(meant, ofBranch);
    rest = rest.filter((p) =>
      ofBranch(p) === undefined ? p !== choice || meant.length === 0 : meant.includes(p),
    );
  }
  return rest;
};

/** Without the forms that have another fixed value, if there are others. */
const withoutOtherKinds = (
  problems: readonly ErrorObject[],
  ofBranch: (problem: ErrorObject) => string | undefined,
): ErrorObject[] => {
  const others = new Set(problems.filter(({ keyword }) => keyword === 'const').map(ofBranch));
  const left = problems.filter((p) => !others.has(ofBranch(p)));
  return left.length === 0 ? [...problems] : left;
};

/** Where a field says which form is meant: the problem of that field, if it is of none, or missing. */
const kindProblem = (
  { schema }: ErrorObject,
  problems: readonly ErrorObject[],
  ofBranch: (problem: ErrorObject) => string | undefined,
): ErrorObject | undefined => {
  const forms = Array.isArray(schema) ? schema.length : 0;
  const isAll = (some: readonly ErrorObject[]): boolean =>
    forms > 1 && new Set(some.map(ofBranch)).size === forms;
  const fixed = problems.filter(({ keyword }) => keyword === 'const');
  const [first] = fixed;
  if (first !== undefined && isAll(fixed) && fixed.every((p) => p.instancePath === first.instancePath)) {
    const allowedValues = [...new Set(fixed.map(({ params }) => params.allowedValue))];
    return { ...first, keyword: 'enum', params: { allowedValues } };
  }
  const missing = problems.filter(({ keyword }) => keyword === 'required');
  const [lacking] = missing;
  const name = lacking?.params.missingProperty;
  const isSame = isAll(missing) && missing.every(({ params }) => params.missingProperty === name);
  return isSame && problems.length === missing.length ? lacking : undefined;
};

/** A field that one form does not know may be what another lacks: the forms with the fewest problems are told. */
const keepNearest = (meant: ErrorObject[], ofBranch: (problem: ErrorObject) => string | undefined): void => {
  const counts = new Map<string | undefined, number>();
  for (const problem of meant) counts.set(ofBranch(problem), (counts.get(ofBranch(problem)) ?? 0) + 1);
  const fewest = Math.min(...counts.values());
  meant.splice(0, meant.length, ...meant.filter((problem) => counts.get(ofBranch(problem)) === fewest));
};

const unescapePointer = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

const typeLabels: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

const formatLabels: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  'date-time': 'an instant in ISO 8601, such as 2026-01-31T09:00:00Z',
  email: 'an e-mail address',
};

const units: Readonly<Record<string, string>> = {
  minLength: 'characters',
  maxLength: 'characters',
  minItems: 'entries',
  maxItems: 'entries',
  minProperties: 'entries',
  maxProperties: 'entries',
};
