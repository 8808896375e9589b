import type { LeasedSource } from '#service/scheduler/source.ts';
import type { ServiceContext } from '#service/store/context.ts';

/** Leases what is due of a source, as a turn of the scheduler does. */
export const leaseDue = <Job>(
  { store, clock }: ServiceContext,
  // biome-ignore lint/suspicious/noExplicitAny: sources are handed about without their types
  source: LeasedSource<any, any>,
): Promise<Job[]> =>
  store.write(async (tx) => {
    const jobs: Job[] = await source.lease(tx, clock.now(), 256);
    tx.afterCommit(() => source.leased?.(jobs));
    return jobs;
  });
