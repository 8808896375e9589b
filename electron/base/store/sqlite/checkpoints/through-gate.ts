import type { ConcurrentUnitsOfWork } from '#base/store/units-of-work.ts';
import type { Checkpoints } from './checkpoints.ts';

/** Units of work that write wait where the checkpoints ask for it, and tell them of their commits. */
export const throughGate = <Schema>(
  units: ConcurrentUnitsOfWork<Schema>,
  { gate, committed }: Pick<Checkpoints, 'gate' | 'committed'>,
): ConcurrentUnitsOfWork<Schema> => {
  const write: ConcurrentUnitsOfWork<Schema>['write'] = (work) =>
    gate()?.then(() => write(work)) ??
    units.write((tx) => {
      tx.afterCommit(committed);
      return work(tx);
    });
  return { ...units, write };
};
