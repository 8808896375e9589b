import type { CoreContext } from '#service/core/context.ts';
import type { Publish } from '#service/core/domain-events.ts';
import type { Store, Tx } from './store.ts';

/** What every module above the store works with. */
export interface ServiceContext extends CoreContext {
  readonly store: Store;
  readonly publish: Publish<Tx>;
}
