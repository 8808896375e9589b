import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { toIso } from '#base/clock.ts';
import { contains, inDialect, jsonText } from '#base/store/dialect.ts';
import type { CaseFilter, CaseGrouping, CaseQuery, CaseSort, DueGroup } from '#contract/case-list.ts';
import { loginIn } from '#contract/mentions-of-people.ts';
import type { Sight } from '#desk/core/sight.ts';
import type { DeskSchema } from './schema.ts';
import type { Reader } from './store.ts';

/** Lists of cases out of their kept summaries. A window is found by its place: the table is scanned for the order anyway. */

/** The instants that divide the due dates, ms, and who asks. */
export interface ListContext {
  readonly nowMs: number;
  readonly thisWeekEndsMs: number;
  readonly nextWeekEndsMs: number;
  /** As sorted. */
  readonly me: string;
  readonly sight: Sight;
}

type Cases = SelectQueryBuilder<DeskSchema, 'case_summaries', object>;

/** As texts are searched and sorted: without accents and capitals. */
export const plainText = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** A person is known by the sign-in name, whatever name they had when they were made the owner. */
const ownedBy = (owner: string): RawBuilder<SqlBool> => {
  const login = loginIn(owner);
  const isSame = sql<boolean>`owner_key = ${owner}`;
  if (login === undefined) return isSame;
  return sql<boolean>`(${isSame} or owner_key = ${login} or ${contains(sql`owner_key`, ` <${login}>`)})`;
};

const within = (list: RawBuilder<unknown>, value: string): RawBuilder<SqlBool> =>
  contains(list, `,${value},`);

/** Each filter as a condition. */
const conditions: {
  readonly [K in keyof CaseFilter]-?: (
    value: NonNullable<CaseFilter[K]>,
    context: ListContext,
  ) => RawBuilder<SqlBool>[];
} = {
  query: (text) =>
    plainText(text)
      .split(/\s+/)
      .filter((word) => word !== '')
      .map((word) => contains(sql`search`, word)),
  state: (state) => [sql<boolean>`state = ${state}`],
  owner: (owner) => [ownedBy(plainText(owner))],
  ownedBy: (who, { me }) => [who === 'nobody' ? sql<boolean>`owner_key is null` : ownedBy(me)],
  waitingOn: (party) => [within(sql`waiting`, party)],
  verdict: (verdict) => [
    verdict === 'not-checked' ? sql<boolean>`verdict is null` : sql<boolean>`verdict = ${verdict}`,
  ],
  part: (part) => [within(sql`parts`, part)],
  target: (target) => [sql<boolean>`target_id = ${target}`],
  due: (group, context) => [sql<boolean>`${dueRank(context)} = ${dueRanks.indexOf(group)}`],
  windowAfter: (instant) => [
    sql<boolean>`window_ms is not null`,
    isAgreed,
    // Both are written by `toIso`.
    sql<boolean>`${jsonText(sql`summary`, 'window', 'end')} > ${toIso(Date.parse(instant))}`,
  ],
  dueBy: (until) => [sql<boolean>`due_ms <= ${Date.parse(until)}`],
};

const isAgreed = inDialect<SqlBool>({
  sqlite: sql`json_extract(summary, '$.window.agreed') = 1`,
  postgres: sql`${jsonText(sql`summary`, 'window', 'agreed')} = 'true'`,
});

const dueRanks: readonly DueGroup[] = ['overdue', 'this-week', 'next-week', 'later', 'none'];

const dueRank = ({ nowMs, thisWeekEndsMs, nextWeekEndsMs }: ListContext): RawBuilder<number> =>
  sql<number>`case when due_ms is null then 4 when due_ms < ${nowMs} then 0
    when due_ms < ${thisWeekEndsMs} then 1 when due_ms < ${nextWeekEndsMs} then 2 else 3 end`;

const verdictRank = sql`case verdict when 'blocked' then 0 when 'undetermined' then 1 when 'eligible' then 2 end`;

const sortColumns: Readonly<Record<CaseSort, RawBuilder<unknown>>> = {
  updated: sql`updated`,
  created: sql`created`,
  name: sql`name`,
  integrator: sql`integrator`,
  state: sql`state`,
  verdict: verdictRank,
  next: sql`next_title`,
  waiting: sql`waiting`,
  webhooks: sql`webhooks`,
  tokens: sql`tokens`,
  owner: sql`owner_key`,
  due: sql`due_ms`,
  window: sql`window_ms`,
  target: sql`target_id`,
};

/** By which a list is divided, in the order of the groups. */
const groupColumn = (group: CaseGrouping, context: ListContext): RawBuilder<unknown> =>
  ({
    due: dueRank(context),
    owner: sql`owner_key`,
    waiting: sql`waiting`,
    verdict: verdictRank,
    state: sql`case state when 'open' then 0 when 'closed' then 1 else 2 end`,
  })[group];

/** What the groups are called. */
const groupLabel: Readonly<Record<CaseGrouping, RawBuilder<string | null>>> = {
  due: sql<null>`null`,
  owner: sql<string | null>`max(owner)`,
  waiting: sql<string | null>`max(trim(waiting, ','))`,
  verdict: sql<string | null>`max(verdict)`,
  state: sql<string>`max(state)`,
};

