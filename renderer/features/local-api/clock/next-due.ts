import type { Upcoming } from '#contract/clock.ts';
import type { RunningItem } from '#contract/running.ts';

export interface NextDue {
  readonly what: string;
  /** UTC */
  readonly at: string;
}

/**
 * The first of each kind of work after the present time, soonest first, with the soaks that count on this clock: what a
 * soak has left and its end say which time it counts in.
 */
export const nextOfEach = (
  upcoming: Upcoming['results'],
  running: readonly RunningItem[],
  now: string,
): NextDue[] => {
  const soaks = running.flatMap(({ kind, ends, leftMs }): NextDue[] =>
    kind === 'soak' &&
    ends !== undefined &&
    leftMs !== undefined &&
    Date.parse(ends) - leftMs === Date.parse(now)
      ? [{ what: 'end of a soak', at: ends }]
      : [],
  );
  const later = [...upcoming.map(({ what, at }) => ({ what, at })), ...soaks]
    .filter(({ at }) => Date.parse(at) > Date.parse(now))
    .sort((one, other) => one.at.localeCompare(other.at));
  return [...Map.groupBy(later, ({ what }) => what).values()].flatMap(([first]) => first ?? []);
};
