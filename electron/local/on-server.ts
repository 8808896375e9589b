import type { LocalServiceFiles } from '#contract/backups.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { Sandboxes } from '#contract/sandboxes.ts';
import type { Own } from './running-service.ts';
import type { LocalStates } from './states.ts';

/**
 * What is done with the files of a store, where a server keeps it: backups, restores and a second sandbox are the
 * server's to offer. Source: `docs/guides/share.md#what-the-server-does-instead`.
 */

const refusal = (what: string): CatalogueError => new CatalogueError('store.onServer', { what });

const refuse = (what: string) => async (): Promise<never> => {
  throw refusal(what);
};

export const filesOnServer: LocalServiceFiles = {
  list: () => [],
  has: () => false,
  make: refuse('A backup of the local service'),
  // What is wrong with a server is no damage that a backup mends.
  isDamaged: () => false,
  problem: () => undefined,
  restore: refuse('Restoring a backup of the local service'),
  startEmpty: refuse('Putting a damaged database aside'),
};

export const sandboxesOnServer = (own: Own): Sandboxes => ({
  list: () => [{ clock: own.clock, current: true, exists: true }],
  prepare: refuse('Opening another sandbox'),
  remove() {
    throw refusal('Deleting a sandbox');
  },
});

/** Files of states that were saved before, or handed over, are files as ever, and begin data folders of their own. */
export const statesOnServer = (states: LocalStates): LocalStates => ({
  ...states,
  save: refuse('Saving a state'),
  saveTo: refuse('Saving a state'),
  prepare: refuse('Restoring a state'),
  prepareFrom: refuse('Restoring a state'),
});
