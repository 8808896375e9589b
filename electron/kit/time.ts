import PQueue from 'p-queue';
import type { ClockView } from '#contract/clock.ts';
import type { KitClock, UntilRequest } from '#contract/control.ts';
import type { ServiceControl } from '#contract/service-control.ts';

/** The service's clock as waits and goals move it: one at a time, as only one advance may be under way. */
export interface KitTime {
  until(request: UntilRequest): Promise<ClockView>;
  /** Runs what is due at the present instant to its end. */
  settle(): Promise<void>;
  /** Goes to the next due work, and runs it. Answers false if there is none but upkeep. */
  skip(): Promise<boolean>;
  readonly skips: boolean;
}

export const createTime = (clock: ServiceControl['clock'], mode: KitClock): KitTime => {
  const turns = new PQueue({ concurrency: 1 });
  const settle = async (): Promise<ClockView> => clock.advance({ to: (await clock.show()).now });
  /** @param isGoal whether work is worth going to */
  const step = async (isGoal: (repeats: 'upkeep' | 'schedule' | undefined) => boolean): Promise<boolean> => {
    const next = await firstDue(clock, isGoal);
    if (next === undefined) return false;
    await clock.advance({ to: next });
    return true;
  };
  const isOnce = (repeats: string | undefined): boolean => repeats === undefined;
  return {
    skips: mode === 'skipping',
    until: ({ until }) =>
      turns.add(async () => {
        await settle();
        if (until === 'next') await step(isOnce);
        else while (await step(isOnce));
        return clock.show();
      }),
    settle: () =>
      turns.add(async () => {
        await settle();
      }),
    skip: () => turns.add(() => step((repeats) => repeats !== 'upkeep')),
  };
};

/** So many lines at first: recurring work is a few of them. */
const looked = 20;

const firstDue = async (
  clock: ServiceControl['clock'],
  isGoal: (repeats: 'upkeep' | 'schedule' | undefined) => boolean,
): Promise<string | undefined> => {
  for (let limit = looked; ; limit *= 5) {
    const { results } = await clock.upcoming({ limit: Math.min(limit, 500) });
    const found = results.find(({ repeats }) => isGoal(repeats));
    if (found !== undefined) return found.at;
    if (results.length < Math.min(limit, 500) || limit >= 500) return undefined;
  }
};
