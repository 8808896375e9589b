import PQueue from 'p-queue';
import { type Cancel, systemTime } from '#base/clock.ts';

/** How fast one target is called. */
export interface Pace {
  /** Runs `work` when there is room for it. @throws the signal's reason if it is aborted while it waits */
  run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Nothing starts for so long. */
  hold(delayMs: number): void;
  close(): void;
}

export const createPace = (limits: { concurrency: number; perSecond: number }): Pace => {
  const queue = new PQueue({
    concurrency: limits.concurrency,
    interval: 1000,
    intervalCap: limits.perSecond,
    strict: true,
  });
  let heldUntil = 0;
  let cancel: Cancel | undefined;
  return {
    run: (work, signal) => queue.add(work, { signal }),
    hold(delayMs) {
      const until = systemTime.monotonic() + delayMs;
      if (until <= heldUntil) return;
      heldUntil = until;
      cancel?.();
      queue.pause();
      cancel = systemTime.after(delayMs, () => queue.start());
    },
    close: () => cancel?.(),
  };
};
