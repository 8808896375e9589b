import { type Cancel, systemTime } from '#base/clock.ts';
import type { OwnFault } from '#base/own-fault.ts';

/**
 * What happens when this machine is in the way of a request: it says so once, and what could not be sent waits. The wait
 * is the system's time and the request counts as in flight, so that a virtual clock stands still and no lane tries anew
 * meanwhile.
 */
export interface Shortage {
  /** Calls `again` after a wait that grows from fault to fault, until something gets through. */
  met(fault: OwnFault, again: () => void): void;
  /** A connection was made. */
  gotThrough(): void;
  /** The latest fault, for as long as it is not over. */
  fault(): OwnFault | undefined;
  /** Whoever waits is not called any more. */
  close(): void;
}

const firstWaitMs = 250;
const longestWaitMs = 5000;
/** So long after the last fault it is over, ms. */
const calmMs = 10_000;

/** @param changed is called when a shortage begins, and without a fault when it is over */
export const createShortage = (changed: (fault: OwnFault | undefined) => void): Shortage => {
  let present: OwnFault | undefined;
  let waitMs = firstWaitMs;
  let waitingSince = 0;
  let cancelCalm: Cancel | undefined;
  const waiting = new Set<Cancel>();

  const calm = (): void => {
    present = undefined;
    waitMs = firstWaitMs;
    changed(undefined);
  };

  return {
    met(fault, again) {
      const isNew = present === undefined;
      present = fault;
      cancelCalm?.();
      cancelCalm = systemTime.after(calmMs, calm, { unref: true });
      // Those that fail together are one occasion.
      const now = systemTime.monotonic();
      if (now - waitingSince > waitMs) {
        waitMs = isNew ? firstWaitMs : Math.min(waitMs * 2, longestWaitMs);
        waitingSince = now;
      }
      const cancel = systemTime.after(waitMs, () => {
        waiting.delete(cancel);
        again();
      });
      waiting.add(cancel);
      if (isNew) changed(fault);
    },
    gotThrough() {
      waitMs = firstWaitMs;
    },
    fault: () => present,
    close() {
      cancelCalm?.();
      for (const cancel of waiting) cancel();
      waiting.clear();
    },
  };
};