const matching = ({ db }: Reader, filter: CaseFilter, context: ListContext): Cases => {
  let query: Cases = db.selectFrom('case_summaries');
  for (const condition of conditionsOf(filter, context)) query = query.where(condition);
  return query;
};

const conditionsOf = (filter: CaseFilter, context: ListContext): RawBuilder<SqlBool>[] => [
  ...(Object.keys(conditions) as (keyof CaseFilter)[]).flatMap((name) => {
    const value = filter[name];
    const condition = conditions[name] as (value: unknown, context: ListContext) => RawBuilder<SqlBool>[];
    return value === undefined ? [] : condition(value, context);
  }),
  ...seenOf(context.sight),
];

/** What the reader may see of all that is there. */
export const seenOf = ({ targets, cases }: Sight): RawBuilder<SqlBool>[] => {
  if (targets === undefined) return [];
  return [sql<boolean>`(${among(sql`target_id`, targets)} or ${among(sql`case_id`, cases)})`];
};

const among = (column: RawBuilder<unknown>, values: readonly string[]): RawBuilder<SqlBool> =>
  values.length === 0 ? sql<boolean>`1 = 0` : sql<boolean>`${column} in (${sql.join(values)})`;

/** A window of a list, or all of it without a limit: their summaries as JSON. Ties are ordered by the last change, then by id. */
export const readSummaries = async (
  reader: Reader,
  { sort = '-updated', group, offset = 0, limit, ...filter }: CaseQuery,
  context: ListContext,
): Promise<string[]> => {
  const by = sort.replace('-', '') as CaseSort;
  const column = sortColumns[by];
  let query = matching(reader, filter, context).select('summary');
  if (group !== undefined) {
    const divided = groupColumn(group, context);
    query = query.orderBy(sql`${divided} is null`).orderBy(sql`${divided}`);
  }
  query = query
    .orderBy(sql`${column} is null`)
    .orderBy(sql`${column}`, sort.startsWith('-') ? 'desc' : 'asc')
    .orderBy('updated', 'desc')
    .orderBy('case_id');
  if (limit !== undefined) query = query.limit(limit).offset(offset);
  return (await query.execute()).map(({ summary }) => summary);
};

export const countSummaries = async (
  reader: Reader,
  filter: CaseFilter,
  context: ListContext,
): Promise<number> => {
  const { count } = await matching(reader, filter, context)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

/** The groups of a list in their order, with how many cases each has. */
export const countGroups = async (
  reader: Reader,
  filter: CaseFilter,
  group: CaseGrouping,
  context: ListContext,
): Promise<{ key?: string; count: number }[]> => {
  const divided = groupColumn(group, context);
  const ranked = matching(reader, filter, context)
    .select(['owner', 'waiting', 'verdict', 'state'])
    .select(sql<string | number | null>`${divided}`.as('rank'));
  const rows = await reader.db
    .selectFrom(ranked.as('ranked'))
    .select((eb) => ['rank', eb.fn.countAll<number>().as('count'), groupLabel[group].as('label')])
    .groupBy('rank')
    .orderBy(sql`rank is null`)
    .orderBy(sql`rank`)
    .execute();
  return rows.map(({ count, label, rank }) => {
    const key = group === 'due' ? dueRanks[rank as number] : label;
    return { ...(key === null || key === undefined ? {} : { key }), count };
  });
};

/** Ids of all that fit, in no order. */
export const readIdsOf = async (
  reader: Reader,
  filter: CaseFilter,
  context: ListContext,
): Promise<string[]> => {
  const rows = await matching(reader, filter, context).select('case_id').execute();
  return rows.map((row) => row.case_id);
};

export const readSummariesById = async ({ db }: Reader, ids: readonly string[]): Promise<string[]> => {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('case_summaries').select('summary').where('case_id', 'in', ids).execute();
  return rows.map(({ summary }) => summary);
};

/** What a kept summary says of a case besides what is shown. */
export type CaseMark = 'soaking' | 'observing' | 'watched';

/** Open cases with a mark; on one target alone, if one is given. */
export const readIdsWith = async (
  { db }: Reader,
  mark: CaseMark,
  targetId: string | undefined,
): Promise<string[]> => {
  let query = db
    .selectFrom('case_summaries')
    .select('case_id')
    .where(mark, '=', 1)
    .where('state', '=', 'open');
  if (targetId !== undefined) query = query.where('target_id', '=', targetId);
  return (await query.execute()).map((row) => row.case_id);
};

/** Who owns open cases, and how many. */
export const readOwners = ({ db }: Reader, sight: Sight): Promise<{ name: string; cases: number }[]> => {
  let query = db.selectFrom('case_summaries');
  for (const condition of seenOf(sight)) query = query.where(condition);
  return query
    .select((eb) => [sql<string>`max(owner)`.as('name'), eb.fn.countAll<number>().as('cases')])
    .where('owner_key', 'is not', null)
    .where('state', '=', 'open')
    .groupBy('owner_key')
    .orderBy('owner_key')
    .execute();
};
