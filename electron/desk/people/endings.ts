import type { Cancel, systemTime } from '#base/clock.ts';
import type { Caller } from './people.ts';

type Who = Pick<Caller, 'personId' | 'tokenId'>;

/** How long after its expiry a token may still keep something open. */
const lookMs = 10_000;

/** What is to be ended once somebody is not let in any more: at a change at once, at an expiry within seconds. */
export const createEndings = (isOver: (who: Who) => boolean, every: typeof systemTime.every) => {
  const waiting = new Set<{ readonly who: Who; readonly work: () => void }>();
  let cancel: Cancel | undefined;

  const look = (): void => {
    for (const one of waiting) {
      if (!isOver(one.who)) continue;
      waiting.delete(one);
      one.work();
    }
  };
  return {
    look,
    add(who: Who, work: () => void): () => void {
      const one = { who, work };
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
