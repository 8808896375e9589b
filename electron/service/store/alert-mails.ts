import { prepared } from '#base/store/prepared.ts';
import { type Gone, isGone } from './leases.ts';
import type { ServiceSchema } from './schema.ts';
import type { Reader, Tx } from './store.ts';

/** Mails that go into the outbox: the row is there before the file, so that a crash repeats the file and loses none. */

const selectNextDue = prepared<ServiceSchema, object, { dueAt: number; count: number }>((db) =>
  db
    .selectFrom('alert_mails')
    .select((eb) => [eb.ref('due_at').$castTo<number>().as('dueAt'), eb.fn.countAll<number>().as('count')])
    .where('due_at', 'is not', null)
    .where('leased_by', 'is', null)
    .groupBy('due_at')
    .orderBy('due_at')
    .limit(1),
);

/** When (ms UTC) the next mails fall due, and how many at that instant. */
export const nextMailsDue = ({ db }: Reader): Promise<{ dueAt: number; count: number } | undefined> =>
  selectNextDue.first(db, {});

interface LeaseValues {
  /** ms UTC */
  readonly now: number;
  readonly generation: number;
  readonly limit: number;
}
const lease = prepared<ServiceSchema, LeaseValues, { seq: number }>((db, value) =>
  db
    .updateTable('alert_mails')
    .set({ leased_by: value('generation') })
    .where('seq', 'in', (eb) =>
      eb
        .selectFrom('alert_mails')
        .select('seq')
        .where('due_at', '<=', value('now'))
        .where('leased_by', 'is', null)
        .orderBy('due_at')
        .orderBy('seq')
        .limit(value('limit')),
    )
    .returning('seq'),
);

export interface LeasedMail {
  readonly seq: number;
  readonly alertId: string;
  readonly toJson: string;
  /** When the alert was made, ms UTC. */
  readonly createdAt: number;
  readonly payloadJson: string;
}

/** Leases what is due, at most `limit`, oldest first. */
export const leaseMails = async ({ db }: Tx, values: LeaseValues): Promise<LeasedMail[]> => {
  const leased = await lease(db, values);
  if (leased.length === 0) return [];
  return db
    .selectFrom('alert_mails as mail')
    .innerJoin('alerts as alert', 'alert.id', 'mail.alert_id')
    .select([
      'mail.seq as seq',
      'mail.alert_id as alertId',
      'mail.to_json as toJson',
      'mail.created_at as createdAt',
      'alert.payload_json as payloadJson',
    ])
    .where(
      'mail.seq',
      'in',
      leased.map(({ seq }) => seq),
    )
    .orderBy('mail.due_at')
    .orderBy('mail.seq')
    .execute();
};

/** The file is there. An alert that is mail only counts as sent by that. */
export const mailWritten = async ({ db }: Tx, mail: { seq: number; alertId: string; at: number }) => {
  await db
    .updateTable('alert_mails')
    .set({ due_at: null, leased_by: null, written_at: mail.at })
    .where('seq', '=', mail.seq)
    .execute();
  await db
    .updateTable('alerts')
    .set({ status: 'Sent', attempts: 1, last_attempt_at: mail.at })
    .where('id', '=', mail.alertId)
    .where('url', 'is', null)
    .execute();
};

/** The file could not be written: it is tried again at `dueAt` (ms UTC). */
export const mailPutOff = async ({ db }: Tx, mail: { seq: number; dueAt: number }): Promise<void> => {
  await db
    .updateTable('alert_mails')
    .set({ due_at: mail.dueAt, leased_by: null })
    .where('seq', '=', mail.seq)
    .execute();
};

/** Frees the leases of processes that are gone. @returns how many there were */
export const freeMailLeases = async ({ db }: Tx, gone: Gone): Promise<number> => {
  const freed = await db
    .updateTable('alert_mails')
    .set({ leased_by: null })
    .where('leased_by', 'is not', null)
    .where(isGone('leased_by', gone))
    .executeTakeFirst();
  return Number(freed.numUpdatedRows);
};
