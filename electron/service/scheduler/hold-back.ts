import { systemTime } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { Announce } from '#contract/stream.ts';
import { isStoreTrouble } from './leased-runner.ts';

/** First wait after a turn failed, ms; doubles up to the longest. */
const firstRetryMs = 250;
const longestRetryMs = 5000;

/**
 * The waits after failed turns, and what is said about a store that takes no writes. Nothing is lost meanwhile: results
 * wait in memory, and leases stay in the table.
 */
export interface HoldBack {
  /** Calls `again` after a wait that grows from failure to failure. */
  failed(error: unknown, again: () => void): void;
  worked(): void;
}

export const createHoldBack = ({
  log,
  announce,
}: {
  readonly log: Log;
  readonly announce: Announce;
}): HoldBack => {
  let retryMs = 0;
  let inTrouble = false;
  return {
    failed(error, again) {
      if (!inTrouble && error instanceof CatalogueError && isStoreTrouble(error)) {
        inTrouble = true;
        log.error({ err: error }, 'Store refuses writes: work is on hold');
        announce({ type: 'store', state: error.code === 'store.damaged' ? 'damaged' : 'full' });
      }
      retryMs = Math.min(Math.max(retryMs * 2, firstRetryMs), longestRetryMs);
      systemTime.after(retryMs, again, { unref: true });
    },
    worked() {
      retryMs = 0;
      if (!inTrouble) return;
      inTrouble = false;
      log.info('Store takes writes again: work continues');
      announce({ type: 'store', state: 'ok' });
    },
  };
};
