import { type Expression, type RawBuilder, type RawNode, type SqlBool, sql } from 'kysely';

/**
 * What SQLite and PostgreSQL say differently. A query holds both ways of saying it, and the compiler of the connection
 * that it runs on takes its own: whoever writes a query need not know where it will run.
 */
export type DialectName = 'sqlite' | 'postgres';

/** A node that says something else in PostgreSQL. SQLite's compiler, which is Kysely's own, sees nothing of it. */
export interface NodeOfBoth extends RawNode {
  readonly postgres: RawNode;
}

const perDialect = <T>(sqlite: RawBuilder<T>, postgres: RawBuilder<T>): RawBuilder<T> => {
  const node: NodeOfBoth = {
    ...(sqlite.toOperationNode() as RawNode),
    postgres: postgres.toOperationNode() as RawNode,
  };
  const both: Expression<T> = { expressionType: undefined, toOperationNode: () => node };
  return sql<T>`${both}`;
};

/** Something that each dialect says in its own words, where none of the functions below says it. */
export const inDialect = <T>(words: { readonly sqlite: RawBuilder<T>; readonly postgres: RawBuilder<T> }) =>
  perDialect(words.sqlite, words.postgres);

/** Whole numbers as a query of one column, for `in (…)`. */
export const numberList = (values: readonly number[]): RawBuilder<number> =>
  numbersIn(sql.val(JSON.stringify(values)));

/** As `numberList`, of a JSON list: one value, so that the query is prepared once. */
export const numbersIn = (json: Expression<string>): RawBuilder<number> =>
  perDialect(
    sql<number>`(select value from json_each(${json}))`,
    sql<number>`(select value::int8 from json_array_elements_text((${json}::text)::json) as value)`,
  );

/** Texts as a query of one column, for `in (…)`. */
export const textList = (values: readonly string[]): RawBuilder<string> =>
  perDialect(
    sql<string>`(select value from json_each(${JSON.stringify(values)}))`,
    sql<string>`(select unnest(${values}::text[]))`,
  );

/** The items of a JSON list as the table `name` with the columns `key`, counted from 0, and `value`; for after a comma. */
export const itemsOf = (list: Expression<unknown>, name: string): RawBuilder<unknown> =>
  perDialect(
    sql`json_each(${list}) as ${sql.ref(name)}`,
    sql`lateral (select ordinality - 1 as key, value from json_array_elements((${list})::json) with ordinality) as ${sql.ref(name)}`,
  );

/** A number in an item of `itemsOf` that is a list itself. */
export const numberAt = (item: string, place: number): RawBuilder<number> =>
  perDialect(
    sql<number>`${sql.ref(item)} ->> ${sql.lit(place)}`,
    sql<number>`(${sql.ref(item)} ->> ${sql.lit(place)})::int8`,
  );

/** As `numberAt`, of a text. */
export const textAt = (item: string, place: number): RawBuilder<string> =>
  sql<string>`(${sql.ref(item)} ->> ${sql.lit(place)})`;

/** A member of a JSON object as text; nothing if it has none of that name. */
export const jsonField = (json: Expression<unknown>, name: string): RawBuilder<string | null> =>
  perDialect(
    sql<string | null>`(select field.value from json_each(${json}) as field where field.key = ${name})`,
    // What stands for U+0000 is not the same in JSON: see `postgres/texts.ts`.
    sql<
      string | null
    >`replace((${json})::json ->> replace(${name}::text, ${nul}, ${nulInJson}), ${nulInJson}, ${nul})`,
  );
const nul = sql`chr(64976) || '0'`;
const nulInJson = sql`chr(64976) || 'u0000'`;

/** Whether something is so, as a number that can be compared and ordered: 0 or 1. */
export const truth = (condition: Expression<unknown>): RawBuilder<number> =>
  perDialect(sql<number>`${condition}`, sql<number>`(${condition})::int`);

/** A text at a path of names in a JSON object; nothing where it isn't there, or where the text is no JSON on a server. */
export const jsonText = (json: Expression<unknown>, ...path: readonly string[]): RawBuilder<string | null> =>
  perDialect(
    sql<string | null>`json_extract(${json}, ${sql.lit(`$.${path.join('.')}`)})`,
    sql<
      string | null
    >`(case when ${json} is json then (${json})::json #>> ${sql.lit(`{${path.join(',')}}`)} end)`,
  );

/** Whether a text is JSON. */
export const isJson = (text: Expression<unknown>): RawBuilder<SqlBool> =>
  perDialect(sql<SqlBool>`json_valid(${text})`, sql<SqlBool>`(${text} is json)`);

/** The letters of ASCII as though they had no capitals; other signs as they are. */
export const withoutCapitals = (text: Expression<unknown>): RawBuilder<string> =>
  perDialect(sql<string>`${text} collate nocase`, sql<string>`lower(${text} collate "C")`);

/**
 * Text as it is compared and ordered without case. Capitals that are newer than the server's ICU (up to Unicode 10 in old
 * builds: Georgian Mtavruli and letters of a few rare scripts) stay as they are, and so does a sigma beside them.
 */
export const withoutCase = (text: Expression<unknown>): RawBuilder<string> =>
  // A column is ordered by its bytes, which would leave all but ASCII letters as they are.
  perDialect(sql<string>`lower(${text})`, sql<string>`(lower(${text} collate "und-x-icu") collate "C")`);

/** Whether a text has another one in it. */
export const contains = (text: Expression<unknown>, part: string): RawBuilder<SqlBool> =>
  perDialect(sql<SqlBool>`instr(${text}, ${part}) > 0`, sql<SqlBool>`strpos(${text}, ${part}) > 0`);

/** The larger one of two numbers; nothing if one of them is. */
export const larger = (a: Expression<number>, b: Expression<number>): RawBuilder<number> =>
  perDialect(sql<number>`max(${a}, ${b})`, sql<number>`greatest(${a}, ${b})`);

/** Names the index that SQLite is to use: its planner knows nothing of how rare a value is, PostgreSQL's does. */
export const indexedBy = (index: string): RawBuilder<unknown> =>
  perDialect(sql`indexed by ${sql.raw(index)}`, sql``);

/** Joins in the order in which it is written: SQLite turns no cross join round. PostgreSQL knows which way is the short one. */
export const joinInOrder: RawBuilder<unknown> = perDialect(sql`cross join`, sql`join`);

/** A number that is compared with whole ones, and may be none itself. */
export const anyNumber = (value: number): RawBuilder<number> =>
  perDialect(sql<number>`${value}`, sql<number>`${value}::numeric`);

/** What is absent comes before everything else, as SQLite has it. */
export const nullsAsLeast = (isDescending: boolean): RawBuilder<unknown> =>
  perDialect(sql``, sql.raw(isDescending ? 'nulls last' : 'nulls first'));

/** Keeps the rows that are read for this unit of work; in SQLite nobody else writes meanwhile. */
export const lockedRows: RawBuilder<unknown> = perDialect(sql``, sql`for update`);
