import { sql } from 'kysely';
import { insertValues } from '#base/store/bulk.ts';
import { larger } from '#base/store/dialect.ts';
import { prepared } from '#base/store/prepared.ts';
import type { AttemptTrigger } from '#contract/message.ts';
import { type EndedExtra, endItems } from './bulk-results.ts';
import type { InterruptedAttempt } from './leases.ts';
import type { ServiceSchema } from './schema.ts';
import type { Reader, Tx } from './store.ts';

/** Attempts beside the schedule: a resend of one message, a recover of all that failed. */

/** One that is due, with its delivery and what is sent. */
export interface DueExtraAttempt {
  readonly seq: number;
  readonly deliverySeq: number;
  readonly trigger: AttemptTrigger;
  /** Of an attempt that a crash cut off: its repeat keeps it. */
  readonly number: number | null;
  readonly attempts: number;
  readonly scheduleUsed: number;
  readonly messageId: string;
  readonly body: string;
}

interface DueOf {
  readonly endpointSeq: number;
  readonly now: number;
  readonly limit: number;
}

const dueQuery = prepared<ServiceSchema, DueOf, DueExtraAttempt>((db, value) =>
  db
    .selectFrom('extra_attempts')
    .innerJoin('deliveries', 'deliveries.seq', 'extra_attempts.delivery_seq')
    .innerJoin('messages', 'messages.seq', 'deliveries.message_seq')
    .select([
      'extra_attempts.seq as seq',
      'delivery_seq as deliverySeq',
      'trigger',
      'extra_attempts.number as number',
      'attempts',
      'schedule_used as scheduleUsed',
      'messages.id as messageId',
      'body',
    ])
    .where('extra_attempts.endpoint_seq', '=', value('endpointSeq'))
    .where('extra_attempts.due_at', '<=', value('now'))
    .orderBy('extra_attempts.due_at')
    .orderBy('extra_attempts.seq')
    .limit(value('limit')),
);

/** Extra attempts of one endpoint that are due at `now` (ms UTC), oldest first, those under way among them. */
export const selectDueExtra = ({ db }: Reader, of: DueOf): Promise<DueExtraAttempt[]> => dueQuery(db, of);

export interface NewExtraAttempt {
  readonly deliverySeq: number;
  readonly endpointSeq: number;
  readonly trigger: AttemptTrigger;
  readonly dueAt: number;
}

export const insertExtraAttempts = ({ db }: Tx, attempts: readonly NewExtraAttempt[]): Promise<void> =>
  insertValues(
    db,
    'extra_attempts',
    ['delivery_seq', 'endpoint_seq', 'trigger', 'due_at'],
    attempts.map((a) => [a.deliverySeq, a.endpointSeq, a.trigger, a.dueAt]),
  );

/** One extra attempt for each `Failed` delivery of an endpoint whose message is of [since, until), ms UTC. */
export const insertRecovery = async (
  { db }: Tx,
  of: { endpointSeq: number; since: number; until: number; now: number },
): Promise<number> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('extra_attempts')
    .columns(['delivery_seq', 'endpoint_seq', 'trigger', 'due_at'])
    .expression((eb) =>
      eb
        .selectFrom('deliveries')
        .innerJoin('messages', 'messages.seq', 'deliveries.message_seq')
        .select([
          'deliveries.seq',
          'deliveries.endpoint_seq',
          sql<AttemptTrigger>`'recover'`.as('trigger'),
          sql<number>`${of.now}`.as('due_at'),
        ])
        .where('deliveries.endpoint_seq', '=', of.endpointSeq)
        .where('deliveries.status', '=', 'Failed')
        .where('messages.created_at', '>=', of.since)
        .where('messages.created_at', '<', of.until)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('extra_attempts')
                .select('extra_attempts.seq')
                .whereRef('extra_attempts.delivery_seq', '=', 'deliveries.seq'),
            ),
          ),
        )
        .orderBy('deliveries.message_seq'),
    )
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows ?? 0);
};

/** What an extra attempt makes of its delivery: a success ends it, a failure changes nothing of its schedule. */
export interface ExtraOutcome extends EndedExtra {
  /** Of the attempt. */
  readonly number: number;
  /** When it left, ms UTC. */
  readonly leftAt: number;
}

/** A seq is given again once its row is gone: the delivery tells the two apart. */
export const recordExtra = async (tx: Tx, outcomes: readonly ExtraOutcome[]): Promise<void> => {
  const { db } = tx;
  await endItems(tx, outcomes);
  for (const outcome of outcomes) {
    await db
      .deleteFrom('extra_attempts')
      .where('seq', '=', outcome.extraSeq)
      .where('delivery_seq', '=', outcome.deliverySeq)
      .execute();
    await db
      .updateTable('deliveries')
      .set({
        attempts: larger(sql.ref('attempts'), sql.val(outcome.number)),
        last_attempt_at: larger(sql`coalesce(last_attempt_at, 0)`, sql.val(outcome.leftAt)),
        last_status_code: outcome.statusCode,
        last_error: outcome.error,
        ...(outcome.succeeded ? { status: 'Success' as const, due_at: null } : {}),
      })
      .where('seq', '=', outcome.deliverySeq)
      .execute();
  }
};

/** Those that a crash cut off are repeated under their numbers. What a deleted endpoint left goes. */
export const keepExtraNumbers = async (
  { db }: Tx,
  interrupted: readonly InterruptedAttempt[],
): Promise<void> => {
  for (const { deliverySeq, extraSeq, number } of interrupted) {
    if (extraSeq === null) continue;
    await db
      .updateTable('extra_attempts')
      .set({ number })
      .where('seq', '=', extraSeq)
      .where('delivery_seq', '=', deliverySeq)
      .execute();
  }
  await db
    .deleteFrom('extra_attempts')
    .where('endpoint_seq', 'in', (eb) =>
      eb.selectFrom('endpoints').select('seq').where('deleted_at', 'is not', null),
    )
    .execute();
};
