import { systemTime } from '#base/clock.ts';
import { errorText } from '#base/error-text.ts';
import type { Log } from '#base/log.ts';
import { isStoreTrouble } from '#base/store/store-state.ts';

/** First wait after a turn failed, ms; doubles up to the longest. */
const firstRetryMs = 250;
const longestRetryMs = 5000;

/**
 * The waits after failed turns, and what the log says about a store that takes no writes. Nothing is lost meanwhile: results
 * wait in memory, and leases stay in the table.
 */
export interface HoldBack {
  /** Calls `again` after a wait that grows from failure to failure. */
  failed(error: unknown, again: () => void): void;
  worked(): void;
  /** Why the last turn failed; undefined after one that did not. */
  problem(): string | undefined;
}

export const createHoldBack = ({ log }: { readonly log: Log }): HoldBack => {
  let retryMs = 0;
  let problem: string | undefined;
  let inTrouble = false;
  return {
    failed(error, again) {
      problem = errorText(error);
      if (!inTrouble && isStoreTrouble(error)) {
        inTrouble = true;
        log.error({ err: error }, 'Store refuses writes: work is on hold');
      }
      retryMs = Math.min(Math.max(retryMs * 2, firstRetryMs), longestRetryMs);
      systemTime.after(retryMs, again, { unref: true });
    },
    worked() {
      retryMs = 0;
      problem = undefined;
      if (!inTrouble) return;
      inTrouble = false;
      log.info('Store takes writes again: work continues');
    },
    problem: () => problem,
  };
};
