import { type Selectable, sql } from 'kysely';
import { insertRows, prepared, runBulk } from '#base/prepared.ts';
import type { AttemptTrigger, DeliveryStatus } from '#contract/message.ts';
import type { AttemptRow, DeliveryRow, ServiceSchema } from './schema.ts';
import type { Reader, Tx } from './store.ts';

export type StoredDelivery = Selectable<DeliveryRow>;

/** An attempt that is leased and may leave now. */
export interface LeasedAttempt {
  readonly deliverySeq: number;
  readonly endpointSeq: number;
  /** Of `extra_attempts`; null for an attempt of the schedule. */
  readonly extraSeq: number | null;
  readonly messageId: string;
  readonly body: string;
  readonly number: number;
  readonly trigger: AttemptTrigger;
  /** Attempts of the schedule that are used up, this one included. */
  readonly scheduleUsed: number;
}

interface LeaseValues {
  generation: number;
  endpointSeq: number;
  now: number;
  limit: number;
}

interface LeasedRow {
  seq: number;
  message_seq: number;
  number: number;
  schedule_used: number;
  origin: AttemptTrigger;
  due_at: number;
}

/** One state transition, one statement: claiming counts the attempt, takes the lease and gives the rows. */
const leaseDue = prepared<ServiceSchema, LeaseValues, LeasedRow>((db, value) =>
  db
    .updateTable('deliveries')
    .set((eb) => ({
      leased_by: value('generation'),
      // A repeat keeps its number, and was counted when it first left.
      attempts: sql<number>`attempts + (number is null)`,
      number: sql<number>`coalesce(number, attempts + 1)`,
      schedule_used: eb('schedule_used', '+', 1),
      last_attempt_at: value('now'),
    }))
    .where('seq', 'in', (eb) =>
      eb
        .selectFrom('deliveries')
        .select('seq')
        .where('endpoint_seq', '=', value('endpointSeq'))
        .where('due_at', 'is not', null)
        .where('leased_by', 'is', null)
        .where('due_at', '<=', value('now'))
        .orderBy('due_at')
        .orderBy('seq')
        .limit(value('limit')),
    )
    .returning([
      'seq',
      'message_seq',
      sql<number>`number`.as('number'),
      'schedule_used',
      'origin',
      sql<number>`due_at`.as('due_at'),
    ]),
);

const selectBodies = prepared<ServiceSchema, { seqs: string }, { seq: number; id: string; body: string }>(
  (db, value) =>
    db
      .selectFrom('messages')
      .select(['seq', 'id', 'body'])
      .where('seq', 'in', sql<number>`(select value from json_each(${value('seqs')}))`),
);

/** Leases up to `limit` scheduled attempts of one endpoint that are due at `now` (ms UTC), oldest first. */
export const leaseScheduled = async ({ db }: Tx, of: LeaseValues): Promise<LeasedAttempt[]> => {
  const rows = await leaseDue(db, of);
  if (rows.length === 0) return [];
  rows.sort((a, b) => a.due_at - b.due_at || a.seq - b.seq);
  const seqs = JSON.stringify(rows.map((row) => row.message_seq));
  const messages = new Map((await selectBodies(db, { seqs })).map((row) => [row.seq, row]));
  return rows.map((row) => {
    const message = messages.get(row.message_seq) as { id: string; body: string };
    return {
      deliverySeq: row.seq,
      endpointSeq: of.endpointSeq,
      extraSeq: null,
      messageId: message.id,
      body: message.body,
      number: row.number,
      trigger: row.origin,
      scheduleUsed: row.schedule_used,
    };
  });
};

const nextDue = prepared<ServiceSchema, { endpointSeq: number }, { due_at: number | null }>((db, value) =>
  db
    .selectFrom('deliveries')
    .select('due_at')
    .where('endpoint_seq', '=', value('endpointSeq'))
    .where('due_at', 'is not', null)
    .where('leased_by', 'is', null)
    .orderBy('due_at')
    .limit(1),
);

const nextExtraDue = prepared<ServiceSchema, { endpointSeq: number }, { due_at: number }>((db, value) =>
  db
    .selectFrom('extra_attempts')
    .select('due_at')
    .where('endpoint_seq', '=', value('endpointSeq'))
    .where('leased_by', 'is', null)
    .orderBy('due_at')
    .limit(1),
);

/** When the next attempt of an endpoint falls due, ms UTC. */
export const selectNextDue = async ({ db }: Reader, endpointSeq: number): Promise<number | undefined> => {
  const scheduled = await nextDue.first(db, { endpointSeq });
  const extra = await nextExtraDue.first(db, { endpointSeq });
  if (scheduled === undefined) return extra?.due_at;
  if (extra === undefined) return scheduled.due_at ?? undefined;
  return Math.min(scheduled.due_at as number, extra.due_at);
};

/** An attempt that ended, as the log keeps it. */
export type EndedAttempt = Omit<Selectable<AttemptRow>, 'seq'>;

export const insertAttempts = ({ db }: Tx, attempts: readonly EndedAttempt[]): Promise<void> =>
  insertRows(db, 'attempts', attempts);

/** What an attempt of the schedule makes of its delivery. */
export interface ScheduledOutcome {
  readonly deliverySeq: number;
  readonly status: Extract<DeliveryStatus, 'Success' | 'Attempting' | 'Failed'>;
  /** ms UTC; null when the schedule is used up or no longer needed */
  readonly dueAt: number | null;
  readonly statusCode: number | null;
  readonly error: string | null;
}

/**
 * A delivery that ended meanwhile (a resend succeeded, its endpoint was deleted) is not reopened by a failure.
 * `now` is left out of the rows as the lease has written it already.
 */
const scheduledStatement = {
  before: `update deliveries set
    status = case when v.column2 <> 'Success' and status in ('Success', 'Cancelled') then status else v.column2 end,
    due_at = case when status in ('Success', 'Cancelled') then null else v.column3 end,
    last_status_code = v.column4, last_error = v.column5, leased_by = null, number = null from (values`,
  after: `) as v where deliveries.seq = v.column1`,
};

export const recordScheduled = ({ db }: Tx, outcomes: readonly ScheduledOutcome[]): Promise<void> =>
  runBulk(
    db,
    scheduledStatement,
    outcomes.map((o) => [o.deliverySeq, o.status, o.dueAt, o.statusCode, o.error]),
  );

/** Frees the leases of other generations: the attempts keep their numbers and use up nothing of the schedule. */
export const freeScheduled = async (
  { db }: Tx,
  generation: number,
): Promise<Pick<StoredDelivery, 'seq' | 'number' | 'origin' | 'last_attempt_at'>[]> =>
  db
    .updateTable('deliveries')
    .set((eb) => ({
      leased_by: null,
      schedule_used: eb('schedule_used', '-', 1),
    }))
    .where('leased_by', 'is not', null)
    .where('leased_by', '<>', generation)
    .returning(['seq', 'number', 'origin', 'last_attempt_at'])
    .execute();

/** Ends what waits at an endpoint that was deleted. */
export const cancelDeliveries = async ({ db }: Tx, endpointSeq: number): Promise<void> => {
  await db
    .deleteFrom('extra_attempts')
    .where('endpoint_seq', '=', endpointSeq)
    .where('leased_by', 'is', null)
    .execute();
  await db
    .updateTable('deliveries')
    .set({ status: 'Cancelled', due_at: null })
    .where('endpoint_seq', '=', endpointSeq)
    .where('status', 'in', ['Sending', 'Attempting'])
    .execute();
};
