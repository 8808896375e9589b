import { type RawBuilder, sql } from 'kysely';
import { indexedBy, joinInOrder, numberList, textList } from '#base/store/dialect.ts';
import type { AttemptTrigger, DeliveryStatus } from '#contract/message.ts';
import { type StoredMessage, selectFirstSince } from './messages.ts';
import type { Reader } from './store.ts';

/**
 * Searching the message log, newest first. A filter with several parts is searched along the index of any one of
 * them, its *way*, for as many candidates as the caller allows: which way is the short one depends on the data, and no
 * query of this folder may hold up the store for long.
 */

export interface LogFilter {
  readonly endpointSeq?: number;
  /** Of any of these. */
  readonly companyIds?: readonly string[];
  readonly eventType?: string;
  /** Any of these. */
  readonly statuses?: readonly DeliveryStatus[];
  /** Of the last attempt. */
  readonly code?: CodeFilter;
  readonly origin?: AttemptTrigger;
  readonly isEdited?: boolean;
  /** What the id begins with. */
  readonly idPrefix?: string;
}

/** Status codes `from <= code < before`, or the name of an error. */
export type CodeFilter = { readonly from: number; readonly before: number } | { readonly error: string };

export type LogWay = 'endpoint' | 'status' | 'error' | 'code' | 'type' | 'company' | 'edited' | 'id' | 'all';

/** Messages `from <= seq < before`. */
export interface SeqBounds {
  readonly from: number;
  readonly before: number;
}

/** More companies than these are a condition, and no way. */
const mostCompanies = 20;
/** A shorter beginning of an id may be that of too many messages. */
const shortestId = 12;
/** From this status code on an attempt has failed, and there is an index of it. */
const firstFailure = 300;

const isFailure = (code: CodeFilter): boolean => !('error' in code) && code.from >= firstFailure;

