import { type Cancel, systemTime } from '#base/clock.ts';

/** Says that a process is there, however long its units of work have to wait. */
export interface Heartbeat {
  /** Says so now and then from here on, as the process of this generation. */
  start(generation: number): void;
  /**
   * Whether what is known of the others is worth a verdict: after a time in which this process could not reach the server,
   * neither could they, and they need a moment to say that they are there.
   */
  mayJudge(): boolean;
  stop(): void;
}

/** How often a process says that it is there, ms. */
export const beatMs = 2000;
/** A gap between two beats of so long is a time without the server, ms. */
const gapMs = 3 * beatMs;

/**
 * @param beat answers whether the others still take the process for one of them
 * @param patienceMs how long the others have to say that they are there
 * @param lost told once they do not
 */
export const createHeartbeat = (
  beat: (generation: number) => Promise<boolean>,
  patienceMs: number,
  lost: (generation: number) => void,
): Heartbeat => {
  let cancel: Cancel | undefined;
  let isBeating = false;
  let heardAt = Number.NEGATIVE_INFINITY;
  /** Since when the server has been reached without a gap; monotonic ms. */
  let reachedSince = Number.NEGATIVE_INFINITY;

  const once = async (generation: number): Promise<void> => {
    const isKnown = await beat(generation);
    const now = systemTime.monotonic();
    if (now - heardAt > gapMs) reachedSince = now;
    heardAt = now;
    if (!isKnown) lost(generation);
  };

  return {
    start(generation) {
      cancel?.();
      const now = systemTime.monotonic();
      // It has just written its row; at its first start it takes the others as it finds them.
      if (heardAt === Number.NEGATIVE_INFINITY) heardAt = now;
      cancel = systemTime.every(beatMs, () => {
        if (isBeating) return;
        isBeating = true;
        void once(generation)
          // What was not heard is noticed by the next one that is.
          .catch(() => {})
          .finally(() => {
            isBeating = false;
          });
      });
    },
    mayJudge: () => {
      const now = systemTime.monotonic();
      return now - heardAt <= gapMs && now - reachedSince >= patienceMs;
    },
    stop: () => cancel?.(),
  };
};
