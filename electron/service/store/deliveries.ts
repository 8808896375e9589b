import { type Kysely, type Selectable, sql } from 'kysely';
import { type BulkStatement, runBulk } from '#base/store/bulk.ts';
import { prepared } from '#base/store/prepared.ts';
import type { AttemptTrigger, DeliveryStatus } from '#contract/message.ts';
import { cancelDropped } from './bulk-results.ts';
import type { InterruptedAttempt } from './leases.ts';
import type { DeliveryRow, ServiceSchema } from './schema.ts';
import type { Reader, Tx } from './store.ts';

export type StoredDelivery = Selectable<DeliveryRow>;

/** A delivery whose next attempt of the schedule is due, with what is sent. */
export interface DueDelivery {
  readonly seq: number;
  /** Of an attempt that a crash cut off: its repeat keeps it. */
  readonly number: number | null;
  readonly attempts: number;
  readonly scheduleUsed: number;
  readonly origin: AttemptTrigger;
  readonly dueAt: number;
  readonly messageId: string;
  readonly body: string;
}

/** A place in the order in which the deliveries of an endpoint fall due. */
export interface DuePlace {
  /** ms UTC */
  readonly dueAt: number;
  readonly seq: number;
}

interface DueOf {
  readonly endpointSeq: number;
  readonly after: DuePlace;
  readonly now: number;
  readonly limit: number;
}

const waitingDeliveries = (db: Kysely<ServiceSchema>) =>
  db
    .selectFrom('deliveries')
    .innerJoin('messages', 'messages.seq', 'deliveries.message_seq')
    .select([
      'deliveries.seq as seq',
      'number',
      'attempts',
      'schedule_used as scheduleUsed',
      'origin',
      sql<number>`due_at`.as('dueAt'),
      'messages.id as messageId',
      'body',
    ])
    .where('due_at', 'is not', null);

const dueTogether = prepared<ServiceSchema, DuePlace & Omit<DueOf, 'after' | 'now'>, DueDelivery>(
  (db, value) =>
    waitingDeliveries(db)
      .where('endpoint_seq', '=', value('endpointSeq'))
      .where('due_at', '=', value('dueAt'))
      .where('deliveries.seq', '>', value('seq'))
      .orderBy('deliveries.seq')
      .limit(value('limit')),
);

const dueLater = prepared<ServiceSchema, DuePlace & Omit<DueOf, 'after'>, DueDelivery>((db, value) =>
  waitingDeliveries(db)
    .where('endpoint_seq', '=', value('endpointSeq'))
    .where('due_at', '>', value('dueAt'))
    .where('due_at', '<=', value('now'))
    .orderBy('due_at')
    .orderBy('deliveries.seq')
    .limit(value('limit')),
);

/**
 * Deliveries of one endpoint that are due at `now` (ms UTC), oldest first, those under way among them. In two steps:
 * SQLite would read all that fell due at the same instant to find those after a place among them.
 */
export const selectDue = async ({ db }: Reader, { after, ...of }: DueOf): Promise<DueDelivery[]> => {
  const together = await dueTogether(db, { ...of, ...after });
  if (together.length === of.limit) return together;
  const later = await dueLater(db, { ...of, ...after, limit: of.limit - together.length });
  return [...together, ...later];
};

interface NextDueOf {
  readonly endpointSeq: number;
  /** ms UTC, exclusive */
  readonly after: number;
  /** What is under way, and so isn't due. */
  readonly scheduled: { readonly size: number; has(deliverySeq: number): boolean };
  readonly extra: { readonly size: number; has(extraSeq: number): boolean };
}

interface NextDueValues {
  endpointSeq: number;
  after: number;
  limit: number;
}

const nextDue = prepared<ServiceSchema, NextDueValues, { seq: number; due_at: number }>((db, value) =>
  db
    .selectFrom('deliveries')
    .select(['seq', 'due_at'])
    .where('endpoint_seq', '=', value('endpointSeq'))
    .where('due_at', 'is not', null)
    .where('due_at', '>', value('after'))
    .orderBy('due_at')
    .orderBy('seq')
    .limit(value('limit'))
    .$narrowType<{ due_at: number }>(),
);

const nextExtraDue = prepared<ServiceSchema, NextDueValues, { seq: number; due_at: number }>((db, value) =>
  db
    .selectFrom('extra_attempts')
    .select(['seq', 'due_at'])
    .where('endpoint_seq', '=', value('endpointSeq'))
    .where('due_at', '>', value('after'))
    .orderBy('due_at')
    .orderBy('seq')
    .limit(value('limit')),
);

