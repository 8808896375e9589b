import { systemTime } from '#base/clock.ts';

/**
 * How much is recorded: what masking and storing costs must not slow down a flood of requests. So many requests, or
 * pieces of bodies, a second; bursts are saved up for.
 */
export interface Budget {
  /** Takes the cost of so many bytes, if it is there. */
  take(bytes: number): boolean;
}

const perSecond = 200;
const mostSaved = 1000;
const pieceBytes = 1024;

export const createBudget = (now: () => number = () => systemTime.monotonic()): Budget => {
  let saved = mostSaved;
  let at = now();
  return {
    take(bytes) {
      const instant = now();
      saved = Math.min(mostSaved, saved + ((instant - at) * perSecond) / 1000);
      at = instant;
      const cost = 1 + Math.floor(bytes / pieceBytes);
      if (saved < cost) return false;
      saved -= cost;
      return true;
    },
  };
};
