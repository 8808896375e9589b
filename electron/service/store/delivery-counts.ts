import { type RawBuilder, sql } from 'kysely';
import { inDialect, indexedBy, joinInOrder, textList } from '#base/store/dialect.ts';
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
    select seq, id from endpoints where id in ${textList(webhookIds)})
  select id as "webhookId", 'All' as status, 'any' as origin, (
    select count(*) from deliveries ${indexedBy('deliveries_by_endpoint')}
    where endpoint_seq = asked.seq and message_seq >= ${fromSeq}) as count
  from asked
  union all
  select id, d.status, 'any', count(*)
  from deliveries d ${indexedBy('deliveries_unsuccessful')} join asked on asked.seq = d.endpoint_seq
  where d.status <> 'Success' and d.status in ('Sending', 'Attempting', 'Failed', 'Cancelled')
    and d.message_seq >= ${fromSeq}
  group by id, d.status
  union all
  select id, d.status, 'test', count(*)
  from asked ${joinInOrder} deliveries d ${indexedBy('deliveries_of_tests')} on d.endpoint_seq = asked.seq
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
        select seq, id from endpoints where id in ${textList(webhookIds)})
      select id as "webhookId", count(*) as count,
        case when d.origin = 'scheduled' and d.attempts = d.schedule_used then d.schedule_used else 0 end as attempt
      from asked ${joinInOrder} deliveries d ${indexedBy('deliveries_by_endpoint')} on d.endpoint_seq = asked.seq
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
    select w.value ->> 'webhookId', e.seq, w.value ->> 'companyId', w.value -> 'eventTypes'
    from ${listed(JSON.stringify(listening))} left join endpoints e on e.id = w.value ->> 'webhookId'),
  missed(webhook_id, event_type, seq) as (
    select a.webhook_id, m.event_type, m.seq
    from asked a cross join ${typesOf(sql.ref('a.event_types'))} as t
      ${joinInOrder} messages m ${indexedBy('messages_by_type')} on m.event_type = t.value
        and m.seq >= ${fromSeq} and m.seq < ${untilSeq}
    where a.company_id is null and case
      when exists (select 1 from deliveries d where d.message_seq = m.seq and d.endpoint_seq = a.endpoint_seq)
      then false else m.is_test = 0 end
    union all
    select a.webhook_id, m.event_type, m.seq
    from asked a
      ${joinInOrder} messages m ${indexedBy('messages_by_company')} on m.company_id = a.company_id
        and m.seq >= ${fromSeq} and m.seq < ${untilSeq}
    where case
      when exists (select 1 from deliveries d where d.message_seq = m.seq and d.endpoint_seq = a.endpoint_seq)
      then false else m.is_test = 0 and m.event_type in (select t.value from ${typesOf(sql.ref('a.event_types'))} as t) end),
  counted as (select webhook_id, event_type, count(*) as count, max(seq) as newest from missed group by 1, 2)
  select webhook_id as "webhookId", counted.event_type as "eventType", count, m.id as "messageId",
    m.created_at as "createdAt"
  from counted ${joinInOrder} messages m on m.seq = counted.newest
  order by 1, 2`;

/** A JSON list of objects as the table `w`, whose `value` each is. */
const listed = (json: string): RawBuilder<unknown> =>
  inDialect({
    sqlite: sql`json_each(${json}) w`,
    postgres: sql`json_array_elements(${json}::json) as w(value)`,
  });

/** A JSON list of texts as a table, whose `value` each is. */
const typesOf = (list: RawBuilder<unknown>): RawBuilder<unknown> =>
  inDialect({
    sqlite: sql`json_each(${list})`,
    postgres: sql`lateral (select * from json_array_elements_text(${list}) as one(value))`,
  });

export const selectUndelivered = async (
  { db }: Reader,
  listening: readonly Listening[],
  fromSeq: number,
  untilSeq: number,
): Promise<MissedMessages[]> => (await undeliveredQuery(listening, fromSeq, untilSeq).execute(db)).rows;
