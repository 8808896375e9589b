import { type RawBuilder, sql } from 'kysely';
import type { DeliveryStatus } from '#contract/message.ts';
import { type StoredMessage, selectFirstSince } from './messages.ts';
import type { Reader } from './store.ts';

/**
 * Searching the message log, newest first. A filter with several parts is searched along the index of any one of
 * them, its *way*, for as many candidates as the caller allows: which way is the short one depends on the data, and no
 * query of this folder may hold up the store for long.
 */

export interface LogFilter {
  readonly endpointSeq?: number;
  readonly companyId?: string;
  readonly eventType?: string;
  readonly status?: DeliveryStatus;
}

export type LogWay = 'endpoint' | 'status' | 'type' | 'company' | 'all';

/** Messages `from <= seq < before`. */
export interface SeqBounds {
  readonly from: number;
  readonly before: number;
}

export const waysOf = (filter: LogFilter): readonly LogWay[] => {
  const ways: LogWay[] = [];
  if (filter.endpointSeq !== undefined) ways.push('endpoint');
  // Most deliveries succeed, so there is no index of these.
  if (filter.status !== undefined && filter.status !== 'Success') ways.push('status');
  if (filter.companyId !== undefined) ways.push('company');
  if (filter.eventType !== undefined) ways.push('type');
  return ways.length === 0 ? ['all'] : ways;
};

/** Times (ms UTC; `until` is exclusive) as bounds of the key: messages are numbered in the order of time. */
export const seqBounds = async (
  reader: Reader,
  times: { readonly since: number | undefined; readonly until: number | undefined },
  beforeSeq: number,
): Promise<SeqBounds> => ({
  from: times.since === undefined ? 0 : ((await selectFirstSince(reader, times.since)) ?? beforeSeq),
  before:
    times.until === undefined
      ? beforeSeq
      : Math.min(beforeSeq, (await selectFirstSince(reader, times.until)) ?? beforeSeq),
});

/** Where the next `candidates` of a way end: the seq of the last one; undefined if there are not so many. */
export const endOfStretch = async (
  reader: Reader,
  way: LogWay,
  filter: LogFilter,
  bounds: SeqBounds,
  candidates: number,
): Promise<number | undefined> => {
  const { rows } = await sql<{ seq: number }>`
    ${along(way, filter, bounds)} order by seq desc limit 1 offset ${candidates - 1}`.execute(reader.db);
  return rows[0]?.seq;
};

/** What of a stretch matches the whole filter, newest first, at most `limit`. */
export const matchesIn = async (
  reader: Reader,
  way: LogWay,
  filter: LogFilter,
  bounds: SeqBounds,
  limit: number,
): Promise<StoredMessage[]> => {
  // SQLite does not turn a cross join round: the way stays the way.
  const { rows } = await sql<StoredMessage>`
    select messages.* from (${along(way, filter, bounds)}) as candidate
    cross join messages on messages.seq = candidate.seq
    where ${conditions(filter)} order by candidate.seq desc limit ${limit}`.execute(reader.db);
  return rows;
};

/** Message seqs by the index of a way. */
const along = (way: LogWay, filter: LogFilter, { from, before }: SeqBounds): RawBuilder<unknown> => {
  const { endpointSeq, status, companyId, eventType } = filter;
  switch (way) {
    case 'endpoint':
      return sql`select message_seq as seq from deliveries
        where endpoint_seq = ${endpointSeq} and message_seq >= ${from} and message_seq < ${before}`;
    case 'status':
      // Said in the words of the index too, so that SQLite sees that it serves.
      return sql`select distinct message_seq as seq from deliveries
        where status = ${status} and status <> 'Success' and message_seq >= ${from} and message_seq < ${before}`;
    case 'company':
      return sql`select seq from messages where company_id = ${companyId} and seq >= ${from} and seq < ${before}`;
    case 'type':
      return sql`select seq from messages where event_type = ${eventType} and seq >= ${from} and seq < ${before}`;
    case 'all':
      return sql`select seq from messages where seq >= ${from} and seq < ${before}`;
  }
};

const conditions = ({ endpointSeq, status, companyId, eventType }: LogFilter): RawBuilder<unknown> => {
  const all: RawBuilder<unknown>[] = [sql`true`];
  if (companyId !== undefined) all.push(sql`messages.company_id = ${companyId}`);
  if (eventType !== undefined) all.push(sql`messages.event_type = ${eventType}`);
  if (endpointSeq !== undefined || status !== undefined) {
    const ofDelivery = [
      ...(endpointSeq === undefined ? [] : [sql`endpoint_seq = ${endpointSeq}`]),
      ...(status === undefined ? [] : [sql`status = ${status}`]),
    ];
    all.push(
      sql`exists (select 1 from deliveries indexed by deliveries_by_message
        where message_seq = candidate.seq and ${sql.join(ofDelivery, sql` and `)})`,
    );
  }
  return sql.join(all, sql` and `);
};
