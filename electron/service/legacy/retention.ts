import { createDailySweep } from '#service/scheduler/daily-sweep.ts';
import type { TimedSource } from '#service/scheduler/source.ts';
import { deleteAlertsBefore, selectOldestAlertAt } from '#service/store/alert-retention.ts';
import type { ServiceContext } from '#service/store/context.ts';
import type { Reader } from '#service/store/store.ts';
import type { Outbox } from './outbox.ts';

/**
 * Removes old alerts with their attempts and mails. The files follow the commit, so that none goes whose row stays;
 * a crash in between leaves those of one batch behind, until the outbox is emptied.
 */
export const createRetention = (
  { log }: Pick<ServiceContext, 'log'>,
  outbox: Outbox,
  keptDays: (reader: Reader) => Promise<number>,
): TimedSource =>
  createDailySweep({
    log,
    what: 'alerts',
    keptDays,
    oldestAt: selectOldestAlertAt,
    async deleteBefore(tx, before, limit) {
      const alertIds = await deleteAlertsBefore(tx, before, limit);
      tx.afterCommit(() => {
        outbox.remove(alertIds).catch((problem: unknown) => {
          log.warn({ err: problem }, 'Old mails could not be removed from the outbox');
        });
      });
      return alertIds.length;
    },
  });
