import type { Selectable } from 'kysely';
import { prepared } from '#base/store/prepared.ts';
import { duesOf, runningOf, type WholeRead } from './read-course.ts';
import type { ConnectionRow, DatasetRow, ReadRow, ServiceSchema, TokenSetRow } from './schema.ts';
import type { Reader } from './store.ts';

/**
 * Datasets that fall due. A read falls due with the next of its datasets; those that have a row of their own, of
 * versions before 0.4.0, fall due by themselves.
 */

const selectNextDue = prepared<ServiceSchema, object, { due_at: number | null }>((db) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('reads')
        .select((of) => of.fn.min('due_at').as('due_at'))
        .where('due_at', 'is not', null)
        .unionAll(
          eb
            .selectFrom('datasets')
            .select((of) => of.fn.min('due_at').as('due_at'))
            .where('due_at', 'is not', null),
        )
        .as('next'),
    )
    .select((eb) => eb.fn.min('next.due_at').as('due_at')),
);

/** ms UTC; undefined when nothing runs. */
export const nextDatasetDueAt = async ({ db }: Reader): Promise<number | undefined> =>
  (await selectNextDue.first(db, {}))?.due_at ?? undefined;

type Running = Pick<
  WholeRead,
  'seq' | 'id' | 'connection_id' | 'data_types' | 'course' | 'requested_at' | 'ended'
>;

const selectUpcomingReads = prepared<ServiceSchema, { limit: number }, Running>(
  (db, value) =>
    db
      .selectFrom('reads')
      .select(['seq', 'id', 'connection_id', 'data_types', 'course', 'requested_at', 'ended'])
      .where('due_at', 'is not', null)
      .orderBy('due_at')
      .orderBy('seq')
      .limit(value('limit')) as never,
);
const selectUpcomingRows = prepared<
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

interface UpcomingDataset {
  readonly connectionId: string;
  readonly dataType: string;
  /** ms UTC */
  readonly dueAt: number;
}

/** Soonest first. No read has an earlier dataset than the one that it is ordered by; rows are of the oldest reads. */
export const upcomingDatasets = async ({ db }: Reader, limit: number): Promise<UpcomingDataset[]> => {
  const rows = (await selectUpcomingRows(db, { limit })).map((row) => ({
    connectionId: row.connection_id,
    dataType: row.data_type,
    dueAt: row.due_at as number,
    seq: 0,
  }));
  const ofReads = (await selectUpcomingReads(db, { limit })).flatMap((read) =>
    runningOf(read).map(({ dataType, dueAt }) => ({
      connectionId: read.connection_id,
      dataType,
      dueAt,
      seq: read.seq,
    })),
  );
  return [...rows, ...ofReads].sort((a, b) => a.dueAt - b.dueAt || a.seq - b.seq).slice(0, limit);
};

const selectRunning = prepared<
  ServiceSchema,
  { until: number },
  Pick<Running, 'course' | 'requested_at' | 'ended'>
>(
  (db, value) =>
    db
      .selectFrom('reads')
      .select(['course', 'requested_at', 'ended'])
      .where('due_at', '<=', value('until')) as never,
);
const countRows = prepared<ServiceSchema, { until: number }, { count: number }>((db, value) =>
  db
    .selectFrom('datasets')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('due_at', '<=', value('until')),
);

/** How many end up to an instant, ms UTC, inclusive. */
export const countDatasetsDue = async ({ db }: Reader, until: number): Promise<number> => {
  let count = (await countRows.first(db, { until }))?.count ?? 0;
  for (const read of await selectRunning(db, { until })) {
    count += duesOf(read).filter((dueAt) => dueAt <= until).length - read.ended;
  }
  return count;
};

/** What decides how the datasets of a read end, beside their own course. */
type Circumstances = Pick<Selectable<ReadRow>, 'company_id' | 'connection_id' | 'remaining'> &
  Pick<
    Selectable<ConnectionRow>,
    'platform_key' | 'status' | 'last_sync_at' | 'first_read_ended' | 'token_set_id'
  > & {
    readonly read_id: string;
    readonly read_seq: number;
    readonly behaviour: TokenSetRow['behaviour'] | null;
    readonly issued_at: number | null;
  };
