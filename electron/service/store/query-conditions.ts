import { type RawBuilder, sql } from 'kysely';
import { parseInstant, toIso } from '#base/clock.ts';
import { anyNumber, contains, jsonField, truth, withoutCase } from '#base/store/dialect.ts';
import type { CatalogueError } from '#contract/errors.ts';
import { type Condition, malformed, type Query } from './query-language.ts';

/** A query as SQL, over the fields that a list offers. Source: `docs/reference/rules/api.md#query`. */

/** A field that `query` and `orderBy` may name, and what it is in SQL. Dates are columns in ms UTC. */
export interface ListField {
  readonly sql: RawBuilder<unknown>;
  readonly type: 'text' | 'number' | 'date' | 'boolean';
}

export interface Fields {
  readonly fields: Readonly<Record<string, ListField>>;
  readonly tags?: RawBuilder<unknown>;
}

/** The names of a list's fields, whatever else is known of them. */
export interface FieldNames {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly tags?: unknown;
}

/** @throws CatalogueError `query.malformed`: an unknown field, or a value or operator that does not suit the field */
export const toSql = (query: Query, known: Fields): RawBuilder<boolean> =>
  sql`(${sql.join(
    query.map(
      (all) =>
        sql`(${sql.join(
          all.map((condition) => one(condition, known)),
          sql` and `,
        )})`,
    ),
    sql` or `,
  )})`;

/** The field of that name; undefined if there is none. */
export const findField = (name: string, isTag: boolean, known: Fields): ListField | undefined => {
  if (!isTag) return Object.hasOwn(known.fields, name) ? known.fields[name] : undefined;
  return known.tags === undefined ? undefined : { sql: jsonField(known.tags, name), type: 'text' };
};

/** For messages: the names of all fields. */
export const fieldNames = (known: FieldNames): string =>
  [...Object.keys(known.fields), ...(known.tags === undefined ? [] : ['tags.KEY'])].join(', ');

/** As it is compared and ordered: text without case. */
export const comparable = (field: ListField): RawBuilder<unknown> => {
  if (field.type === 'text') return withoutCase(field.sql);
  return field.type === 'boolean' ? truth(field.sql) : field.sql;
};

const one = (condition: Condition, known: Fields): RawBuilder<unknown> => {
  const field = findField(condition.field, condition.isTag, known);
  if (field === undefined) throw unknownField(condition, known);
  const left = comparable(field);
  const value = readValue(condition, field.type);
  const right = typeof value === 'number' ? anyNumber(value) : sql`${value}`;
  switch (condition.operator) {
    // An absent text is as good as an empty one; anything else that is absent equals nothing.
    case '=':
      return field.type === 'text' ? sql`coalesce(${left}, '') = ${right}` : sql`${left} = ${right}`;
    case '!=':
      return field.type === 'text'
        ? sql`coalesce(${left}, '') <> ${right}`
        : sql`${left} is distinct from ${right}`;
    case '>':
      return sql`${left} > ${right}`;
    case '<':
      return sql`${left} < ${right}`;
    case '~':
      return contains(left, String(value));
  }
};

export const unknownField = ({ field, isTag, fieldAt }: Condition, known: FieldNames): CatalogueError => {
  const name = isTag ? `tags.${field}` : field;
  return malformed(fieldAt, `there is no field "${name}"; the fields are ${fieldNames(known)}`);
};

/**
 * What a condition compares a field of that type with; text without case.
 * @throws CatalogueError `query.malformed`: a value or operator that does not suit the type
 */
export const readValue = (
  { operator, value, valueAt, field: name }: Condition,
  type: ListField['type'],
): string | number => {
  if (type === 'text') return value.toLowerCase();
  if (operator === '~') throw malformed(valueAt, `~ works on text only, and "${name}" is a ${type}`);
  const read = readers[type](value);
  if (read === undefined) throw malformed(valueAt, `"${name}" needs ${wanted[type]}`);
  if (type === 'boolean' && (operator === '<' || operator === '>')) {
    throw malformed(valueAt, `"${name}" is true or false and can't be compared with ${operator}`);
  }
  return read;
};

const readers: Record<Exclude<ListField['type'], 'text'>, (value: string) => number | undefined> = {
  number: (value) => (/^[+-]?\d+(\.\d+)?$/.test(value) ? Number(value) : undefined),
  boolean: (value) => ({ true: 1, false: 0 })[value.toLowerCase()],
  date: (value) => {
    const [, day, time, zone] = isoInstant.exec(value) ?? [];
    if (day === undefined) return undefined;
    try {
      // A day that the calendar lacks, such as 30 February, would silently become another one.
      if (!toIso(parseInstant(day, 'query')).startsWith(day)) return undefined;
      return parseInstant(time === undefined ? day : `${day}${time}${zone ?? 'Z'}`.toUpperCase(), 'query');
    } catch {
      return undefined;
    }
  },
};

const isoInstant = /^(\d{4}-\d{2}-\d{2})(?:(T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:\d{2})?)?$/i;

const wanted = {
  number: 'a number',
  boolean: 'true or false',
  date: 'a date in ISO 8601, such as 2026-01-31 or 2026-01-31T09:00:00Z',
} as const;
