import { type Selectable, sql } from 'kysely';
import { insertRows } from '#base/store/bulk.ts';
import { prepared } from '#base/store/prepared.ts';
import type { PageOf, PageQuery } from '#contract/common.ts';
import { numberedPage } from './numbered-page.ts';
import type { ConnectionRow, PushRow, ServiceSchema, TokenSetRow } from './schema.ts';
import type { Reader, Tx } from './store.ts';

/** Push operations. Source: `docs/reference/rules/push.md`. */

export type StoredPush = Omit<Selectable<PushRow>, 'seq'>;

export const insertPush = ({ db }: Tx, push: StoredPush): Promise<void> => insertRows(db, 'pushes', [push]);

export const findPush = (
  { db }: Reader,
  companyId: string,
  id: string,
): Promise<Selectable<PushRow> | undefined> =>
  db
    .selectFrom('pushes')
    .selectAll()
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .executeTakeFirst();

/** @throws CatalogueError `query.malformed`, `request.invalid` */
export const listPushes = (
  reader: Reader,
  companyId: string,
  page: PageQuery,
): Promise<PageOf<Selectable<PushRow>>> =>
  numberedPage(reader, reader.db.selectFrom('pushes').selectAll().where('company_id', '=', companyId), {
    page,
    fields: {
      companyId: { sql: sql.ref('company_id'), type: 'text' },
      pushOperationKey: { sql: sql.ref('id'), type: 'text' },
      dataConnectionKey: { sql: sql.ref('connection_id'), type: 'text' },
      dataType: { sql: sql.ref('data_type'), type: 'text' },
      requestedOnUtc: { sql: sql.ref('requested_at'), type: 'date' },
      completedOnUtc: { sql: sql.ref('completed_at'), type: 'date' },
      status: { sql: sql.ref('status'), type: 'text' },
      statusCode: { sql: sql.ref('status_code'), type: 'number' },
      timeoutInMinutes: { sql: sql.ref('timeout_minutes'), type: 'number' },
      errorMessage: { sql: sql.ref('error_message'), type: 'text' },
    },
    seq: sql.ref<number>('seq'),
  });

const selectNext = prepared<ServiceSchema, object, { due_at: number | null }>((db) =>
  db
    .selectFrom('pushes')
    .select((eb) => eb.fn.min('due_at').as('due_at'))
    .where('due_at', 'is not', null),
);

/** ms UTC; undefined when none is pending. */
export const nextPushDueAt = async ({ db }: Reader): Promise<number | undefined> =>
  (await selectNext.first(db, {}))?.due_at ?? undefined;

const selectUpcoming = prepared<
  ServiceSchema,
  { limit: number },
  Pick<Selectable<PushRow>, 'data_type' | 'connection_id' | 'due_at'>
>((db, value) =>
  db
    .selectFrom('pushes')
    .select(['data_type', 'connection_id', 'due_at'])
    .where('due_at', 'is not', null)
    .orderBy('due_at')
    .orderBy('seq')
    .limit(value('limit')),
);

/** Soonest first. */
export const upcomingPushes = ({ db }: Reader, limit: number) => selectUpcoming(db, { limit });

const countDue = prepared<ServiceSchema, { until: number }, { count: number }>((db, value) =>
  db
    .selectFrom('pushes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('due_at', '<=', value('until')),
);

/** How many end up to an instant, ms UTC, inclusive. */
export const countPushesDue = async ({ db }: Reader, until: number): Promise<number> =>
  (await countDue.first(db, { until }))?.count ?? 0;

/** A push that falls due, with all that decides how it ends. What is null belongs to a connection that was deleted. */
export type DuePush = Selectable<PushRow> & { readonly due_at: number } & {
  readonly [K in
    | 'platform_key'
    | 'connection_status'
    | 'last_sync_at'
    | 'first_read_ended'
    | 'token_set_id'
    | 'behaviour'
    | 'issued_at']:
    | (Pick<
        Selectable<ConnectionRow>,
        'platform_key' | 'last_sync_at' | 'first_read_ended' | 'token_set_id'
      > & { connection_status: ConnectionRow['status'] } & Pick<
          Selectable<TokenSetRow>,
          'behaviour' | 'issued_at'
        >)[K]
    | null;
};

const selectDue = prepared<ServiceSchema, { now: number; limit: number }, DuePush>(
  (db, value) =>
    db
      .selectFrom('pushes as p')
      .leftJoin('connections as c', 'c.id', 'p.connection_id')
      .leftJoin('token_sets as t', 't.id', 'c.token_set_id')
      .selectAll('p')
      .select([
        'c.platform_key',
        'c.status as connection_status',
        'c.last_sync_at',
        'c.first_read_ended',
        'c.token_set_id',
        't.behaviour',
        't.issued_at',
      ])
      .where('p.due_at', '<=', value('now'))
      .orderBy('p.due_at')
      .orderBy('p.seq')
      .limit(value('limit')) as never,
);

/** Oldest first. */
export const duePushes = ({ db }: Reader, now: number, limit: number): Promise<DuePush[]> =>
  selectDue(db, { now, limit });

export type PushEnd = Pick<
  Selectable<PushRow>,
  'seq' | 'completed_at' | 'status' | 'status_code' | 'error_message'
>;

const updateOne = prepared<ServiceSchema, PushEnd, never>(
  (db, value) =>
    db
      .updateTable('pushes')
      .set({
        due_at: null,
        completed_at: value('completed_at'),
        status: value('status'),
        status_code: value('status_code'),
        error_message: value('error_message'),
      })
      .where('seq', '=', value('seq')) as never,
);

export const endPush = async ({ db }: Tx, end: PushEnd): Promise<void> => {
  await updateOne(db, end);
};