type DueRow = Circumstances &
  Pick<Selectable<DatasetRow>, 'seq' | 'id' | 'data_type' | 'seed'> & { readonly due_at: number };
export type DueRead = Circumstances & Omit<Running, 'seq'> & { readonly due_at: number };

/** A dataset that falls due, with all that decides how it ends. */
export interface DueDataset {
  readonly id: string;
  readonly dataType: string;
  readonly seed: number;
  /** ms UTC */
  readonly dueAt: number;
  readonly read: Circumstances;
  /** Its place among the data types of its read; for one with a row of its own, the row's. */
  readonly at: { readonly place: number; readonly read: DueRead | undefined };
}

const circumstances = [
  'r.id as read_id',
  'r.seq as read_seq',
  'r.company_id',
  'r.connection_id',
  'r.remaining',
  'c.platform_key',
  'c.status',
  'c.last_sync_at',
  'c.first_read_ended',
  'c.token_set_id',
  't.behaviour',
  't.issued_at',
] as const;

const selectDueRows = prepared<ServiceSchema, { now: number; limit: number }, DueRow>(
  (db, value) =>
    db
      .selectFrom('datasets as d')
      .innerJoin('reads as r', 'r.id', 'd.read_id')
      .innerJoin('connections as c', 'c.id', 'd.connection_id')
      .leftJoin('token_sets as t', 't.id', 'c.token_set_id')
      .select(['d.seq', 'd.id', 'd.data_type', 'd.seed', 'd.due_at'])
      .select(circumstances)
      .where('d.due_at', '<=', value('now'))
      .orderBy('d.due_at')
      .orderBy('d.seq')
      .limit(value('limit')) as never,
);
const selectDueReads = prepared<ServiceSchema, { now: number; limit: number }, DueRead>(
  (db, value) =>
    db
      .selectFrom('reads as r')
      .innerJoin('connections as c', 'c.id', 'r.connection_id')
      .leftJoin('token_sets as t', 't.id', 'c.token_set_id')
      .select(['r.id', 'r.data_types', 'r.course', 'r.requested_at', 'r.ended', 'r.due_at'])
      .select(circumstances)
      .where('r.due_at', '<=', value('now'))
      .orderBy('r.due_at')
      .orderBy('r.seq')
      .limit(value('limit')) as never,
);

/** Datasets that one read has due at once, as a rule, when the batches keep up: a quarter as many reads are looked at. */
const dueTogether = 4;

/** Oldest first, at most `limit`; what is due of other reads comes after all of it. */
export const dueDatasets = async ({ db }: Reader, now: number, limit: number): Promise<DueDataset[]> => {
  const mostReads = Math.ceil(limit / dueTogether);
  const rows = await selectDueRows(db, { now, limit });
  const reads = await selectDueReads(db, { now, limit: mostReads });
  const due = [...rows.map(ofRow), ...reads.flatMap((read) => ofRead(read, now))].sort(inOrder);
  const last = reads.length < mostReads ? undefined : reads.at(-1);
  // A read that was not looked at may have a dataset that ends right after the last one's next.
  const isKnown = ({ dueAt, read }: DueDataset): boolean =>
    last === undefined || dueAt < last.due_at || (dueAt === last.due_at && read.read_seq <= last.read_seq);
  return due.filter(isKnown).slice(0, limit);
};

const ofRow = (row: DueRow): DueDataset => ({
  id: row.id,
  dataType: row.data_type,
  seed: row.seed,
  dueAt: row.due_at,
  read: row,
  at: { place: row.seq, read: undefined },
});

const ofRead = (read: DueRead, now: number): DueDataset[] => {
  const due: DueDataset[] = [];
  for (const { place, ...dataset } of runningOf(read)) {
    if (dataset.dueAt > now) break;
    due.push({ ...dataset, read, at: { place, read } });
  }
  return due;
};

/** Those of one read are in their order already, and the sort keeps it. */
const inOrder = (a: DueDataset, b: DueDataset): number =>
  a.dueAt - b.dueAt || a.read.read_seq - b.read.read_seq;
