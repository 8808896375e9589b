import type { Cancel, systemTime } from '#base/clock.ts';

/** How long after its expiry a token may still keep something open. */
const lookMs = 10_000;

/** What is to be ended once somebody is not let in any more, or as another one: at a change at once, at an expiry within seconds. */
export const createEndings = (every: typeof systemTime.every) => {
  const waiting = new Set<{ readonly isOver: () => boolean; readonly work: () => void }>();
  let cancel: Cancel | undefined;

  const look = (): void => {
    for (const one of waiting) {
      if (!one.isOver()) continue;
      waiting.delete(one);
      one.work();
    }
  };
  return {
    look,
    add(isOver: () => boolean, work: () => void): () => void {
      const one = { isOver, work };
      waiting.add(one);
      cancel ??= every(lookMs, look);
      return () => void waiting.delete(one);
    },
    stop(): void {
      cancel?.();
      cancel = undefined;
    },
  };
};
