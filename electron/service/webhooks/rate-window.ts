/**
 * At most so many messages in any second, exactly: the instants of the last sends are kept in a ring, and one more
 * may leave when the oldest of them is a second old.
 */
export interface RateWindow {
  /** How many may leave at `now` (ms), up to `most`. */
  allowed(now: number, most: number): number;
  /** Notes that `count` leave at `now` (ms). */
  take(now: number, count: number): void;
  /** When at least one may leave, ms. */
  openAt(now: number): number;
}

const secondMs = 1000;

/** @param fullAt as though so many had left then (ms): nothing is known of what another process has sent */
export const createRateWindow = (perSecond: number, fullAt = Number.NEGATIVE_INFINITY): RateWindow => {
  const sends: number[] = new Array(perSecond).fill(fullAt);
  let oldest = 0;
  return {
    allowed(now, most) {
      const bound = Math.min(most, perSecond);
      let count = 0;
      while (count < bound && (sends[(oldest + count) % perSecond] as number) + secondMs <= now) count++;
      return count;
    },
    take(now, count) {
      for (let i = 0; i < count; i++) {
        sends[oldest] = now;
        oldest = (oldest + 1) % perSecond;
      }
    },
    openAt: (now) => Math.max(now, (sends[oldest] as number) + secondMs),
  };
};
