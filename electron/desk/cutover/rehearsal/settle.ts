import { parseInstant } from '#base/clock.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import type { createVirtualTime } from '#desk/targets/virtual-time.ts';

type VirtualTime = Awaited<ReturnType<typeof createVirtualTime>>;

/** A second of the instance: what is under way has ended by then, as its clock stands still meanwhile. */
const stepMs = 1000;
/** More than an alert and a delivery have attempts. */
const mostSteps = 24;
const sends: ReadonlySet<string> = new Set(['alert', 'delivery attempt']);

/**
 * Lets the time of an instance pass until nothing is left to be sent.
 * @returns false if there still is something after all attempts
 */
export const settle = async (
  clock: ServiceControl['clock'],
  time: VirtualTime,
  signal: AbortSignal,
): Promise<boolean> => {
  let untilMs = time.now() + stepMs;
  for (let step = 0; step < mostSteps; step++) {
    await time.until(untilMs, signal);
    const { results } = await clock.upcoming({ limit: 500 });
    const waiting = results.filter(({ what }) => sends.has(what));
    if (waiting.length === 0) return true;
    untilMs = Math.max(...waiting.map(({ at }) => parseInstant(at, 'at')), time.now() + stepMs);
  }
  return false;
};
