import type { Insertable, Selectable, Updateable } from 'kysely';
import { type BulkStatement, runBulk } from '#base/store/bulk.ts';
import type { EndpointCountsRow, EndpointRow, EndpointSecretRow } from './schema.ts';
import type { Reader, Tx } from './store.ts';

export type Endpoint = Selectable<EndpointRow>;
export type EndpointSecret = Selectable<EndpointSecretRow>;

/** All of them, deleted ones too, in the order of creation: there are few, and the log names deleted ones. */
export const selectEndpoints = ({ db }: Reader): Promise<Endpoint[]> =>
  db.selectFrom('endpoints').selectAll().orderBy('seq').execute();

/** An endpoint with its counts, which are in the table alone. */
export const selectCountedEndpoint = (
  { db }: Reader,
  seq: number,
): Promise<Endpoint & Selectable<EndpointCountsRow>> =>
  db
    .selectFrom('endpoints')
    .innerJoin('endpoint_counts', 'endpoint_counts.endpoint_seq', 'endpoints.seq')
    .selectAll()
    .where('endpoints.seq', '=', seq)
    .executeTakeFirstOrThrow();

export const countLiveEndpoints = async ({ db }: Reader): Promise<number> => {
  const { count } = await db
    .selectFrom('endpoints')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
};

/** Deliveries that wait, tests left out: one counter an endpoint. */
export const countWaiting = async ({ db }: Reader): Promise<number> => {
  const { waiting } = await db
    .selectFrom('endpoint_counts')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('waiting'), eb.lit(0)).as('waiting'))
    .executeTakeFirstOrThrow();
  return Number(waiting);
};

/** The same for each endpoint. */
export const selectWaiting = ({
  db,
}: Reader): Promise<Pick<Selectable<EndpointCountsRow>, 'endpoint_seq' | 'waiting'>[]> =>
  db.selectFrom('endpoint_counts').select(['endpoint_seq', 'waiting']).execute();

export const selectEndpointSecrets = ({ db }: Reader): Promise<EndpointSecret[]> =>
  db.selectFrom('endpoint_secrets').selectAll().orderBy('seq', 'desc').execute();

export const insertEndpoint = async ({ db }: Tx, row: Insertable<EndpointRow>): Promise<number> => {
  const { seq } = await db.insertInto('endpoints').values(row).returning('seq').executeTakeFirstOrThrow();
  return seq;
};

export const updateEndpoint = async (
  { db }: Tx,
  seq: number,
  change: Updateable<EndpointRow>,
): Promise<void> => {
  if (Object.keys(change).length === 0) return;
  await db.updateTable('endpoints').set(change).where('seq', '=', seq).execute();
};

export const insertEndpointSecret = async ({ db }: Tx, row: Insertable<EndpointSecretRow>): Promise<void> => {
  await db.insertInto('endpoint_secrets').values(row).execute();
};

/** Lets the secrets that sign now sign on until `expiresAt`, and drops those that ran out before `now` (ms UTC). */
export const retireSecrets = async (
  { db }: Tx,
  endpointSeq: number,
  now: number,
  expiresAt: number,
): Promise<void> => {
  await db
    .deleteFrom('endpoint_secrets')
    .where('endpoint_seq', '=', endpointSeq)
    .where('expires_at', '<=', now)
    .execute();
  await db
    .updateTable('endpoint_secrets')
    .set({ expires_at: expiresAt })
    .where('endpoint_seq', '=', endpointSeq)
    .where('expires_at', 'is', null)
    .execute();
};

/** What a batch of results says of an endpoint. */
export interface EndpointSigns {
  readonly seq: number;
  readonly firstFailureAt: number | null;
  readonly lastAttemptAt: number;
}

const signsStatement: BulkStatement = {
  v: { seq: 'integer', first_failure_at: 'integer', last_attempt_at: 'integer' },
  text: `update endpoints set first_failure_at = v.first_failure_at, last_attempt_at = v.last_attempt_at
    from v where endpoints.seq = v.seq`,
};

export const recordSigns = async ({ db }: Tx, signs: readonly EndpointSigns[]): Promise<void> => {
  await runBulk(
    db,
    signsStatement,
    signs.map((t) => [t.seq, t.firstFailureAt, t.lastAttemptAt]),
  );
};

/** The secrets and header values of a deleted endpoint go with it; the row stays, for the log names it. */
export const deleteEndpoint = async ({ db }: Tx, seq: number, deletedAt: number): Promise<void> => {
  await db.deleteFrom('endpoint_secrets').where('endpoint_seq', '=', seq).execute();
  await db
    .updateTable('endpoints')
    .set({ deleted_at: deletedAt, sealed_headers: null })
    .where('seq', '=', seq)
    .execute();
};
