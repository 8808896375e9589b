import type { UnitsOfWork } from '#base/store/units-of-work.ts';
import type { RowSeals } from './row-seals.ts';
import type { DeskSchema } from './schema.ts';
import type { Settle, Tx } from './store.ts';

/** Units of work that seal the rows that they write, once they are told with what. */
export const sealedUnits = (write: UnitsOfWork<DeskSchema>['write']) => {
  let sealing: { readonly seals: RowSeals; readonly settle: Settle } | undefined;

  const sealed = async <T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> => {
    if (sealing === undefined) return work(tx);
    const { seals, settle } = sealing;
    try {
      const result = await work(tx);
      const { notes, kept } = await seals.flush(tx);
      tx.afterCommit(kept);
      await settle(tx, notes);
      return result;
    } catch (error) {
      // What was counted belongs to the unit of work: it is written with it, or forgotten.
      seals.forget();
      throw error;
    }
  };

  return {
    write: <T>(work: (tx: Tx) => Promise<T>): Promise<T> => write((tx) => sealed(tx, work)),
    seal(seals: RowSeals, settle: Settle): RowSeals {
      sealing = { seals, settle };
      return seals;
    },
  };
};