/** When the next attempt of an endpoint falls due, ms UTC; infinity if none does. */
export const selectNextDue = async (
  { db }: Reader,
  { endpointSeq, after, scheduled, extra }: NextDueOf,
): Promise<number> => {
  const of = { endpointSeq, after };
  const ofSchedule = await nextDue(db, { ...of, limit: scheduled.size + 1 });
  const besides = await nextExtraDue(db, { ...of, limit: extra.size + 1 });
  return Math.min(
    ofSchedule.find(({ seq }) => !scheduled.has(seq))?.due_at ?? Number.POSITIVE_INFINITY,
    besides.find(({ seq }) => !extra.has(seq))?.due_at ?? Number.POSITIVE_INFINITY,
  );
};

/** What an attempt of the schedule makes of its delivery. */
export interface ScheduledOutcome {
  readonly deliverySeq: number;
  readonly status: Extract<DeliveryStatus, 'Success' | 'Attempting' | 'Failed'>;
  /** ms UTC; null when the schedule is used up or no longer needed */
  readonly dueAt: number | null;
  readonly statusCode: number | null;
  readonly error: string | null;
  /** Of the attempt. */
  readonly number: number;
  /** When it left, ms UTC. */
  readonly leftAt: number;
  /** Attempts of the schedule that are used up, this one included. */
  readonly scheduleUsed: number;
}

const outcomeValues = {
  seq: 'integer',
  status: 'text',
  due_at: 'integer',
  status_code: 'integer',
  error: 'text',
  number: 'integer',
  left_at: 'integer',
} as const;

/** A delivery that ended meanwhile (a resend succeeded, its endpoint was deleted) is not reopened by a failure. */
const outcomeColumns = `due_at = case when deliveries.status in ('Success', 'Cancelled') then null else v.due_at end,
    last_status_code = v.status_code, last_error = v.error, number = null, schedule_used = schedule_used + 1,
    attempts = case when attempts > v.number then attempts else v.number end,
    last_attempt_at = case when last_attempt_at > v.left_at then last_attempt_at else v.left_at end`;

const scheduledStatement: BulkStatement = {
  v: outcomeValues,
  text: `update deliveries set ${outcomeColumns},
    status = case when v.status <> 'Success' and deliveries.status in ('Success', 'Cancelled')
      then deliveries.status else v.status end
    from v where deliveries.seq = v.seq`,
};

const sameStatusStatement: BulkStatement = {
  v: outcomeValues,
  text: `update deliveries set ${outcomeColumns} from v where deliveries.seq = v.seq`,
};
const attemptingStatement: BulkStatement = {
  v: { seq: 'integer' },
  text: `update deliveries set status = 'Attempting' from v
    where deliveries.seq = v.seq and status not in ('Attempting', 'Success', 'Cancelled')`,
};

/** To set a status costs its index and its trigger a fifth of the statement, also where it stays the same. */
export const recordScheduled = async ({ db }: Tx, outcomes: readonly ScheduledOutcome[]): Promise<void> => {
  const again = outcomes.filter(failsAgain);
  const others = again.length === 0 ? outcomes : outcomes.filter((one) => !failsAgain(one));
  await runBulk(db, scheduledStatement, others.map(columnsOf));
  await runBulk(db, sameStatusStatement, again.map(columnsOf));
  const seqs = again.map(({ deliverySeq }) => [deliverySeq]);
  await runBulk(db, attemptingStatement, seqs);
};

const columnsOf = (o: ScheduledOutcome) => [
  o.deliverySeq,
  o.status,
  o.dueAt,
  o.statusCode,
  o.error,
  o.number,
  o.leftAt,
];

const failsAgain = ({ status, scheduleUsed }: ScheduledOutcome): boolean =>
  status === 'Attempting' && scheduleUsed > 1;

const interruptedStatement: BulkStatement = {
  v: { seq: 'integer', number: 'integer', at: 'integer', of_schedule: 'integer' },
  text: `update deliveries set
    number = case when v.of_schedule = 1 and due_at is not null then v.number else deliveries.number end,
    attempts = case when attempts > v.number then attempts else v.number end,
    last_attempt_at = case when last_attempt_at > v.at then last_attempt_at else v.at end
    from v where deliveries.seq = v.seq`,
};

/** Counts attempts that a crash cut off. Those of the schedule are repeated under their numbers and use up nothing. */
export const countInterrupted = async (
  { db }: Tx,
  interrupted: readonly InterruptedAttempt[],
): Promise<void> => {
  // One by one, as several of them may be of one delivery.
  for (const { deliverySeq, number, at, extraSeq } of interrupted) {
    await runBulk(db, interruptedStatement, [[deliverySeq, number, at, extraSeq === null ? 1 : 0]]);
  }
};

/** Ends what waits at an endpoint that was deleted. */
export const cancelDeliveries = async (tx: Tx, endpointSeq: number): Promise<void> => {
  const { db } = tx;
  await db.deleteFrom('extra_attempts').where('endpoint_seq', '=', endpointSeq).execute();
  await cancelDropped(tx);
  await db
    .updateTable('deliveries')
    .set({ status: 'Cancelled', due_at: null })
    .where('endpoint_seq', '=', endpointSeq)
    .where('status', 'in', ['Sending', 'Attempting'])
    .execute();
};