export const waysOf = (filter: LogFilter): readonly LogWay[] => {
  const { statuses, code, companyIds, idPrefix } = filter;
  const ways: [LogWay, boolean][] = [
    ['endpoint', filter.endpointSeq !== undefined],
    // Most deliveries succeed, so there is no index of these.
    ['status', statuses !== undefined && !statuses.includes('Success')],
    ['error', code !== undefined && 'error' in code],
    ['code', code !== undefined && isFailure(code)],
    ['company', companyIds !== undefined && companyIds.length <= mostCompanies],
    ['type', filter.eventType !== undefined],
    ['edited', filter.isEdited === true],
    ['id', idPrefix !== undefined && idPrefix.length >= shortestId],
  ];
  const found = ways.flatMap(([way, is]) => (is ? [way] : []));
  return found.length === 0 ? ['all'] : found;
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
    ${along(way, filter, bounds, candidates)} order by seq desc limit 1 offset ${candidates - 1}`.execute(
    reader.db,
  );
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
  const { rows } = await sql<StoredMessage>`
    select messages.* from (${along(way, filter, bounds)}) as candidate
    ${joinInOrder} messages on messages.seq = candidate.seq
    where ${conditions(filter)} order by candidate.seq desc limit ${limit}`.execute(reader.db);
  return rows;
};

/** Which of some messages match the filter, newest first. */
export const matchesAmong = async (
  reader: Reader,
  filter: LogFilter,
  seqs: readonly number[],
): Promise<StoredMessage[]> => {
  const { rows } = await sql<StoredMessage>`
    select messages.* from (select value as seq from ${numberList(seqs)} as listed) as candidate
    ${joinInOrder} messages on messages.seq = candidate.seq
    where ${conditions(filter)} order by candidate.seq desc`.execute(reader.db);
  return rows;
};

/**
 * Message seqs by the index of a way.
 * @param most the newest so many of each part are enough
 */
const along = (
  way: LogWay,
  { endpointSeq, statuses = [], code, companyIds = [], eventType, idPrefix = '' }: LogFilter,
  { from, before }: SeqBounds,
  most?: number,
): RawBuilder<unknown> => {
  const within = sql`message_seq >= ${from} and message_seq < ${before}`;
  const between = sql`seq >= ${from} and seq < ${before}`;
  switch (way) {
    case 'endpoint':
      return sql`select message_seq as seq from deliveries where endpoint_seq = ${endpointSeq} and ${within}`;
    case 'status':
      // Said in the words of the index too, so that SQLite sees that it serves.
      return newestOf(
        statuses.map(
          (status) => sql`select distinct message_seq as seq from deliveries
            where status = ${status} and status <> 'Success' and ${within}`,
        ),
        most,
      );
    case 'error':
      return sql`select distinct message_seq as seq from deliveries
        where last_error = ${code && 'error' in code ? code.error : ''} and ${within}`;
    case 'code':
      return sql`select distinct message_seq as seq from deliveries
        where ${ofCode(code)} and last_status_code >= ${sql.lit(firstFailure)} and ${within}`;
    case 'company':
      return newestOf(
        companyIds.map((id) => sql`select seq from messages where company_id = ${id} and ${between}`),
        most,
      );
    case 'type':
      return sql`select seq from messages where event_type = ${eventType} and ${between}`;
    case 'edited':
      return sql`select message_seq as seq from edited_messages where ${within}`;
    case 'id':
      return sql`select seq from messages where id >= ${idPrefix} and id < ${`${idPrefix}\u{10ffff}`} and ${between}`;
    case 'all':
      return sql`select seq from messages where ${between}`;
  }
};

/** Several ways as one, each message once. */
const newestOf = (parts: readonly RawBuilder<unknown>[], most: number | undefined): RawBuilder<unknown> => {
  const [only, ...others] = parts;
  if (only === undefined) return sql`select seq from messages where false`;
  if (others.length === 0) return only;
  const bounded = parts.map((part) =>
    most === undefined
      ? sql`select seq from (${part}) as part`
      : sql`select seq from (${part} order by seq desc limit ${most}) as part`,
  );
  return sql`select seq from (${sql.join(bounded, sql` union `)}) as parts`;
};

const ofCode = (code: CodeFilter | undefined): RawBuilder<unknown> => {
  if (code === undefined) return sql`true`;
  if ('error' in code) return sql`last_error = ${code.error}`;
  const { from, before } = code;
  const isOne = before - from === 1;
  return isOne
    ? sql`last_status_code = ${from} and last_error is null`
    : sql`last_status_code >= ${from} and last_status_code < ${before} and last_error is null`;
};

/** What is asked of a delivery; empty if nothing is. */
export const deliveryConditions = ({
  endpointSeq,
  statuses,
  code,
  origin,
}: LogFilter): RawBuilder<unknown>[] => [
  ...(endpointSeq === undefined ? [] : [sql`endpoint_seq = ${endpointSeq}`]),
  ...(statuses === undefined ? [] : [sql`status in (${sql.join(statuses)})`]),
  ...(code === undefined ? [] : [ofCode(code)]),
  ...(origin === undefined ? [] : [sql`origin = ${origin}`]),
];

const conditions = (filter: LogFilter): RawBuilder<unknown> => {
  const { companyIds, eventType, isEdited, idPrefix } = filter;
  const all: RawBuilder<unknown>[] = [sql`true`];
  if (companyIds !== undefined) {
    all.push(sql`messages.company_id in ${textList(companyIds)}`);
  }
  if (eventType !== undefined) all.push(sql`messages.event_type = ${eventType}`);
  if (isEdited !== undefined) {
    const edited = sql`exists (select 1 from edited_messages where message_seq = candidate.seq)`;
    all.push(isEdited ? edited : sql`not ${edited}`);
  }
  if (idPrefix !== undefined) {
    all.push(sql`messages.id >= ${idPrefix} and messages.id < ${`${idPrefix}\u{10ffff}`}`);
  }
  const ofDelivery = deliveryConditions(filter);
  if (ofDelivery.length > 0) {
    all.push(
      sql`exists (select 1 from deliveries ${indexedBy('deliveries_by_message')}
        where message_seq = candidate.seq and ${sql.join(ofDelivery, sql` and `)})`,
    );
  }
  return sql.join(all, sql` and `);
};
