import { type Cancel, systemTime } from '#base/clock.ts';

/** How fast one target is called. */
export interface Pace {
  /** Runs `work` when there is room for it. @throws the signal's reason if it is aborted while it waits */
  run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Nothing starts for so long. */
  hold(delayMs: number): void;
  close(): void;
}

const secondMs = 1000;

/** A call that waits for its turn; one that was given up is passed over. */
interface Waiting {
  readonly begin: () => void;
  gaveUp: boolean;
}

/**
 * First come, first served; at most `concurrency` at a time, and at most `perSecond` begun in any second. A call that
 * finds room costs next to nothing, which a run of ten thousand companies feels: that is why it is not p-queue.
 */
export const createPace = (limits: { concurrency: number; perSecond: number }): Pace => {
  const { concurrency, perSecond } = limits;
  /** When the last ones were begun, in a ring; one more may begin when the oldest is a second old. */
  const begun = new Float64Array(perSecond).fill(Number.NEGATIVE_INFINITY);
  let oldest = 0;
  let running = 0;
  let waiting: Waiting[] = [];
  /** Those before it in `waiting` have begun. */
  let first = 0;
  let heldUntil = Number.NEGATIVE_INFINITY;
  let cancel: Cancel | undefined;

  /** When the next may begin, if nothing but time is in its way. */
  const openAt = (): number => Math.max(heldUntil, (begun[oldest] as number) + secondMs);

  const take = (): void => {
    running += 1;
    begun[oldest] = systemTime.monotonic();
    oldest = (oldest + 1) % perSecond;
  };

  const lookAgain = (delayMs: number): void => {
    cancel?.();
    // A timer may fire a little early.
    cancel = systemTime.after(Math.ceil(delayMs) + 1, () => {
      cancel = undefined;
      beginWaiting();
    });
  };

  const beginWaiting = (): void => {
    while (running < concurrency && first < waiting.length) {
      const next = waiting[first] as Waiting;
      const delayMs = openAt() - systemTime.monotonic();
      if (!next.gaveUp && delayMs > 0) {
        lookAgain(delayMs);
        break;
      }
      first += 1;
      if (next.gaveUp) continue;
      take();
      next.begin();
    }
    if (first === waiting.length) {
      waiting = [];
      first = 0;
    } else if (first > 1000 && first * 2 > waiting.length) {
      waiting = waiting.slice(first);
      first = 0;
    }
  };

  const ended = (): void => {
    running -= 1;
    if (first < waiting.length && cancel === undefined) beginWaiting();
  };

  const turn = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const giveUp = (): void => {
        one.gaveUp = true;
        reject(signal.reason);
      };
      const begin = (): void => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const one: Waiting = { begin, gaveUp: false };
      signal.addEventListener('abort', giveUp, { once: true });
      waiting.push(one);
      if (cancel === undefined) beginWaiting();
    });

  return {
    async run(work, signal) {
      signal.throwIfAborted();
      const isFree = running < concurrency && first === waiting.length && openAt() <= systemTime.monotonic();
      if (isFree) take();
      else await turn(signal);
      try {
        return await work();
      } finally {
        ended();
      }
    },
    hold(delayMs) {
      heldUntil = Math.max(heldUntil, systemTime.monotonic() + delayMs);
    },
    close: () => cancel?.(),
  };
};
