import { sql } from 'kysely';
import { insertValues } from '#base/store/bulk.ts';
import { prepared } from '#base/store/prepared.ts';
import type { AlertStatus } from '#contract/legacy.ts';
import { type Gone, isGone } from './leases.ts';
import type { ServiceSchema } from './schema.ts';
import type { Reader, Tx } from './store.ts';

/**
 * Leasing of alerts, in one lane for each rule, so that a rule whose consumer never answers holds up no other one.
 * Claiming counts the attempt, takes the lease and returns the rows at once.
 */

/** A rule with alerts that wait, and when (ms UTC) the first of them falls due. */
export interface AlertLane {
  readonly ruleId: string;
  readonly dueAt: number;
}

/** Hops from rule to rule over the index, so that it costs by the rules that wait, not by their alerts. */
const selectLanes = prepared<ServiceSchema, object, AlertLane>((db) =>
  db
    .withRecursive('lane(rule_id)', (qc) => {
      const waiting = (from: string | undefined) => {
        const first = qc
          .selectFrom('alerts')
          .select('alerts.rule_id')
          .where('alerts.due_at', 'is not', null)
          .where('alerts.leased_by', 'is', null)
          .orderBy('alerts.rule_id')
          .limit(1);
        return from === undefined ? first : first.where('alerts.rule_id', '>', sql.ref<string>(from));
      };
      return qc
        .selectNoFrom(waiting(undefined).as('rule_id'))
        .unionAll(
          qc
            .selectFrom(sql<{ rule_id: string | null }>`lane`.as('lane'))
            .where('lane.rule_id', 'is not', null)
            .select(waiting('lane.rule_id').as('rule_id')),
        );
    })
    .selectFrom('lane')
    .where('lane.rule_id', 'is not', null)
    .select((eb) => [
      eb.ref('lane.rule_id').$castTo<string>().as('ruleId'),
      eb
        .selectFrom('alerts')
        .select('alerts.due_at')
        .whereRef('alerts.rule_id', '=', 'lane.rule_id')
        .where('alerts.due_at', 'is not', null)
        .where('alerts.leased_by', 'is', null)
        .orderBy('alerts.due_at')
        .limit(1)
        .$castTo<number>()
        .as('dueAt'),
    ]),
);

export const alertLanes = ({ db }: Reader): Promise<AlertLane[]> => selectLanes(db, {});

const countInLane = prepared<ServiceSchema, AlertLane, { count: number }>((db, value) =>
  db
    .selectFrom('alerts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('rule_id', '=', value('ruleId'))
    .where('due_at', '=', value('dueAt'))
    .where('leased_by', 'is', null),
);

/** How many alerts of the lane fall due at the very instant of its first one. */
export const countDueWithFirst = async ({ db }: Reader, lane: AlertLane): Promise<number> =>
  (await countInLane.first(db, lane))?.count ?? 0;

export interface LeasedAlert {
  readonly seq: number;
  readonly id: string;
  readonly rule_id: string;
  readonly url: string;
  readonly payload_json: string;
  /** The number of the attempt that is about to leave, counting from 1. */
  readonly attempts: number;
  readonly due_at: number;
}

interface LeaseValues {
  readonly ruleId: string;
  /** ms UTC */
  readonly now: number;
  readonly generation: number;
  readonly limit: number;
}

const lease = prepared<ServiceSchema, LeaseValues, LeasedAlert>((db, value) =>
  db
    .updateTable('alerts')
    .set((eb) => ({
      leased_by: value('generation'),
      attempts: eb('attempts', '+', 1),
      last_attempt_at: value('now'),
    }))
    .where('seq', 'in', (eb) =>
      eb
        .selectFrom('alerts')
        .select('seq')
        .where('rule_id', '=', value('ruleId'))
        .where('due_at', '<=', value('now'))
        .where('leased_by', 'is', null)
        .orderBy('due_at')
        .orderBy('seq')
        .limit(value('limit')),
    )
    .returning((eb) => [
      'seq',
      'id',
      'rule_id',
      eb.ref('url').$castTo<string>().as('url'),
      'payload_json',
      'attempts',
      eb.ref('due_at').$castTo<number>().as('due_at'),
    ]),
);

/** Leases what is due in one lane, at most `limit`; in no particular order. */
export const leaseAlerts = ({ db }: Tx, values: LeaseValues): Promise<LeasedAlert[]> => lease(db, values);

export interface EndedAlertAttempt {
  readonly seq: number;
  readonly number: number;
  /** When it left, ms UTC. */
  readonly at: number;
  readonly durationMs: number;
  readonly statusCode: number | null;
  readonly error: string | null;
  /** `Retry-After` as it came. */
  readonly retryAfter: string | null;
  readonly status: AlertStatus;
  /** When the next attempt falls due, ms UTC; null when there is none. */
  readonly dueAt: number | null;
}

const settle = prepared<ServiceSchema, EndedAlertAttempt, never>(
  (db, value) =>
    db
      .updateTable('alerts')
      .set({
        status: value('status'),
        due_at: value('dueAt'),
        last_status_code: value('statusCode'),
        leased_by: null,
      })
      .where('seq', '=', value('seq')) as never,
);

/** Logs the attempts, gives up their leases and writes what comes next. */
export const recordAlertAttempts = async ({ db }: Tx, ended: readonly EndedAlertAttempt[]): Promise<void> => {
  await insertValues(
    db,
    'alert_attempts',
    ['alert_seq', 'number', 'at', 'duration_ms', 'status_code', 'error', 'retry_after'],
    ended.map((one) => [
      one.seq,
      one.number,
      one.at,
      one.durationMs,
      one.statusCode,
      one.error,
      one.retryAfter,
    ]),
  );
  for (const one of ended) await settle(db, one);
};

const giveBack = prepared<ServiceSchema, { seq: number }, never>(
  (db, value) =>
    db
      .updateTable('alerts')
      .set((eb) => ({
        leased_by: null,
        attempts: eb('attempts', '-', 1),
        last_attempt_at: eb
          .selectFrom('alert_attempts')
          .select((of) => of.fn.max('at').as('at'))
          .whereRef('alert_seq', '=', 'alerts.seq'),
      }))
      .where('seq', '=', value('seq')) as never,
);

/** Gives up the leases of alerts that could not leave: they are as they were before. */
export const giveAlertsBack = async ({ db }: Tx, { seqs }: { seqs: readonly number[] }): Promise<void> => {
  for (const seq of seqs) await giveBack(db, { seq });
};

/**
 * Frees the leases of processes that are gone. What was cut off is logged as `Interrupted`, and its repeat keeps its number.
 * @returns how many there were
 */
export const freeAlertLeases = async ({ db }: Tx, gone: Gone): Promise<number> => {
  const held = db.selectFrom('alerts').where('leased_by', 'is not', null).where(isGone('leased_by', gone));
  await db
    .insertInto('alert_attempts')
    .columns(['alert_seq', 'number', 'at', 'duration_ms', 'error'])
    .expression(
      held.select((eb) => [
        'seq',
        'attempts',
        eb.ref('last_attempt_at').$castTo<number>().as('at'),
        sql<number>`0`.as('duration_ms'),
        sql<string>`'Interrupted'`.as('error'),
      ]),
    )
    .execute();
  const freed = await db
    .updateTable('alerts')
    .set((eb) => ({ leased_by: null, attempts: eb('attempts', '-', 1) }))
    .where('leased_by', 'is not', null)
    .where(isGone('leased_by', gone))
    .executeTakeFirst();
  return Number(freed.numUpdatedRows);
};
