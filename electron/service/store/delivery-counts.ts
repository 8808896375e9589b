import { type RawBuilder, sql } from 'kysely';
import type { DeliveryStatus } from '#contract/message.ts';
import type { Reader } from './store.ts';

/** Delivery outcomes of messages since one of them, counted over indexes alone: it must stay cheap with a million of them. */

export const selectNewestSeq = async ({ db }: Reader): Promise<number> => {
  const { newest } = await db
    .selectFrom('messages')
    .select((eb) => eb.fn.max('seq').as('newest'))
    .executeTakeFirstOrThrow();
  return newest ?? 0;
};

interface StatusCount {
  readonly webhookId: string;
  /** `All`: of any status. */
  readonly status: DeliveryStatus | 'All';
  readonly origin: 'any' | 'test';
  readonly count: number;
}

/** Successes are what is left of all: no index counts them, as most deliveries are. */
export const deliveryCountsQuery = (
  webhookIds: readonly string[],
  fromSeq: number,
): RawBuilder<StatusCount> => sql<StatusCount>`
  with asked(seq, id) as materialized (
    select seq, id from endpoints where id in (select value from json_each(${JSON.stringify(webhookIds)})))
  select id as webhookId, 'All' as status, 'any' as origin, (
    select count(*) from deliveries indexed by deliveries_by_endpoint
    where endpoint_seq = asked.seq and message_seq >= ${fromSeq}) as count
  from asked
  union all
  select id, d.status, 'any', count(*)
  from deliveries d indexed by deliveries_unsuccessful join asked on asked.seq = d.endpoint_seq
  where d.status <> 'Success' and d.status in ('Sending', 'Attempting', 'Failed', 'Cancelled')
    and d.message_seq >= ${fromSeq}
  group by id, d.status
  union all
  select id, d.status, 'test', count(*)
  from asked cross join deliveries d indexed by deliveries_of_tests on d.endpoint_seq = asked.seq
  where d.origin = 'test' and d.message_seq >= ${fromSeq}
  group by id, d.status`;

export const selectDeliveryCounts = async (
  { db }: Reader,
  webhookIds: readonly string[],
  fromSeq: number,
): Promise<StatusCount[]> => (await deliveryCountsQuery(webhookIds, fromSeq).execute(db)).rows;

interface LadderStep {
  readonly webhookId: string;
  /** Of the schedule; 0: not by the schedule alone. */
  readonly attempt: number;
  readonly count: number;
}

/** A resend leaves more attempts in the log than the schedule has used. */
export const selectLadder = async (
  { db }: Reader,
  webhookIds: readonly string[],
  fromSeq: number,
  untilSeq: number,
): Promise<LadderStep[]> =>
  (
    await sql<LadderStep>`
      with asked(seq, id) as materialized (
        select seq, id from endpoints where id in (select value from json_each(${JSON.stringify(webhookIds)})))
      select id as webhookId, count(*) as count,
        case when d.origin = 'scheduled' and d.attempts = d.schedule_used then d.schedule_used else 0 end as attempt
      from asked cross join deliveries d indexed by deliveries_by_endpoint on d.endpoint_seq = asked.seq
      where d.message_seq >= ${fromSeq} and d.message_seq < ${untilSeq}
        and d.status = 'Success' and d.origin <> 'test'
      group by id, attempt`.execute(db)
  ).rows;

export interface MissedMessages {
  readonly webhookId: string;
  readonly eventType: string;
  readonly count: number;
  /** The newest one. */
  readonly messageId: string;
  readonly createdAt: number;
}

/** Endpoints with what they listen to. */
export interface Listening {
  readonly webhookId: string;
  readonly eventTypes: readonly string[];
  readonly companyId?: string;
}

/**
 * Messages, tests left out, that an endpoint listens to and has no delivery of. Whether there is a delivery is asked
 * before anything else of the message, and answered by an index: a row is read of what is missing alone.
 */
export const undeliveredQuery = (
  listening: readonly Listening[],
  fromSeq: number,
  untilSeq: number,
): RawBuilder<MissedMessages> => sql<MissedMessages>`
  with asked(webhook_id, endpoint_seq, company_id, event_types) as materialized (
    select w.value ->> '$.webhookId', e.seq, w.value ->> '$.companyId', w.value -> '$.eventTypes'
    from json_each(${JSON.stringify(listening)}) w left join endpoints e on e.id = w.value ->> '$.webhookId'),
  missed(webhook_id, event_type, seq) as (
    select a.webhook_id, m.event_type, m.seq
    from asked a cross join json_each(a.event_types) t
      cross join messages m indexed by messages_by_type on m.event_type = t.value
        and m.seq >= ${fromSeq} and m.seq < ${untilSeq}
    where a.company_id is null and case
      when exists (select 1 from deliveries d where d.message_seq = m.seq and d.endpoint_seq = a.endpoint_seq)
      then 0 else m.is_test = 0 end
    union all
    select a.webhook_id, m.event_type, m.seq
    from asked a
      cross join messages m indexed by messages_by_company on m.company_id = a.company_id
        and m.seq >= ${fromSeq} and m.seq < ${untilSeq}
    where case
      when exists (select 1 from deliveries d where d.message_seq = m.seq and d.endpoint_seq = a.endpoint_seq)
      then 0 else m.is_test = 0 and m.event_type in (select value from json_each(a.event_types)) end),
  counted as (select webhook_id, event_type, count(*) as count, max(seq) as newest from missed group by 1, 2)
  select webhook_id as webhookId, counted.event_type as eventType, count, m.id as messageId, m.created_at as createdAt
  from counted cross join messages m on m.seq = counted.newest
  order by 1, 2`;

export const selectUndelivered = async (
  { db }: Reader,
  listening: readonly Listening[],
  fromSeq: number,
  untilSeq: number,
): Promise<MissedMessages[]> => (await undeliveredQuery(listening, fromSeq, untilSeq).execute(db)).rows;
