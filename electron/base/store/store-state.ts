import { CatalogueError, type ErrorCode } from '#contract/errors.ts';
import type { StoreState } from '#contract/figures.ts';

const states: Partial<Record<ErrorCode, StoreState>> = {
  'store.full': 'full',
  'store.damaged': 'damaged',
  'store.gone': 'gone',
  'store.readOnly': 'read-only',
  'store.failing': 'failing',
  'store.unreachable': 'failing',
  'store.uncertain': 'failing',
  'store.takenForGone': 'failing',
  'store.serverFailing': 'failing',
  'store.serverReadOnly': 'read-only',
};

/** What an error says of the store; undefined if it says nothing of it. */
export const storeStateOf = (error: unknown): StoreState | undefined =>
  error instanceof CatalogueError ? states[error.code] : undefined;

/** Whether the store can't take writes, whatever is written. */
export const isStoreTrouble = (error: unknown): boolean => storeStateOf(error) !== undefined;

/** Whether nobody knows if what was written was committed. */
export const isUncertain = (error: unknown): boolean =>
  error instanceof CatalogueError && error.code === 'store.uncertain';
