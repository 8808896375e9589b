import { type Cancel, systemTime } from '#base/clock.ts';

/** How fast one target is called. */
export interface Pace {
  /** Runs `work` when there is room for it. @throws the signal's reason if it is aborted while it waits */
  run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Nothing starts for so long. */
  hold(delayMs: number): void;
  close(): void;
}

/**
 * First come, first served; at most `concurrency` at a time, and at most `perSecond` begun in any second. A call that
 * finds room costs next to nothing, which a run of ten thousand companies feels: that is why it is not p-queue.
 */
export const createPace = (limits: { concurrency: number; perSecond: number }): Pace => {
  const { concurrency } = limits;
  const rate = createRate(limits.perSecond);
  const queue = createQueue();
  let running = 0;
  /** Of the timer for the next that waits. */
  let cancel: Cancel | undefined;

  const begin = (): void => {
    running += 1;
    rate.note();
  };

  const beginWaiting = (): void => {
    while (running < concurrency) {
      const next = queue.first();
      if (next === undefined) return;
      const delayMs = rate.openAt() - systemTime.monotonic();
      if (!next.gaveUp && delayMs > 0) {
        beginLater(delayMs);
        return;
      }
      queue.removeFirst();
      if (next.gaveUp) continue;
      begin();
      next.begin();
    }
  };

  const beginLater = (delayMs: number): void => {
    cancel?.();
    // A timer may fire a little early.
    cancel = systemTime.after(Math.ceil(delayMs) + 1, () => {
      cancel = undefined;
      beginWaiting();
    });
  };

  return {
    async run(work, signal) {
      signal.throwIfAborted();
      const isFree =
        running < concurrency && queue.first() === undefined && rate.openAt() <= systemTime.monotonic();
      if (isFree) begin();
      else {
        const turn = queue.add(signal);
        if (cancel === undefined) beginWaiting();
        await turn;
      }
      try {
        return await work();
      } finally {
        running -= 1;
        if (cancel === undefined) beginWaiting();
      }
    },
    hold: rate.hold,
    close: () => cancel?.(),
  };
};

const secondMs = 1000;

/** When calls were begun, and when the next one may. */
const createRate = (perSecond: number) => {
  /** The last ones, in a ring; one more may begin when the oldest is a second old. */
  const begun = new Float64Array(perSecond).fill(Number.NEGATIVE_INFINITY);
  let oldest = 0;
  let heldUntil = Number.NEGATIVE_INFINITY;
  return {
    /** By the monotonic clock, ms. */
    openAt: (): number => Math.max(heldUntil, (begun[oldest] as number) + secondMs),
    note(): void {
      begun[oldest] = systemTime.monotonic();
      oldest = (oldest + 1) % perSecond;
    },
    hold(delayMs: number): void {
      heldUntil = Math.max(heldUntil, systemTime.monotonic() + delayMs);
    },
  };
};

/** A call that waits for its turn; one that was given up is passed over. */
interface Waiting {
  readonly begin: () => void;
  gaveUp: boolean;
}

/** In order of arrival. Removing the first does not move the others, of which there may be thousands. */
const createQueue = () => {
  let waiting: Waiting[] = [];
  /** Those before it in `waiting` are gone. */
  let first = 0;
  return {
    first: (): Waiting | undefined => waiting[first],
    removeFirst(): void {
      first += 1;
      if (first < waiting.length && (first <= 1000 || first * 2 <= waiting.length)) return;
      waiting = waiting.slice(first);
      first = 0;
    },
    /** Resolves at its turn. @throws the signal's reason if it is aborted before */
    add: (signal: AbortSignal): Promise<void> =>
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
      }),
  };
};
