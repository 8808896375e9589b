import { type CoreParts, createCoreContext, rowTagKey } from './core/context.ts';
import { sealRows } from './journal/seal-rows.ts';
import type { DeskContext } from './store/context.ts';
import type { DeskStore } from './store/store.ts';

interface Parts extends CoreParts {
  readonly store: DeskStore;
}

export const createDeskContext = async ({ store, ...parts }: Parts): Promise<DeskContext> => {
  const context = { ...(await createCoreContext(parts)), store };
  return { ...context, rowSeals: sealRows(context, rowTagKey(parts.dataKey)) };
};

/** Of a database that is to become the folder's. */
export const candidateContext = (
  parts: Pick<Parts, 'dataDir' | 'dataKey' | 'log'>,
  store: DeskStore,
): Promise<DeskContext> => {
  const { dataDir, dataKey, log } = parts;
  return createDeskContext({ store, dataDir, dataKey, log, announce: () => {}, isCandidate: true });
};
