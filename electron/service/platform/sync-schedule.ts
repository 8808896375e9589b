import type { ScheduledType } from '#service/store/sync-schedules.ts';

/**
 * When the data types of one connection are read by their schedules: pure. Each is read every so many hours after it
 * was scheduled. What was missed, as while the service was stopped, is made up for once.
 * Source: `docs/reference/rules/data.md#schedules`.
 */

const hourMs = 3_600_000;

export interface WantedType {
  readonly dataType: string;
  /** 0: never. */
  readonly hours: number;
}

/** As it is wanted now; what was scheduled before in the same rhythm keeps it. */
export const planned = (
  wanted: readonly WantedType[],
  before: readonly ScheduledType[],
  now: number,
): ScheduledType[] => {
  const known = new Map(before.map((type) => [type.dataType, type]));
  return wanted.flatMap(({ dataType, hours }) => {
    if (hours === 0) return [];
    const old = known.get(dataType);
    return [old?.hours === hours ? old : { dataType, hours, dueAt: now + hours * hourMs }];
  });
};

/** What is due at `now`, and when everything is due after that. */
export const taken = (
  types: readonly ScheduledType[],
  now: number,
): { readonly due: string[]; readonly next: ScheduledType[] } => ({
  due: types.filter(({ dueAt }) => dueAt <= now).map(({ dataType }) => dataType),
  next: types.map((type) => (type.dueAt <= now ? { ...type, dueAt: after(type, now) } : type)),
});

/** The first of its instants that is later than `now`. */
const after = ({ hours, dueAt }: ScheduledType, now: number): number => {
  const every = hours * hourMs;
  return dueAt + (Math.floor((now - dueAt) / every) + 1) * every;
};

/** How often they are read up to an instant, inclusive, all together. */
export const countUntil = (types: readonly ScheduledType[], until: number): number =>
  types
    .filter(({ dueAt }) => dueAt <= until)
    .reduce((sum, { hours, dueAt }) => sum + Math.floor((until - dueAt) / (hours * hourMs)) + 1, 0);
