import { CatalogueError } from '#contract/errors.ts';
import type { Store } from '#service/store/store.ts';
import type { TextIndex } from './text-index.ts';

export const textIndexOnServer = (_store: Store): TextIndex => ({
  find: async () => {
    throw new CatalogueError('store.onServer', { what: 'Searching for words' });
  },
  state: async () => ({ stored: 0, behind: 0 }),
  start() {},
  clear: async () => {},
  stop: async () => {},
});
