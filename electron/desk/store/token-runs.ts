import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { insertRows, selectBulk } from '#base/store/bulk.ts';
import { contains, inDialect, jsonText, numberList, textList } from '#base/store/dialect.ts';
import { prepared } from '#base/store/prepared.ts';
import type { RowState } from '#contract/token-rows.ts';
import type { RunCounts, RunKind } from '#contract/token-runs.ts';
import type {
  DeskSchema,
  TokenLedgerTable,
  TokenProgressTable,
  TokenRowTable,
  TokenRunTable,
} from './schema.ts';
import type { Reader, Tx } from './store.ts';
import { rowState, rowsInScope } from './token-rows.ts';

/** Runs of token migrations, how far each row is, and the ledger of calls. */
export type TokenRunRecord = Selectable<TokenRunTable>;
export type TokenProgress = Selectable<TokenProgressTable>;

export const insertRun = async ({ db }: Tx, run: Insertable<TokenRunTable>): Promise<void> => {
  await db.insertInto('token_runs').values(run).execute();
};

export const updateRun = async (
  { db }: Tx,
  runId: string,
  changes: Updateable<TokenRunTable>,
): Promise<void> => {
  await db.updateTable('token_runs').set(changes).where('id', '=', runId).execute();
};

export const readRun = ({ db }: Reader, runId: string): Promise<TokenRunRecord | undefined> =>
  db.selectFrom('token_runs').selectAll().where('id', '=', runId).executeTakeFirst();

/** Of two that began at the same time; a server knows no such order. */
const inserted = inDialect({ sqlite: sql`rowid`, postgres: sql`id` });

/** Newest first. */
export const readRuns = ({ db }: Reader, caseId: string): Promise<TokenRunRecord[]> =>
  db
    .selectFrom('token_runs')
    .selectAll()
    .where('case_id', '=', caseId)
    .orderBy('started_at', 'desc')
    .orderBy(inserted, 'desc')
    .execute();

/** A process that is gone leaves runs behind that say they run. Answers which. */
export const interruptRuns = ({ db }: Tx): Promise<TokenRunRecord[]> =>
  db
    .updateTable('token_runs')
    .set({ state: 'interrupted' })
    .where('state', '=', 'running')
    .returningAll()
    .execute();

/** Cases with a run that has not ended; a rehearsal that was cut off is not gone on with. */
export const readCasesWithRuns = async ({ db }: Reader): Promise<string[]> => {
  const rows = await db
    .selectFrom('token_runs')
    .select('case_id')
    .where('state', 'in', ['running', 'paused', 'interrupted'])
    .distinct()
    .execute();
  return rows.map((row) => row.case_id);
};

/** A rehearsal ends with its process. */
export const readCasesOfRunning = async ({ db }: Reader): Promise<string[]> => {
  const rows = await db
    .selectFrom('token_runs')
    .select('case_id')
    .where('state', '=', 'running')
    .where('kind', '!=', 'rehearsal')
    .distinct()
    .execute();
  return rows.map((row) => row.case_id);
};

/** Of any case, rehearsals too. */
export const countRunning = async ({ db }: Reader): Promise<number> => {
  const { count } = await db
    .selectFrom('token_runs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', '=', 'running')
    .executeTakeFirstOrThrow();
  return count;
};

/** Rehearsals that were cut off and not ended on record: none can be gone on with. */
export const readCutOffRehearsals = ({ db }: Reader): Promise<TokenRunRecord[]> =>
  db
    .selectFrom('token_runs')
    .selectAll()
    .where('state', '=', 'interrupted')
    .where('kind', '=', 'rehearsal')
    .execute();

export const writeProgress = ({ db }: Tx, rows: readonly TokenProgress[]): Promise<void> =>
  insertRows(db, 'token_progress', rows, ['case_id', 'scope', 'row_id']);

/** How far rows of a case are in a scope, of those that were begun there. */
export const readProgress = (
  { db }: Reader,
  { caseId, scope }: { readonly caseId: string; readonly scope: string },
  rowIds: readonly number[],
): Promise<TokenProgress[]> =>
  selectBulk(
    db,
    'select p.* from wanted join token_progress p on p.case_id = ? and p.scope = ? and p.row_id = wanted.key',
    rowIds,
    [caseId, scope],
  );

export const appendLedger = ({ db }: Tx, entries: readonly TokenLedgerTable[]): Promise<void> =>
  insertRows(db, 'token_ledger', entries);

/** Entries of a run after `after`, in order. */
export const readLedger = (
  { db }: Reader,
  runId: string,
  after: number,
  limit: number,
): Promise<{ seq: number; entry: string }[]> =>
  db
    .selectFrom('token_ledger')
    .select(['seq', 'entry'])
    .where('run_id', '=', runId)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute();

/** Where an entry names its row: texts that a target may have had a say in come later. */
const entryHead = 48;

/** Entries of one row in all runs of a case in a scope, in order. */
export const readRowLedger = (
  { db }: Reader,
  { caseId, scope, rowId }: { readonly caseId: string; readonly scope: string; readonly rowId: number },
): Promise<{ run_id: string; kind: RunKind; entry: string }[]> =>
  db
    .selectFrom('token_runs as t')
    .innerJoin('token_ledger as l', 'l.run_id', 't.id')
    .select(['l.run_id', 't.kind', 'l.entry'])
    .where('t.case_id', '=', caseId)
    .where('t.scope', '=', scope)
    .where(contains(sql`substr(l.entry, 1, ${entryHead})`, `"row":${rowId},`))
    .orderBy('t.started_at')
    .orderBy('l.run_id')
    .orderBy('l.seq')
    .execute();

