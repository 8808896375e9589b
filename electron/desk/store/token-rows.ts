import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import { insertRows, selectBulk } from '#base/store/bulk.ts';
import { inDialect, jsonText, numberList, withoutCapitals } from '#base/store/dialect.ts';
import type { RowState, ShownRowState } from '#contract/token-rows.ts';
import type { RunStep } from '#contract/token-runs.ts';
import { everything, type Sight } from '#desk/core/sight.ts';
import { seenOf } from './case-list.ts';
import type { DeskSchema, TokenProgressTable, TokenRowTable } from './schema.ts';
import type { Reader, Tx } from './store.ts';

/** Rows of token migrations. Credentials never come here. */
export type TokenRowRecord = Selectable<TokenRowTable>;
/** A row and how far it is in one scope, if it was begun there. */
export interface RowWithProgress {
  readonly row: TokenRowRecord;
  readonly progress: Selectable<TokenProgressTable> | undefined;
}

/** A row of the same id is replaced. */
export const writeTokenRows = ({ db }: Tx, rows: readonly TokenRowRecord[]): Promise<void> =>
  insertRows(db, 'token_rows', rows, ['id']);

export const deleteTokenRows = async ({ db }: Tx, rowIds: readonly number[]): Promise<void> => {
  for (let at = 0; at < rowIds.length; at += 500) {
    await db
      .deleteFrom('token_rows')
      .where('id', 'in', rowIds.slice(at, at + 500))
      .execute();
  }
};

/** The highest id that a row has. */
export const readLastRowId = async ({ db }: Reader): Promise<number> => {
  const row = await db
    .selectFrom('token_rows')
    .select(sql<number>`coalesce(max(id), 0)`.as('last'))
    .executeTakeFirstOrThrow();
  return row.last;
};

/**
 * Those of the ids whose credentials may still be needed: of rows that are in order, in a case that is open, and not
 * done on the target that the case has now, unless they were to be kept there.
 */
export const readWantedRowIds = async (reader: Reader, rowIds: readonly number[]): Promise<Set<number>> => {
  const summary = sql`h.summary`;
  const { rows } = await sql<{ id: number }>`select r.id from token_rows r
    join case_heads h on h.case_id = r.case_id and ${jsonText(summary, 'state')} = 'open'
    where r.id in ${numberList(rowIds)} and r.problems is null
      and not exists (select 1 from token_progress p where p.case_id = r.case_id and p.row_id = r.id
        and p.scope = 'target:' || ${jsonText(summary, 'targetId')} and p.state = 'done' and p.kept = 0)`.execute(
    reader.db,
  );
  return new Set(rows.map(({ id }) => id));
};

/** All rows of a case after `after`, by id. */
export const readTokenRows = (
  { db }: Reader,
  caseId: string,
  after = 0,
  limit?: number,
): Promise<TokenRowRecord[]> => {
  const query = db
    .selectFrom('token_rows')
    .selectAll()
    .where('case_id', '=', caseId)
    .where('id', '>', after)
    .orderBy('id');
  return (limit === undefined ? query : query.limit(limit)).execute();
};

/** Those of the rows that are of the case. */
export const readTokenRowsById = (
  { db }: Reader,
  caseId: string,
  rowIds: readonly number[],
): Promise<TokenRowRecord[]> =>
  selectBulk(db, 'select r.* from wanted join token_rows r on r.id = wanted.key and r.case_id = ?', rowIds, [
    caseId,
  ]);

export type RowName = { readonly ref: string; readonly name: string | null };

