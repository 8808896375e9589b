import { createDailySweep } from '#service/scheduler/daily-sweep.ts';
import type { TimedSource } from '#service/scheduler/source.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { deleteOldMessages, selectOldestMessageAt } from '#service/store/retention.ts';
import type { Reader } from '#service/store/store.ts';

/** Removes old messages with their deliveries and attempts. */
export const createRetention = (
  context: Pick<ServiceContext, 'log' | 'clock' | 'wake'>,
  keptDays: (reader: Reader) => Promise<number>,
): TimedSource =>
  createDailySweep({
    ...context,
    what: 'messages',
    keptDays,
    oldestAt: selectOldestMessageAt,
    deleteOld: deleteOldMessages,
  });
