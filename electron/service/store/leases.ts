import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { itemsOf, numberAt, numberList, numbersIn, textAt } from '#base/store/dialect.ts';
import { prepared } from '#base/store/prepared.ts';
import type { AttemptTrigger } from '#contract/message.ts';
import type { ServiceSchema } from './schema.ts';
import type { Reader, Tx } from './store.ts';

/** Leases of attempts: what left together from one endpoint's lane is one row, written before any of it leaves. */

/** Delivery, number, trigger, and the seq of an extra attempt, as the row keeps them. */
export type LeaseMember = readonly [
  deliverySeq: number,
  number: number,
  trigger: AttemptTrigger,
  extraSeq: number | null,
];

interface NewLease {
  /** Of the process that holds it. */
  readonly generation: number;
  readonly endpointSeq: number;
  /** ms UTC */
  readonly at: number;
}

const insertQuery = prepared<ServiceSchema, NewLease & { members: string }, { seq: number }>((db, value) =>
  db
    .insertInto('leases')
    .values({
      generation: value('generation'),
      endpoint_seq: value('endpointSeq'),
      at: value('at'),
      members_json: value('members'),
    })
    .returning('seq'),
);

/** Answers the lease's seq. */
export const insertLease = async (
  { db }: Tx,
  lease: NewLease,
  members: readonly LeaseMember[],
): Promise<number> => {
  const inserted = await insertQuery.first(db, { ...lease, members: JSON.stringify(members) });
  return (inserted as { seq: number }).seq;
};

const deleteQuery = prepared<ServiceSchema, { seqs: string }, unknown>((db, value) =>
  db.deleteFrom('leases').where('seq', 'in', numbersIn(value('seqs'))),
);

export const deleteLeases = async ({ db }: Tx, seqs: readonly number[]): Promise<void> => {
  if (seqs.length > 0) await deleteQuery(db, { seqs: JSON.stringify(seqs) });
};

/** Takes attempts that never left out of their lease: after a crash they were not interrupted. */
export const dropMembers = async (
  { db }: Tx,
  seq: number,
  members: readonly Pick<InterruptedAttempt, 'deliverySeq' | 'number'>[],
): Promise<void> => {
  const lease = await db
    .selectFrom('leases')
    .select('members_json')
    .where('seq', '=', seq)
    .executeTakeFirst();
  if (lease === undefined) return;
  const stays = ([deliverySeq, number]: LeaseMember): boolean =>
    !members.some((one) => one.deliverySeq === deliverySeq && one.number === number);
  const left = (JSON.parse(lease.members_json) as LeaseMember[]).filter(stays);
  await db
    .updateTable('leases')
    .set({ members_json: JSON.stringify(left) })
    .where('seq', '=', seq)
    .execute();
};

/** An attempt that left, or was about to, and of which nothing is known. */
export interface InterruptedAttempt {
  readonly deliverySeq: number;
  readonly number: number;
  readonly trigger: AttemptTrigger;
  readonly extraSeq: number | null;
  /** When it was leased, ms UTC. */
  readonly at: number;
}

/** Processes that are gone: all but one, where one process has a store alone. */
export type Gone = { readonly allBut: number } | { readonly generations: readonly number[] };

export const isGone = (column: string, gone: Gone): RawBuilder<SqlBool> =>
  'allBut' in gone
    ? sql<SqlBool>`${sql.ref(column)} <> ${gone.allBut}`
    : sql<SqlBool>`${sql.ref(column)} in ${numberList(gone.generations)}`;

/**
 * Members of leases of processes that are gone without a result in the log, in the order in which they left. A lease stays
 * until its last member is recorded, so most members of one may have a result.
 */
export const selectInterrupted = async ({ db }: Reader, gone: Gone): Promise<InterruptedAttempt[]> => {
  const deliverySeq = numberAt('member.value', 0);
  const number = numberAt('member.value', 1);
  const { rows } = await sql<InterruptedAttempt>`
    select ${deliverySeq} as "deliverySeq", ${number} as number, ${textAt('member.value', 2)} as trigger,
      ${numberAt('member.value', 3)} as "extraSeq", leases.at as at
    from leases, ${itemsOf(sql.ref('leases.members_json'), 'member')}
    where ${isGone('leases.generation', gone)}
      and exists (select 1 from deliveries where seq = ${deliverySeq})
      and not exists (select 1 from attempts where delivery_seq = ${deliverySeq}
        and number = ${number} and error is distinct from 'Interrupted')
    order by leases.seq, member.key`.execute(db);
  return rows;
};

export const deleteLeasesOf = async ({ db }: Tx, gone: Gone): Promise<void> => {
  await db.deleteFrom('leases').where(isGone('leases.generation', gone)).execute();
};
