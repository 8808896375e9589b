import { type Insertable, type Selectable, sql } from 'kysely';
import { insertValues } from '#base/store/bulk.ts';
import { inDialect, textList } from '#base/store/dialect.ts';
import { gathered, gatheredInsert } from '#base/store/gathered.ts';
import { prepared } from '#base/store/prepared.ts';
import { type Later, statementsOf } from '#base/store/statements.ts';
import type { AttemptTrigger } from '#contract/message.ts';
import type { MessageRow, ServiceSchema } from './schema.ts';
import type { Reader, Tx } from './store.ts';

export type StoredMessage = Selectable<MessageRow>;

type NewMessage = Omit<Insertable<MessageRow>, 'seq'>;

const insertMessageQuery = prepared<ServiceSchema, NewMessage, unknown>((db, value) =>
  db.insertInto('messages').values({
    id: value('id'),
    event_type: value('event_type'),
    company_id: value('company_id'),
    company_tags_json: value('company_tags_json'),
    body: value('body'),
    created_at: value('created_at'),
    is_test: value('is_test'),
  }),
);

const insertGathered = gatheredInsert<ServiceSchema, 'messages', NewMessage>(
  insertMessageQuery,
  'messages',
  ['id', 'event_type', 'company_id', 'company_tags_json', 'body', 'created_at', 'is_test'],
  'id',
);

/** Answers the message's seq. */
export const insertMessage = ({ db }: Tx, row: NewMessage): Later<number> => insertGathered(db, row);

export interface NewDelivery {
  readonly messageSeq: number;
  readonly endpointSeq: number;
  readonly origin: AttemptTrigger;
  readonly scheduleUsed: number;
  /** ms UTC */
  readonly dueAt: number;
}

export const insertDeliveries = async ({ db }: Tx, deliveries: readonly NewDelivery[]): Promise<void> => {
  if (deliveries.length === 0) return;
  if (statementsOf(db).dialect === 'postgres') return insertDeliveriesGathered(db, deliveries);
  await insertAll(db, deliveries);
};

const insertDeliveriesGathered = gathered<ServiceSchema, readonly NewDelivery[], void>(async (db, all) => {
  await insertAll(db, all.flat());
  return all.map(() => undefined);
});

const insertAll = (db: Tx['db'], deliveries: readonly NewDelivery[]): Promise<void> =>
  insertValues(
    db,
    'deliveries',
    ['message_seq', 'endpoint_seq', 'status', 'origin', 'schedule_used', 'due_at'],
    deliveries.map((d) => [d.messageSeq, d.endpointSeq, 'Sending', d.origin, d.scheduleUsed, d.dueAt]),
  );

export const selectMessage = async ({ db }: Reader, id: string): Promise<StoredMessage | undefined> =>
  db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst();

/** Those of some messages that are there, newest first. */
export const selectMessagesById = ({ db }: Reader, ids: readonly string[]): Promise<StoredMessage[]> =>
  db.selectFrom('messages').selectAll().where('id', 'in', textList(ids)).orderBy('seq', 'desc').execute();

/** The seq of the first message made from `since` (ms UTC) on. */
export const selectFirstSince = async ({ db }: Reader, since: number): Promise<number | undefined> => {
  const row = await db
    .selectFrom('messages')
    .select('seq')
    .where('created_at', '>=', since)
    .orderBy('created_at')
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst();
  return row?.seq;
};

/** SQLite would go by the index of times: each page would sort all that is left. */
const createdAtUnindexed = inDialect({ sqlite: sql<number>`+created_at`, postgres: sql<number>`created_at` });

/** Messages after `afterSeq` made from `since` (ms UTC) on that the endpoint has no delivery of, oldest first. */
export const selectMissedMessages = (
  { db }: Reader,
  of: { endpointSeq: number; afterSeq: number; since: number; until: number; limit: number },
): Promise<Pick<StoredMessage, 'seq' | 'event_type' | 'company_id' | 'company_tags_json'>[]> =>
  db
    .selectFrom('messages')
    .select(['seq', 'event_type', 'company_id', 'company_tags_json'])
    .where('seq', '>', of.afterSeq)
    .where(createdAtUnindexed, '>=', of.since)
    .where(createdAtUnindexed, '<', of.until)
    .where('is_test', '=', 0)
    // A copy that a person edited was meant for the endpoints it was sent to.
    .where('seq', 'not in', (eb) => eb.selectFrom('edited_messages').select('message_seq'))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deliveries')
            .select('deliveries.seq')
            .whereRef('deliveries.message_seq', '=', 'messages.seq')
            .where('deliveries.endpoint_seq', '=', of.endpointSeq),
        ),
      ),
    )
    .orderBy('seq')
    .limit(of.limit)
    .execute();
