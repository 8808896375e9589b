import { CatalogueError } from '#contract/errors.ts';

/** The language of `query`. Source: `docs/reference/rules/api.md#query`. Pure: knows no fields and no SQL. */

export const queryOperators = ['=', '!=', '>', '<', '~'] as const;
export type QueryOperator = (typeof queryOperators)[number];

export interface Condition {
  /** The field's name, or the key where `isTag`. */
  readonly field: string;
  readonly isTag: boolean;
  readonly operator: QueryOperator;
  readonly value: string;
  /** Where the field and the value begin, from 1. */
  readonly fieldAt: number;
  readonly valueAt: number;
}

/** Alternatives (`||`), each a list of conditions that must all hold (`&&`). */
export type Query = readonly (readonly Condition[])[];

/** More would be too deep an expression for the database. */
const mostConditions = 100;

/** @param position from 1, in UTF-16 units */
export const malformed = (position: number, problem: string): CatalogueError =>
  new CatalogueError('query.malformed', { position, problem }, [
    {
      itemId: 'query',
      message: `The query can't be read at position ${position}: ${problem}.`,
      validatorName: 'query',
    },
  ]);

/**
 * Reads `field=value` conditions joined by `&&` (binds tighter) and `||`. A value extends to the next joiner, its
 * surrounding space dropped; in double quotes it may hold joiners, and `\"` and `\\` stand for `"` and `\`.
 * @throws CatalogueError `query.malformed`, and nothing else
 */
export const parseQuery = (text: string): Query => {
  const alternatives: Condition[][] = [[]];
  let at = 0;
  for (let count = 1; ; count++) {
    if (count > mostConditions) throw malformed(at + 1, `there are more than ${mostConditions} conditions`);
    const { condition, end } = readCondition(text, at);
    alternatives.at(-1)?.push(condition);
    if (end === text.length) return alternatives;
    if (text.startsWith('||', end)) alternatives.push([]);
    at = end + 2;
  }
};

const readCondition = (text: string, from: number): { condition: Condition; end: number } => {
  const field = readField(text, skipSpace(text, from));
  const operatorAt = skipSpace(text, field.end);
  const operator = readOperator(text, operatorAt);
  const valueAt = skipSpace(text, operatorAt + operator.length);
  const value = text[valueAt] === '"' ? readQuoted(text, valueAt) : readBare(text, valueAt);
  const end = skipSpace(text, value.end);
  if (end < text.length && !isJoiner(text, end)) {
    throw malformed(end + 1, 'after a quoted value only && or || can follow');
  }
  return {
    condition: {
      field: field.name,
      isTag: field.isTag,
      operator,
      value: value.text,
      fieldAt: field.at + 1,
      valueAt: valueAt + 1,
    },
    end,
  };
};

const readField = (text: string, at: number): { name: string; isTag: boolean; at: number; end: number } => {
  if (text.startsWith('tags."', at)) {
    const key = readQuoted(text, at + 5);
    return { name: key.text, isTag: true, at, end: key.end };
  }
  const word = /[^=!<>~&|"]*/y;
  word.lastIndex = at;
  const name = (word.exec(text)?.[0] ?? '').trimEnd();
  const end = at + name.length;
  if (name === '') throw malformed(at + 1, 'the name of a field is missing');
  if (!name.startsWith('tags.')) return { name, isTag: false, at, end };
  if (name === 'tags.') throw malformed(end + 1, 'the key of the tag is missing after "tags."');
  return { name: name.slice('tags.'.length), isTag: true, at, end };
};

const readOperator = (text: string, at: number): QueryOperator => {
  const [signs = ''] = text.slice(at).match(/^[=!<>~]+/) ?? [];
  if ((queryOperators as readonly string[]).includes(signs)) return signs as QueryOperator;
  const known = 'there are =, !=, >, < and ~ (contains)';
  if (signs !== '') throw malformed(at + 1, `there is no operator ${signs}; ${known}`);
  throw malformed(at + 1, `an operator is missing; ${known}`);
};

const readQuoted = (text: string, openAt: number): { text: string; end: number } => {
  let value = '';
  for (let at = openAt + 1; at < text.length; at++) {
    const next = text[at + 1];
    if (text[at] === '"') return { text: value, end: at + 1 };
    if (text[at] === '\\' && (next === '"' || next === '\\')) at++;
    value += text[at];
  }
  throw malformed(openAt + 1, 'this double quote is never closed');
};

const readBare = (text: string, at: number): { text: string; end: number } => {
  let end = at;
  while (end < text.length && !isJoiner(text, end)) end++;
  const value = text.slice(at, end).trimEnd();
  if (value === '') throw malformed(at + 1, 'a value is missing; write "" for an empty one');
  return { text: value, end };
};

const isJoiner = (text: string, at: number): boolean =>
  text.startsWith('&&', at) || text.startsWith('||', at);

const skipSpace = (text: string, from: number): number => {
  let at = from;
  while (at < text.length && /\s/.test(text[at] as string)) at++;
  return at;
};
