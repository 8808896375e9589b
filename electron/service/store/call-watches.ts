import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { contains, withoutCase } from '#base/store/dialect.ts';
import type { StoredRequest } from './requests.ts';
import type { Reader } from './store.ts';
import type { CallWatch } from './watched-time.ts';

/**
 * What the processes of a store on a server have answered, and until when each is known to have written it. Times are the
 * server's. Source: `docs/decisions/2026-11-28-observations-by-the-log.md`.
 */

export interface KnownOfCalls {
  /** Ms UTC by the server's time, as all of these. */
  readonly now: number;
  /** The newest entries of the log, 0: none. */
  readonly newest: number;
  readonly newestDeprecated: number;
  /** The newest call of a deprecated endpoint that was removed. */
  readonly removed: { readonly seq: number; readonly at: number };
}

const ms = (time: string): RawBuilder<number> => sql`(extract(epoch from ${sql.raw(time)}) * 1000)::float8`;

export const selectKnownOfCalls = async ({ db }: Reader): Promise<KnownOfCalls> => {
  const { rows } = await sql<Omit<KnownOfCalls, 'removed'> & { removedSeq: number; removedAt: number }>`
    select ${ms('observed_now()')} as now, coalesce((select max(seq) from requests), 0) as newest,
      coalesce((select max(seq) from requests where deprecated = 1), 0) as "newestDeprecated",
      seq as "removedSeq", ${ms('at')} as "removedAt" from removed_calls`.execute(db);
  const {
    removedSeq: seq = 0,
    removedAt: at = 0,
    ...known
  } = rows[0] ?? { now: 0, newest: 0, newestDeprecated: 0 };
  return { ...known, removed: { seq, at } };
};

/** Those of processes that answer the public API, and that matter after an instant; and since when there are any. */
export const selectCallWatches = async (
  { db }: Reader,
  since: number,
): Promise<{ readonly first: number; readonly watches: CallWatch[] }> => {
  const { rows } = await sql<{ since: number; until: number; ended: number | null }>`
    select ${ms('since')} as since, ${ms('until')} as until, ${ms('ended')} as ended from call_watches
    where answers = 1 and (ended is null or ${ms('ended')} > ${since})`.execute(db);
  const first = await sql<{
    first: number | null;
  }>`select ${ms('min(since)')} as first from call_watches`.execute(db);
  return {
    first: first.rows[0]?.first ?? Number.POSITIVE_INFINITY,
    watches: rows.map(({ ended, ...span }) => ({ ...span, ended: ended ?? undefined })),
  };
};

/** What may be a call of an alerts endpoint: as its route says, or as its path looks where no route was found. */
const mayBeAlerts = sql<SqlBool>`(deprecated = 1 or (deprecated = 0 and (${contains(withoutCase(sql.ref('path')), 'alert')}
  or (route is null and ${contains(sql.ref('path'), '%')}))))`;

export const selectPossibleAlerts = (
  { db }: Reader,
  { after, until }: { readonly after: number; readonly until: number },
): Promise<StoredRequest[]> =>
  db
    .selectFrom('requests')
    .selectAll()
    .where('seq', '>', after)
    .where('seq', '<=', until)
    .where(mayBeAlerts)
    .orderBy('seq')
    .execute();

/**
 * How many other calls there are. Numbers are given out and committed within one turn of what writes, across all
 * processes: whoever sees one of them sees all below it, and none turns up later below what was counted.
 */
export const countOtherCalls = async (
  { db }: Reader,
  query: {
    readonly after: number;
    readonly until: number;
    readonly caller?: string | undefined;
    readonly own: string;
  },
): Promise<number> => {
  const { after, until, caller, own } = query;
  const agent = withoutCase(sql.ref('user_agent'));
  let rows = db
    .selectFrom('requests')
    .select(sql<number>`count(*)`.as('count'))
    .where('seq', '>', after)
    .where('seq', '<=', until)
    .where(sql<SqlBool>`not ${mayBeAlerts}`)
    .where(sql<SqlBool>`(user_agent is null or substr(${agent}, 1, ${own.length}) <> ${own})`);
  if (caller !== undefined) rows = rows.where(contains(agent, caller.toLowerCase()));
  return Number((await rows.executeTakeFirstOrThrow()).count);
};
