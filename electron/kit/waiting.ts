import type { Consumers } from '#contract/consumers.ts';
import { defaultWaitMs, type WaitRequest, type WaitResult } from '#contract/control.ts';
import { CatalogueError } from '#contract/errors.ts';
import { formatDuration, formatInstant } from '#contract/format.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { type Changes, createChanges } from './changes.ts';
import { type Condition, conditionOf } from './conditions.ts';
import type { KitTime } from './time.ts';

interface Parts {
  readonly control: ServiceControl;
  readonly consumers: Consumers;
  readonly time: KitTime;
}

/**
 * Waits until a condition holds. It is looked at after each announcement; on a skipping clock, time goes on to the next
 * due work whenever nothing is left to do at the present instant.
 * @param signal aborted when nobody waits any more
 * @throws CatalogueError `wait.timedOut`, and what moving the clock is refused for
 */
export const waitFor = async (
  request: WaitRequest,
  { control, consumers, time }: Parts,
  signal: AbortSignal,
): Promise<WaitResult> => {
  const { timeoutMs = defaultWaitMs } = request;
  const condition = conditionOf(request, control, consumers);
  const changes = createChanges(control, consumers, timeoutMs, signal);
  const pass = createPassing(time, changes);
  try {
    for (;;) {
      const changed = changes.begin();
      // Before the look: what holds at the last moment counts.
      const isOver = changes.isOver();
      const found = await condition.look();
      if (found !== undefined) return { clock: await control.clock.show(), ...found };
      signal.throwIfAborted();
      if (isOver) throw await timedOut(condition, timeoutMs, { control, time });
      // With nothing to go to, only a change can make it true.
      if (!time.skips || !(await Promise.race([changed.then(() => true), pass()]))) await changed;
    }
  } finally {
    changes.stop();
  }
};

/**
 * Lets the present instant end, and goes to the next one unless something changed meanwhile: that is looked at first.
 * Answers false if there is none to go to. A request that nobody responds to may hold it up while what is waited for
 * comes: so whoever waits does not wait for this alone, and there is one at a time.
 */
const createPassing = (time: KitTime, changes: Changes): (() => Promise<boolean>) => {
  let passing: Promise<boolean> | undefined;
  const pass = async (): Promise<boolean> => {
    await time.settle();
    return changes.seen() || time.skip();
  };
  return () => {
    passing ??= pass().finally(() => {
      passing = undefined;
    });
    // Whoever has seen enough does not hear of it.
    passing.catch(() => {});
    return passing;
  };
};

const timedOut = async (
  condition: Condition,
  timeoutMs: number,
  { control, time }: Pick<Parts, 'control' | 'time'>,
): Promise<CatalogueError> => {
  const { mode, now } = await control.clock.show();
  const { results } = await control.clock.upcoming({ limit: 1 });
  const next = results[0];
  const at = `The ${mode === 'virtual' ? 'virtual ' : ''}time is ${formatInstant(now)}`;
  const due = next === undefined ? 'nothing is due' : `next due: ${next.what} at ${formatInstant(next.at)}`;
  const advice =
    mode === 'system' || time.skips
      ? 'Check the filter, or wait longer.'
      : 'Virtual time moves only when it is advanced: advance the clock, or start the service with the clock "skipping".';
  return new CatalogueError('wait.timedOut', {
    what: condition.what,
    waited: formatDuration(timeoutMs),
    seen: `${await condition.seen()} ${at}; ${due}.`,
    advice,
  });
};