/** Of the rows of a case that have a reference. */
export const readRowNames = async ({ db }: Reader, caseId: string): Promise<RowName[]> => {
  const rows = await db
    .selectFrom('token_rows')
    .select(['ref', 'name'])
    .where('case_id', '=', caseId)
    .where('ref', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.flatMap(({ ref, name }) => (ref === null ? [] : [{ ref, name }]));
};

/** undefined if it was removed, or is of another case. */
export const readTokenRow = (
  { db }: Reader,
  caseId: string,
  rowId: number,
): Promise<TokenRowRecord | undefined> =>
  db
    .selectFrom('token_rows')
    .selectAll()
    .where('case_id', '=', caseId)
    .where('id', '=', rowId)
    .executeTakeFirst();

/** Rows of all cases whose reference begins with a text, capitals or not, in the order of the references. */
export const readRowsByReference = (
  { db }: Reader,
  {
    start,
    limit,
    sight = everything,
  }: { readonly start: string; readonly limit: number; readonly sight?: Sight },
): Promise<Pick<TokenRowRecord, 'id' | 'case_id' | 'ref' | 'name' | 'platform_key'>[]> => {
  let query = db
    .selectFrom('token_rows')
    .select(['id', 'case_id', 'ref', 'name', 'platform_key'])
    .where(
      sql<boolean>`${reference} >= ${withoutCapitals(sql`${start}`)} and ${reference} < ${withoutCapitals(sql`${start + lastCharacter}`)}`,
    );
  for (const condition of seenOf(sight)) {
    query = query.where('case_id', 'in', db.selectFrom('case_summaries').select('case_id').where(condition));
  }
  return query.orderBy(reference).orderBy('id').limit(limit).execute();
};

const reference = withoutCapitals(sql`ref`);
/** After every text that begins with what it is appended to. */
const lastCharacter = '\u{10ffff}';

/** The rows of a case, with how far each is in a scope, if it was begun there. */
export const rowsInScope = (db: Kysely<DeskSchema>, caseId: string, scope: string) =>
  db
    .selectFrom('token_rows as r')
    .leftJoin('token_progress as p', (join) =>
      join.onRef('p.row_id', '=', 'r.id').onRef('p.case_id', '=', 'r.case_id').on('p.scope', '=', scope),
    )
    .where('r.case_id', '=', caseId);

/** How far one of `rowsInScope` is. */
const reached = sql<string>`coalesce(p.state, 'ready')`;
/** Its state. */
export const rowState = sql<RowState>`case when r.problems is not null then 'invalid' else ${reached} end`;

/** A page by id of rows with how far they are in a scope. `state` is that of the progress; `ready` holds for rows not begun. */
export const readRowsWithProgress = async (
  { db }: Reader,
  { caseId, scope, rowId, state, platform, cause, q, excluded = [], after = 0, limit }: RowPage,
): Promise<RowWithProgress[]> => {
  let query = rowsInScope(db, caseId, scope)
    .selectAll('r')
    .select((eb) => eb.ref('p.row_id').as('progress_id'))
    .where('r.id', '>', after)
    .orderBy('r.id');
  query = query.where(isMeant({ state, cause }, excluded));
  if (state === 'invalid') query = query.where('r.problems', 'is not', null);
  else if (state !== undefined && state !== 'excluded') {
    query = query.where('r.problems', 'is', null).where(reached, '=', state);
  }
  if (rowId !== undefined) query = query.where('r.id', '=', rowId);
  if (platform !== undefined) query = query.where('r.platform_key', '=', platform);
  if (cause !== undefined) query = query.where(causeOf, '=', cause);
  if (q !== undefined && q !== '') query = query.where(holds(q));
  const rows = await (limit === undefined ? query : query.limit(limit)).execute();
  const begun = rows.flatMap(({ progress_id }) => (progress_id === null ? [] : [progress_id]));
  const progress = new Map<number, Selectable<TokenProgressTable>>();
  for (let at = 0; at < begun.length; at += 1000) {
    const found = await db
      .selectFrom('token_progress')
      .selectAll()
      .where('case_id', '=', caseId)
      .where('scope', '=', scope)
      .where('row_id', 'in', begun.slice(at, at + 1000))
      .execute();
    for (const one of found) progress.set(one.row_id, one);
  }
  return rows.map(({ progress_id: _, ...row }) => ({ row, progress: progress.get(row.id) }));
};

/** Of a row that is in order and failed; null for any other. */
const causeOf = sql<string | null>`case when r.problems is null and p.state = 'failed'
  then ${jsonText(sql`p.failure`, 'cause')} end`;

/** An excluded row is in that state alone, and has no cause of failure. */
const isMeant = (
  { state, cause }: Pick<RowPage, 'state' | 'cause'>,
  excluded: readonly number[],
): RawBuilder<boolean> => {
  const among = sql<boolean>`r.id in ${numberList(excluded)}`;
  if (state === 'excluded') return among;
  const isAny = excluded.length === 0 || (state === undefined && cause === undefined);
  return isAny ? sql<boolean>`true` : sql<boolean>`not ${among}`;
};

/** The letters of ASCII, capitals or not. */
const likeWithoutCapitals = inDialect({ sqlite: sql`like`, postgres: sql`ilike` });

/** Rows whose reference, name or ids have `text` in them, capitals or not. */
const holds = (text: string) => {
  const like = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  const columns = ['r.ref', 'r.name', 'r.company_id', 'r.connection_id', 'p.company_id', 'p.connection_id'];
  return sql<boolean>`(${sql.join(
    columns.map((column) => sql`${sql.ref(column)} ${likeWithoutCapitals} ${like} escape '\\'`),
    sql` or `,
  )})`;
};

/** How many rows of a case are in each state, by platform and by cause of failure. */
export const countRows = (
  { db }: Reader,
  { caseId, scope }: Pick<RowPage, 'caseId' | 'scope'>,
): Promise<{ state: RowState; platform: string | null; cause: string | null; count: number }[]> =>
  rowsInScope(db, caseId, scope)
    .select([
      rowState.as('state'),
      'r.platform_key as platform',
      causeOf.as('cause'),
      sql<number>`count(*)`.as('count'),
    ])
    .groupBy([sql`1`, 'r.platform_key', sql`3`])
    .execute();

/** Where a row was migrated to. */
export interface MigratedIds {
  readonly companyId: string;
  readonly connectionId: string;
}

/** Of the rows of a case that are done in a scope. */
export const readMigratedIds = async (
  { db }: Reader,
  { caseId, scope }: Pick<RowPage, 'caseId' | 'scope'>,
): Promise<MigratedIds[]> => {
  const rows = await rowsInScope(db, caseId, scope)
    .select(['p.company_id', 'p.connection_id'])
    .where('r.problems', 'is', null)
    .where('p.state', '=', 'done')
    .execute();
  return rows.flatMap(({ company_id: companyId, connection_id: connectionId }) =>
    companyId === null || connectionId === null ? [] : [{ companyId, connectionId }],
  );
};

/** Cases with progress in any scope, in the order of their ids: from one to the next by the key, however many rows each has. */
export const readCasesWithProgress = async ({ db }: Reader): Promise<string[]> => {
  const { rows } = await sql<{ case_id: string }>`
    with recursive next (case_id) as (
      select min(case_id) from token_progress
      union all
      select (select min(case_id) from token_progress where case_id > next.case_id)
      from next where next.case_id is not null
    )
    select case_id from next where case_id is not null`.execute(db);
  return rows.map((row) => row.case_id);
};

interface ReadyAt {
  readonly state: 'ready';
  readonly step: RunStep;
}

/** A page by id of the rows that are in order and were not begun, or are to be gone on with. */
export const readReadyRefs = (
  { db }: Reader,
  { caseId, scope, after, limit }: Pick<RowPage, 'caseId' | 'scope'> & { after: number; limit: number },
): Promise<(Pick<TokenRowRecord, 'id' | 'ref' | 'platform_key' | 'mark'> & ReadyAt)[]> =>
  rowsInScope(db, caseId, scope)
    .select(['r.id', 'r.ref', 'r.platform_key', 'r.mark'])
    .select([sql<'ready'>`'ready'`.as('state'), sql<RunStep>`coalesce(p.step, 'company')`.as('step')])
    .where('r.problems', 'is', null)
    .where(reached, '=', 'ready')
    .where('r.id', '>', after)
    .orderBy('r.id')
    .limit(limit)
    .execute();

export interface RowPage {
  readonly caseId: string;
  readonly scope: string;
  readonly rowId?: number | undefined;
  readonly platform?: string | undefined;
  /** Failed rows of this cause alone. */
  readonly cause?: string | undefined;
  /** What a reference, a name or an id has in it. */
  readonly q?: string | undefined;
  readonly state?: ShownRowState | undefined;
  /** Ids of the rows that are excluded by name: they are in no other state. */
  readonly excluded?: readonly number[] | undefined;
  /** The id of the last row of the page before. */
  readonly after?: number | undefined;
  readonly limit?: number | undefined;
}
