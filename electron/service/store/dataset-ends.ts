import type { Selectable } from 'kysely';
import { insertRows, runBulk } from '#base/store/bulk.ts';
import { prepared } from '#base/store/prepared.ts';
import type { DatasetEnd } from '#contract/data.ts';
import type { DueDataset, DueRead } from './due-datasets.ts';
import { duesOf, endOrder, isWhole, runningOf } from './read-course.ts';
import type { DatasetDeviationRow, ReadRow, ServiceSchema } from './schema.ts';
import type { Tx } from './store.ts';

/** What ends datasets: their due time, or somebody who cancels them. In batches, a few statements each. */

export interface EndedDataset {
  readonly dataset: DueDataset;
  readonly status: DatasetEnd;
  readonly errorMessage: string | null;
}

/** @param ended of each read in the order of their ends, with none left out */
export const endDatasets = async ({ db }: Tx, ended: readonly EndedDataset[]): Promise<void> => {
  const byRead = new Map<DueRead, EndedDataset[]>();
  const rows: EndedDataset[] = [];
  for (const one of ended) {
    const { at } = one.dataset;
    if (at.read === undefined) rows.push(one);
    else if (byRead.get(at.read)?.push(one) === undefined) byRead.set(at.read, [one]);
  }
  await endInReads(db, byRead);
  if (rows.length > 0) await endRows(db, rows);
};

const endInReads = async (
  db: Tx['db'],
  byRead: ReadonlyMap<DueRead, readonly EndedDataset[]>,
): Promise<void> => {
  const deviations: DatasetDeviationRow[] = [];
  const changes = [...byRead].map(([read, ended]) => {
    const before = deviations.length;
    for (const { dataset, status, errorMessage } of ended) {
      const { place } = dataset.at;
      if (status === 'Complete') continue;
      deviations.push({
        read_seq: read.read_seq,
        position: place,
        end_status: status,
        error_message: errorMessage,
      });
    }
    const all = read.ended + ended.length;
    return [read.read_seq, all, dueAfter(read, all), deviations.length - before];
  });
  await runBulk(
    db,
    {
      v: { seq: 'integer', ended: 'integer', due_at: 'integer', deviations: 'integer' },
      text: `update reads set ended = v.ended, remaining = remaining - (v.ended - reads.ended),
        due_at = v.due_at, deviations = reads.deviations + v.deviations from v where reads.seq = v.seq`,
    },
    changes,
  );
  await insertRows(db, 'dataset_deviations', deviations);
};

/** When the next one ends after so many, ms UTC; null after the last. */
const dueAfter = (read: DueRead, ended: number): number | null => {
  const dues = duesOf(read);
  return dues[endOrder(dues)[ended] ?? -1] ?? null;
};

/** Those that have rows of their own. */
const endRows = async (db: Tx['db'], ended: readonly EndedDataset[]): Promise<void> => {
  await runBulk(
    db,
    {
      v: { seq: 'integer', at: 'integer', status: 'text', message: 'text' },
      text: `update datasets set due_at = null, ended_at = v.at, end_status = v.status,
        error_message = v.message from v where datasets.seq = v.seq`,
    },
    ended.map(({ dataset, status, errorMessage }) => [dataset.at.place, dataset.dueAt, status, errorMessage]),
  );
  const byRead = Map.groupBy(ended, ({ dataset }) => dataset.read.read_seq);
  await runBulk(
    db,
    {
      v: { seq: 'integer', count: 'integer' },
      text: 'update reads set remaining = remaining - v.count from v where reads.seq = v.seq',
    },
    [...byRead].map(([seq, of]) => [seq, of.length]),
  );
};

interface Cancellation {
  readonly connection_id: string;
  readonly at: number;
  readonly message: string;
}

const cancelRows = prepared<ServiceSchema, Cancellation, { id: string }>((db, value) =>
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
const cancelReads = prepared<ServiceSchema, Cancellation, Selectable<ReadRow>>((db, value) =>
  db
    .updateTable('reads')
    .set({ remaining: 0, due_at: null, cancelled_at: value('at'), cancel_reason: value('message') })
    .where('connection_id', '=', value('connection_id'))
    .where('remaining', '>', (eb) => eb.lit(0))
    .returningAll(),
);

/** Ends what runs on a connection as Cancelled. Answers the ids of the datasets, and of the reads that ended so. */
export const cancelRunning = async (
  { db }: Tx,
  connectionId: string,
  at: number,
  message: string,
): Promise<{ datasetIds: string[]; readIds: string[] }> => {
  const rows = await cancelRows(db, { connection_id: connectionId, at, message });
  const reads = await cancelReads(db, { connection_id: connectionId, at, message });
  const datasetIds = rows.map((row) => row.id);
  reads.sort((a, b) => a.seq - b.seq);
  for (const read of reads) {
    if (!isWhole(read)) continue;
    const running = runningOf(read).sort((a, b) => a.place - b.place);
    datasetIds.push(...running.map(({ id }) => id));
  }
  return { datasetIds, readIds: reads.map((row) => row.id) };
};
