import type { TimedSource } from '#service/scheduler/source.ts';
import type { ServiceContext } from '#service/store/context.ts';
import {
  type DueSchedule,
  dueSchedules,
  moveSchedules,
  nextScheduleAt,
  type ScheduledType,
  schedulesUntil,
  upcomingSchedules,
} from '#service/store/sync-schedules.ts';
import { startReads, type WantedRead } from './start-reads.ts';
import { countUntil, taken } from './sync-schedule.ts';

const what = 'scheduled data sync';

/**
 * Starts reads when their schedules say so: one for each connection, of all its data types that are due. It recurs for
 * as long as a connection is Linked. Source: `docs/reference/rules/data.md#schedules`.
 */
export const createSchedules = (context: ServiceContext): TimedSource => ({
  name: 'scheduled data syncs',

  nextDueAt: nextScheduleAt,

  async upcoming(reader, limit) {
    const schedules = await upcomingSchedules(reader, limit);
    return schedules.map(({ connectionId, types }) => {
      const at = firstOf(types);
      const count = types.filter(({ dueAt }) => dueAt === at).length;
      return { what, at, count, subject: connectionId, repeats: 'schedule' as const };
    });
  },

  countUntil: async (reader, until) => ({
    what,
    count: (await schedulesUntil(reader, until)).reduce(
      (sum, { types }) => sum + countUntil(types, until),
      0,
    ),
  }),

  async runDue(tx, now, limit) {
    const due = (await dueSchedules(tx, now, limit)).map((schedule) => ({
      ...schedule,
      ...taken(schedule.types, now),
    }));
    if (due.length === 0) return 0;
    await startReads(tx, context, due.map(wantedRead));
    await moveSchedules(
      tx,
      due.map(({ connectionId, next }) => ({ connectionId, types: next })),
    );
    return due.length;
  },
});

const firstOf = (types: readonly ScheduledType[]): number => Math.min(...types.map(({ dueAt }) => dueAt));

const wantedRead = ({
  companyId,
  connectionId,
  behaviour,
  due,
}: DueSchedule & { readonly due: readonly string[] }): WantedRead => ({
  companyId,
  connectionId,
  behaviour,
  dataTypes: due,
});
