import { parseInstant } from '#base/clock.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import type { RunTime } from './plan.ts';
import { systemRunTime } from './system-time.ts';

/**
 * The time of a run on the local service: the system's, and what the service's virtual clock was advanced by besides.
 * A clock that was advanced must not wait for the next check of what it has ended. Call `end` when the run is over.
 */
export const createLocalTime = ({
  clock,
  subscribe,
}: Pick<ServiceControl, 'clock' | 'subscribe'>): RunTime & { end(): void } => {
  let aheadMs = 0;
  /** Where a virtual clock stands, ms UTC; undefined for the system's. */
  let virtualMs: number | undefined;
  const waiting = new Set<() => void>();

  const begun = clock.show().then(({ mode, now }) => {
    if (mode === 'virtual') virtualMs = parseInstant(now, 'now');
  });
  const end = subscribe((announcement) => {
    if (announcement.type !== 'clock') return;
    void begun.then(() => {
      if (virtualMs === undefined) return;
      const nowMs = parseInstant(announcement.now, 'now');
      aheadMs += Math.max(0, nowMs - virtualMs);
      virtualMs = nowMs;
      for (const wake of waiting) wake();
    });
  });

  return {
    end,
    now: () => systemRunTime.now() + aheadMs,
    async until(atMs, signal) {
      while (atMs > systemRunTime.now() + aheadMs) {
        const jump = new AbortController();
        const wake = (): void => jump.abort();
        waiting.add(wake);
        try {
          await systemRunTime.until(atMs - aheadMs, AbortSignal.any([signal, jump.signal]));
        } catch (error) {
          if (!jump.signal.aborted || signal.aborted) throw error;
        } finally {
          waiting.delete(wake);
        }
      }
    },
  };
};
