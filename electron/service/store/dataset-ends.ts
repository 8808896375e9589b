import type { Selectable } from 'kysely';
import { prepared, runBulk } from '#base/prepared.ts';
import type { DatasetEnd } from '#contract/data.ts';
import type { ConnectionRow, DatasetRow, ReadRow, ServiceSchema, TokenSetRow } from './schema.ts';
import type { Reader, Tx } from './store.ts';

/** What ends datasets: their due time, or somebody who cancels them. In batches, a few statements each. */

const selectNextDue = prepared<ServiceSchema, object, { due_at: number | null }>((db) =>
  db
    .selectFrom('datasets')
    .select('due_at')
    .where('due_at', 'is not', null)
    .orderBy('due_at')
    .orderBy('seq')
    .limit(1),
);

/** ms UTC; undefined when nothing runs. */
export const nextDatasetDueAt = async ({ db }: Reader): Promise<number | undefined> =>
  (await selectNextDue.first(db, {}))?.due_at ?? undefined;

const selectUpcoming = prepared<
  ServiceSchema,
  { limit: number },
  Pick<Selectable<DatasetRow>, 'connection_id' | 'data_type' | 'due_at'>
>((db, value) =>
  db
    .selectFrom('datasets')
    .select(['connection_id', 'data_type', 'due_at'])
    .where('due_at', 'is not', null)
    .orderBy('due_at')
    .orderBy('seq')
    .limit(value('limit')),
);

export const upcomingDatasets = async (
  { db }: Reader,
  limit: number,
): Promise<{ connectionId: string; dataType: string; dueAt: number }[]> => {
  const rows = await selectUpcoming(db, { limit });
  return rows.map((row) => ({
    connectionId: row.connection_id,
    dataType: row.data_type,
    dueAt: row.due_at as number,
  }));
};

/** A dataset that falls due, with all that decides how it ends. */
export type DueDataset = Pick<
  Selectable<DatasetRow>,
  'seq' | 'id' | 'read_id' | 'company_id' | 'connection_id' | 'data_type' | 'seed'
> &
  Pick<Selectable<ReadRow>, 'remaining'> &
  Pick<
    Selectable<ConnectionRow>,
    'platform_key' | 'status' | 'last_sync_at' | 'first_read_ended' | 'token_set_id'
  > & {
    readonly due_at: number;
    readonly behaviour: TokenSetRow['behaviour'] | null;
    readonly issued_at: number | null;
  };

const selectDue = prepared<ServiceSchema, { now: number; limit: number }, DueDataset>(
  (db, value) =>
    db
      .selectFrom('datasets as d')
      .innerJoin('reads as r', 'r.id', 'd.read_id')
      .innerJoin('connections as c', 'c.id', 'd.connection_id')
      .leftJoin('token_sets as t', 't.id', 'c.token_set_id')
      .select(['d.seq', 'd.id', 'd.read_id', 'd.company_id', 'd.connection_id', 'd.data_type', 'd.seed'])
      .select(['d.due_at', 'r.remaining', 'c.platform_key', 'c.status', 'c.last_sync_at'])
      .select(['c.first_read_ended', 'c.token_set_id', 't.behaviour', 't.issued_at'])
      .where('d.due_at', '<=', value('now'))
      .orderBy('d.due_at')
      .orderBy('d.seq')
      .limit(value('limit')) as never,
);

/** Oldest first, at most `limit`. */
export const dueDatasets = ({ db }: Reader, now: number, limit: number): Promise<DueDataset[]> =>
  selectDue(db, { now, limit });

export interface EndedDataset {
  readonly seq: number;
  readonly endedAt: number;
  readonly status: DatasetEnd;
  readonly errorMessage: string | null;
  readonly recordsModified: number;
}

export const endDatasets = async ({ db }: Tx, ended: readonly EndedDataset[]): Promise<void> => {
  await runBulk(
    db,
    {
      before: 'with ended(seq, at, status, message, records) as (values',
      after: `) update datasets set due_at = null, ended_at = ended.at, end_status = ended.status,
        error_message = ended.message, records_modified = ended.records
        from ended where datasets.seq = ended.seq`,
    },
    ended.map((e) => [e.seq, e.endedAt, e.status, e.errorMessage, e.recordsModified]),
  );
};

/** How many datasets of a read still run, one row `[read id, count]` each. */
export const setRemaining = async (
  { db }: Tx,
  reads: readonly (readonly [readId: string, remaining: number])[],
): Promise<void> => {
  await runBulk(
    db,
    {
      before: 'with counted(id, remaining) as (values',
      after: ') update reads set remaining = counted.remaining from counted where reads.id = counted.id',
    },
    reads,
  );
};

interface Cancellation {
  readonly connection_id: string;
  readonly at: number;
  readonly message: string;
}

const cancelDatasets = prepared<ServiceSchema, Cancellation, { id: string }>((db, value) =>
  db
    .updateTable('datasets')
    .set({
      due_at: null,
      ended_at: value('at'),
      end_status: 'Cancelled',
      error_message: value('message'),
      records_modified: 0,
    })
    .where('due_at', 'is not', null)
    .where('read_id', 'in', (eb) =>
      eb
        .selectFrom('reads')
        .select('reads.id')
        .where('reads.connection_id', '=', value('connection_id'))
        .where('reads.remaining', '>', eb.lit(0)),
    )
    .returning('id'),
);
const closeReads = prepared<ServiceSchema, { connection_id: string }, { id: string }>((db, value) =>
  db
    .updateTable('reads')
    .set({ remaining: 0 })
    .where('connection_id', '=', value('connection_id'))
    .where('remaining', '>', (eb) => eb.lit(0))
    .returning('id'),
);

/** Ends what runs on a connection as Cancelled. Answers the ids of the datasets, and of the reads that ended so. */
export const cancelRunning = async (
  { db }: Tx,
  connectionId: string,
  at: number,
  message: string,
): Promise<{ datasetIds: string[]; readIds: string[] }> => {
  const datasets = await cancelDatasets(db, { connection_id: connectionId, at, message });
  const reads = await closeReads(db, { connection_id: connectionId });
  return { datasetIds: datasets.map((row) => row.id), readIds: reads.map((row) => row.id) };
};
