import type { CoreContext } from '#desk/core/context.ts';
import type { RowSeals } from './row-seals.ts';
import type { DeskStore } from './store.ts';

/** What every module of the desk works with. */
export interface DeskContext extends CoreContext {
  readonly store: DeskStore;
  /** Tags on the rows that no chain holds. */
  readonly rowSeals: RowSeals;
}
