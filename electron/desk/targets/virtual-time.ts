import { parseInstant, toIso } from '#base/clock.ts';
import type { ServiceControl } from '#contract/service-control.ts';

/** The time of a temporary instance: it moves only by waiting. */
interface VirtualTime {
  /** ms */
  now(): number;
  /** Answers once that instant has come, and what was due until then is done. @throws the signal's reason */
  until(atMs: number, signal: AbortSignal): Promise<void>;
}

/**
 * The time of an instance whose clock nobody else moves: waiting is advancing it, so that hours of syncs are over in
 * as long as it takes to work them out.
 */
export const createVirtualTime = async (clock: ServiceControl['clock']): Promise<VirtualTime> => {
  let nowMs = parseInstant((await clock.show()).now, 'now');
  /** One advance at a time. */
  let moving: Promise<void> = Promise.resolve();

  const moveTo = async (atMs: number): Promise<void> => {
    if (atMs <= nowMs) return;
    const { now } = await clock.advance({ to: toIso(atMs) });
    nowMs = parseInstant(now, 'now');
  };

  return {
    now: () => nowMs,
    until(atMs, signal) {
      if (signal.aborted) return Promise.reject(signal.reason);
      moving = moving.then(() => moveTo(Math.ceil(atMs)));
      // Whoever waits no longer need not see how it ends: the instance goes with it.
      moving.catch(() => {});
      return orAborted(moving, signal);
    },
  };
};

const orAborted = (work: Promise<void>, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const giveUp = (): void => reject(signal.reason);
    signal.addEventListener('abort', giveUp, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
