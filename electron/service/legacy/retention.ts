import { createDailySweep } from '#service/scheduler/daily-sweep.ts';
import type { TimedSource } from '#service/scheduler/source.ts';
import { deleteOldAlerts, selectOldestAlertAt } from '#service/store/alert-retention.ts';
import type { ServiceContext } from '#service/store/context.ts';
import type { Reader } from '#service/store/store.ts';
import type { Outbox } from './outbox.ts';

/**
 * Removes old alerts with their attempts and mails. The files follow the commit, so that none goes whose row stays;
 * a crash in between leaves those of one batch behind, until the outbox is emptied.
 */
export const createRetention = (
  context: Pick<ServiceContext, 'log' | 'clock' | 'wake'>,
  outbox: Outbox,
  keptDays: (reader: Reader) => Promise<number>,
): TimedSource =>
  createDailySweep({
    ...context,
    what: 'alerts',
    keptDays,
    oldestAt: selectOldestAlertAt,
    async deleteOld(tx, step) {
      const { ids, ...swept } = await deleteOldAlerts(tx, step);
      tx.afterCommit(() => {
        outbox.remove(ids).catch((problem: unknown) => {
          context.log.warn({ err: problem }, 'Old mails could not be removed from the outbox');
        });
      });
      return swept;
    },
  });
