import { type Selectable, sql } from 'kysely';
import { insertRows, runBulk } from '#base/store/bulk.ts';
import { prepared } from '#base/store/prepared.ts';
import type { LinkedConnection } from './connections.ts';
import type { ConnectionRow, ServiceSchema, SyncScheduleRow } from './schema.ts';
import type { Reader, Tx } from './store.ts';

/** When connections are read next by their schedules. Only Linked ones have a row: a trigger sees to that. */

/** A data type that is read again and again. */
export interface ScheduledType {
  readonly dataType: string;
  readonly hours: number;
  /** ms UTC */
  readonly dueAt: number;
}

export interface Schedule {
  readonly connectionId: string;
  /** In the order in which they are read; at least one. */
  readonly types: readonly ScheduledType[];
}

const dueAtOf = (types: readonly ScheduledType[]): number => Math.min(...types.map(({ dueAt }) => dueAt));
const toRow = ({ connectionId, types }: Schedule): SyncScheduleRow => ({
  connection_id: connectionId,
  due_at: dueAtOf(types),
  types_json: JSON.stringify(types.map(({ dataType, hours, dueAt }) => [dataType, hours, dueAt])),
});
const typesOf = (json: string): ScheduledType[] =>
  (JSON.parse(json) as [string, number, number][]).map(([dataType, hours, dueAt]) => ({
    dataType,
    hours,
    dueAt,
  }));
const ofRow = ({ connection_id, types_json }: SyncScheduleRow): Schedule => ({
  connectionId: connection_id,
  types: typesOf(types_json),
});

export const hasSchedule = async ({ db }: Reader, connectionId: string): Promise<boolean> =>
  (await selectOne.first(db, { id: connectionId })) !== undefined;
const selectOne = prepared<ServiceSchema, { id: string }, { one: number }>((db, value) =>
  db.selectFrom('sync_schedules').select(sql<number>`1`.as('one')).where('connection_id', '=', value('id')),
);

export const insertSchedules = ({ db }: Tx, schedules: readonly Schedule[]): Promise<void> =>
  insertRows(db, 'sync_schedules', schedules.map(toRow));

/** In place of all there are of a company, or of all companies. */
export const replaceSchedules = async (
  tx: Tx,
  companyId: string | undefined,
  schedules: readonly Schedule[],
): Promise<void> => {
  await tx.db
    .deleteFrom('sync_schedules')
    .$if(companyId !== undefined, (query) =>
      query.where('connection_id', 'in', (eb) =>
        eb
          .selectFrom('connections')
          .select('id')
          .where('company_id', '=', companyId as string),
      ),
    )
    .execute();
  await insertSchedules(tx, schedules);
};

export const moveSchedules = async ({ db }: Tx, schedules: readonly Schedule[]): Promise<void> => {
  await runBulk(
    db,
    {
      v: { connection_id: 'text', due_at: 'integer', types_json: 'text' },
      text: `update sync_schedules set due_at = v.due_at, types_json = v.types_json
        from v where sync_schedules.connection_id = v.connection_id`,
    },
    schedules.map(toRow).map((row) => [row.connection_id, row.due_at, row.types_json]),
  );
};

export interface Schedulable extends Pick<Selectable<ConnectionRow>, 'id' | 'company_id' | 'platform_key'> {
  /** As they are now; none if it has no schedule. */
  readonly types: readonly ScheduledType[];
}

/** The Linked connections of a company, or of all companies. */
export const schedulableConnections = async (
  { db }: Reader,
  companyId: string | undefined,
): Promise<Schedulable[]> => {
  const rows = await db
    .selectFrom('connections as c')
    .leftJoin('sync_schedules as s', 's.connection_id', 'c.id')
    .select(['c.id', 'c.company_id', 'c.platform_key', 's.types_json'])
    .where('c.status', '=', 'Linked')
    .$if(companyId !== undefined, (query) => query.where('c.company_id', '=', companyId as string))
    .orderBy('c.seq')
    .execute();
  return rows.map(({ types_json, ...row }) => ({
    ...row,
    types: types_json === null ? [] : typesOf(types_json),
  }));
};

const selectNext = prepared<ServiceSchema, object, { due_at: number | null }>((db) =>
  db.selectFrom('sync_schedules').select((eb) => eb.fn.min('due_at').as('due_at')),
);

/** ms UTC */
export const nextScheduleAt = async ({ db }: Reader): Promise<number | undefined> =>
  (await selectNext.first(db, {}))?.due_at ?? undefined;

/** Soonest first. */
export const upcomingSchedules = async ({ db }: Reader, limit: number): Promise<Schedule[]> =>
  (await selectUpcoming(db, { limit })).map(ofRow);
const selectUpcoming = prepared<ServiceSchema, { limit: number }, SyncScheduleRow>((db, value) =>
  db
    .selectFrom('sync_schedules')
    .selectAll()
    .orderBy('due_at')
    .orderBy('connection_id')
    .limit(value('limit')),
);

/** All that have something due up to an instant, ms UTC, inclusive. */
export const schedulesUntil = async ({ db }: Reader, until: number): Promise<Schedule[]> =>
  (await selectUntil(db, { until })).map(ofRow);
const selectUntil = prepared<ServiceSchema, { until: number }, SyncScheduleRow>((db, value) =>
  db.selectFrom('sync_schedules').selectAll().where('due_at', '<=', value('until')),
);

export interface DueSchedule extends Schedule {
  readonly companyId: string;
  /** Of the simulated token set of its connection, if any. */
  readonly behaviour: LinkedConnection['behaviour'];
}

/** In the order in which they fell due, and within an instant in that of the connections. */
export const dueSchedules = async ({ db }: Reader, now: number, limit: number): Promise<DueSchedule[]> =>
  (await selectDue(db, { now, limit })).map((row) => ({
    ...ofRow(row),
    companyId: row.company_id,
    behaviour: row.behaviour,
  }));
const selectDue = prepared<
  ServiceSchema,
  { now: number; limit: number },
  SyncScheduleRow & Pick<Selectable<ConnectionRow>, 'company_id'> & Pick<LinkedConnection, 'behaviour'>
>((db, value) =>
  db
    .selectFrom('sync_schedules as s')
    .innerJoin('connections as c', 'c.id', 's.connection_id')
    .leftJoin('token_sets as t', 't.id', 'c.token_set_id')
    .select(['s.connection_id', 's.due_at', 's.types_json', 'c.company_id', 't.behaviour'])
    .where('s.due_at', '<=', value('now'))
    .orderBy('s.due_at')
    .orderBy('c.seq')
    .limit(value('limit')),
);
