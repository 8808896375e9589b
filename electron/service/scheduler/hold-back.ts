import { systemTime } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { Announce } from '#contract/stream.ts';
import { isStoreTrouble } from './leased-runner.ts';

/** First wait after a turn failed, ms; doubles up to the longest. */
const firstRetryMs = 250;
const longestRetryMs = 5000;

/**
 * Holds work back after a turn failed, and tries again later. Nothing is lost by it: results wait in memory, and
 * leases stay in the table.
 */
export interface HoldBack {
  holds(): boolean;
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
    holds: () => retryMs > 0,
    failed(error, again) {
      if (!inTrouble && error instanceof CatalogueError && isStoreTrouble(error)) {
        inTrouble = true;
        log.error({ err: error }, 'Work is held back: it could not be written');
        announce({ type: 'store', state: error.code === 'store.damaged' ? 'damaged' : 'full' });
      }
      retryMs = Math.min(Math.max(retryMs * 2, firstRetryMs), longestRetryMs);
      systemTime.after(retryMs, again, { unref: true });
    },
    worked() {
      retryMs = 0;
      if (!inTrouble) return;
      inTrouble = false;
      log.info('Work goes on: the store takes writes again');
      announce({ type: 'store', state: 'ok' });
    },
  };
};
