import { createDailySweep } from '#service/scheduler/daily-sweep.ts';
import type { TimedSource } from '#service/scheduler/source.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { deleteMessagesBefore, selectOldestMessageAt } from '#service/store/retention.ts';
import type { Reader } from '#service/store/store.ts';

/** Removes old messages with their deliveries and attempts. */
export const createRetention = (
  { log }: Pick<ServiceContext, 'log'>,
  keptDays: (reader: Reader) => Promise<number>,
): TimedSource =>
  createDailySweep({
    log,
    what: 'messages',
    keptDays,
    oldestAt: selectOldestMessageAt,
    deleteBefore: deleteMessagesBefore,
  });