/** A row that is not done in a scope. */
export type RowNotDone = Pick<TokenRowTable, 'id' | 'ref' | 'line' | 'name' | 'platform_key'> & {
  readonly state: Exclude<RowState, 'done'>;
  /** Of the run that had it last. */
  readonly run_id: string | null;
  readonly failure: string | null;
};

export interface NotDoneOf {
  readonly caseId: string;
  readonly scope: string;
  /** Only rows with these references, or with these lines and none. */
  readonly only?: readonly { readonly ref?: string; readonly line: number }[] | undefined;
}

/** Rows of a case that are not done in a scope, by id. */
export const readNotDone = ({ db }: Reader, { caseId, scope, only }: NotDoneOf): Promise<RowNotDone[]> => {
  const query = rowsInScope(db, caseId, scope)
    .select(['r.id', 'r.ref', 'r.line', 'r.name', 'r.platform_key', 'p.run_id', 'p.failure'])
    .select(rowState.$castTo<RowNotDone['state']>().as('state'))
    .where(rowState, '!=', 'done')
    .orderBy('r.id');
  if (only === undefined) return query.execute();
  const refs = only.flatMap(({ ref }) => ref ?? []);
  const lines = only.flatMap(({ ref, line }) => (ref === undefined ? [line] : []));
  return query
    .where(sql<boolean>`(r.ref in ${textList(refs)} or r.ref is null and r.line in ${numberList(lines)})`)
    .execute();
};

const ledgerUpdate = prepared<
  DeskSchema,
  { id: string; entries: number; digest: string; calls: string },
  unknown
>((db, value) =>
  db
    .updateTable('token_runs')
    .set({
      ledger_entries: value('entries'),
      ledger_digest: value('digest'),
      calls: value('calls'),
    })
    .where('id', '=', value('id')),
);

/** Where the ledger of a run stands, and its calls as JSON. */
export const updateRunLedger = async (
  { db }: Tx,
  run: { id: string; entries: number; digest: string; calls: string },
): Promise<void> => {
  await ledgerUpdate(db, run);
};

/** Rows of a run that ended at or after an instant, ms, in the order of their ends. */
export const readEnded = (
  { db }: Reader,
  { id, case_id, scope }: Pick<TokenRunRecord, 'id' | 'case_id' | 'scope'>,
  sinceMs: number,
): Promise<Pick<TokenProgress, 'state' | 'failure'>[]> =>
  db
    .selectFrom('token_progress')
    .select(['state', 'failure'])
    .where('case_id', '=', case_id)
    .where('scope', '=', scope)
    .where('run_id', '=', id)
    .where('ended_at', '>=', sinceMs)
    .where('state', 'in', ['done', 'failed', 'undone'])
    .orderBy('ended_at')
    .orderBy('row_id')
    .execute();

/** When the rows of a run that have ended began and ended, ms, in the order of their ends. */
export const readEnds = (
  { db }: Reader,
  { id, case_id, scope }: Pick<TokenRunRecord, 'id' | 'case_id' | 'scope'>,
): Promise<{ state: string; started_at: number | null; ended_at: number; failure: string | null }[]> =>
  db
    .selectFrom('token_progress')
    .select(['state', 'started_at', 'failure'])
    .select(sql<number>`ended_at`.as('ended_at'))
    .where('case_id', '=', case_id)
    .where('scope', '=', scope)
    .where('run_id', '=', id)
    .where('ended_at', 'is not', null)
    .orderBy('ended_at')
    .execute();

/** How many rows of a run are in each state, how many failed by which cause, and how many were linked before. */
export const readRunState = async (
  { db }: Reader,
  { id, case_id, scope }: TokenRunRecord,
): Promise<{ counts: RunCounts; failures: Record<string, number>; alreadyLinked: number }> => {
  const rows = await db
    .selectFrom('token_progress')
    .select([
      'state',
      jsonText(sql`failure`, 'cause').as('cause'),
      // As `isLeftLinked` of desk/tokens/run/progress.ts has it.
      sql<number>`connection_origin = 'found' and status_before = 'Linked' and put_mark is null`.as('linked'),
      sql<number>`count(*)`.as('count'),
    ])
    .where('case_id', '=', case_id)
    .where('scope', '=', scope)
    .where('run_id', '=', id)
    .groupBy(['state', sql`2`, sql`3`])
    .execute();
  const counts = { rows: 0, ready: 0, running: 0, syncing: 0, done: 0, failed: 0, undone: 0 };
  const failures: Record<string, number> = {};
  let alreadyLinked = 0;
  for (const { state, cause, linked, count } of rows) {
    counts.rows += count;
    counts[state] += count;
    if (state === 'done' && linked === 1) alreadyLinked += count;
    if (state === 'failed' && cause !== null) failures[cause] = (failures[cause] ?? 0) + count;
  }
  return { counts, failures, alreadyLinked };
};
