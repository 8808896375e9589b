import { sql } from 'kysely';
import { prepared, runBulk } from '#base/prepared.ts';
import type { AttemptTrigger } from '#contract/message.ts';
import type { LeasedAttempt } from './deliveries.ts';
import type { ServiceSchema } from './schema.ts';
import type { Tx } from './store.ts';

/** Attempts beside the schedule: a resend of one message, a recover of all that failed. */

interface LeaseValues {
  generation: number;
  endpointSeq: number;
  now: number;
  limit: number;
}

type LeasedRow = { seq: number; delivery_seq: number; trigger: AttemptTrigger; number: number | null };

const leaseDue = prepared<ServiceSchema, LeaseValues, LeasedRow>((db, value) =>
  db
    .updateTable('extra_attempts')
    .set({ leased_by: value('generation') })
    .where('seq', 'in', (eb) =>
      eb
        .selectFrom('extra_attempts')
        .select('seq')
        .where('endpoint_seq', '=', value('endpointSeq'))
        .where('leased_by', 'is', null)
        .where('due_at', '<=', value('now'))
        .orderBy('due_at')
        .orderBy('seq')
        .limit(value('limit')),
    )
    .returning(['seq', 'delivery_seq', 'trigger', 'number']),
);

/** Leases up to `limit` extra attempts of one endpoint that are due at `now` (ms UTC), oldest first. */
export const leaseExtra = async ({ db }: Tx, of: LeaseValues): Promise<LeasedAttempt[]> => {
  const rows = await leaseDue(db, of);
  rows.sort((a, b) => a.seq - b.seq);
  const leased: LeasedAttempt[] = [];
  for (const row of rows) {
    // A repeat keeps its number, and was counted when it first left.
    const delivery = await db
      .updateTable('deliveries')
      .set((eb) => ({ attempts: eb('attempts', '+', row.number === null ? 1 : 0), last_attempt_at: of.now }))
      .where('seq', '=', row.delivery_seq)
      .returning(['attempts', 'schedule_used', 'message_seq'])
      .executeTakeFirstOrThrow();
    const message = await db
      .selectFrom('messages')
      .select(['id', 'body'])
      .where('seq', '=', delivery.message_seq)
      .executeTakeFirstOrThrow();
    const number = row.number ?? delivery.attempts;
    await db.updateTable('extra_attempts').set({ number }).where('seq', '=', row.seq).execute();
    leased.push({
      deliverySeq: row.delivery_seq,
      endpointSeq: of.endpointSeq,
      extraSeq: row.seq,
      messageId: message.id,
      body: message.body,
      number,
      trigger: row.trigger,
      scheduleUsed: delivery.schedule_used,
    });
  }
  return leased;
};

export interface NewExtraAttempt {
  readonly deliverySeq: number;
  readonly endpointSeq: number;
  readonly trigger: AttemptTrigger;
  readonly dueAt: number;
}

const insertStatement = {
  before: 'insert into extra_attempts (delivery_seq, endpoint_seq, trigger, due_at) values',
};

export const insertExtraAttempts = ({ db }: Tx, attempts: readonly NewExtraAttempt[]): Promise<void> =>
  runBulk(
    db,
    insertStatement,
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
export interface ExtraOutcome {
  readonly extraSeq: number;
  readonly deliverySeq: number;
  readonly succeeded: boolean;
  readonly statusCode: number | null;
  readonly error: string | null;
}

export const recordExtra = async ({ db }: Tx, outcomes: readonly ExtraOutcome[]): Promise<void> => {
  for (const outcome of outcomes) {
    await db.deleteFrom('extra_attempts').where('seq', '=', outcome.extraSeq).execute();
    await db
      .updateTable('deliveries')
      .set({
        last_status_code: outcome.statusCode,
        last_error: outcome.error,
        ...(outcome.succeeded ? { status: 'Success' as const, due_at: null } : {}),
      })
      .where('seq', '=', outcome.deliverySeq)
      .execute();
  }
};

/** Frees the leases of other generations; the attempts keep their numbers. What a deleted endpoint left goes. */
export const freeExtra = async (
  { db }: Tx,
  generation: number,
): Promise<{ delivery_seq: number; number: number | null; trigger: AttemptTrigger }[]> => {
  const freed = await db
    .updateTable('extra_attempts')
    .set({ leased_by: null })
    .where('leased_by', 'is not', null)
    .where('leased_by', '<>', generation)
    .returning(['delivery_seq', 'number', 'trigger'])
    .execute();
  await db
    .deleteFrom('extra_attempts')
    .where('endpoint_seq', 'in', (eb) =>
      eb.selectFrom('endpoints').select('seq').where('deleted_at', 'is not', null),
    )
    .execute();
  return freed;
};
