import { join } from 'node:path';
import type { ServerPlace } from '#base/store/postgres/database.ts';
import { type Backups, backUp, createBackups } from '#base/store/sqlite/backups/backups.ts';
import { CatalogueError } from '#contract/errors.ts';
import { deskKeys } from './core/context.ts';
import type { DeskOptions } from './desk.ts';
import { openDeskFile } from './store/file-store.ts';
import { openDeskOnServer, openVaultOnServer } from './store/server-store.ts';
import type { DeskStore } from './store/store.ts';
import { openVaultFile } from './store/vault-file.ts';
import type { VaultStore } from './store/vault-store.ts';

/** Where a desk keeps what it knows: files of the data folder, or a schema on a server. */

export const deskFileIn = (dataDir: string): string => join(dataDir, 'desk.db');
export const backupsIn = (dataDir: string): string => join(dataDir, 'backups');

export interface Stores {
  readonly store: DeskStore;
  readonly vault: VaultStore;
}

type Options = Pick<DeskOptions, 'dataDir' | 'dataKey' | 'deskServer' | 'keyCommand' | 'rowKeys' | 'log'>;

/** @throws what opening either throws; then neither is open */
export const openStores = async (options: Options): Promise<Stores> => {
  const store = await openStore(options);
  try {
    return { store, vault: await openVault(options, store) };
  } catch (error) {
    await store.close();
    throw error;
  }
};

const openStore = async ({ dataDir, dataKey, deskServer, log }: Options): Promise<DeskStore> =>
  deskServer === undefined
    ? openDeskFile(deskFileIn(dataDir), {
        beforeMigration: (sqlite) =>
          createBackups({
            folder: backupsIn(dataDir),
            of: 'desk',
            copyTo: (path) => backUp(sqlite, path),
            log,
          }).make('migration'),
      })
    : openDeskOnServer({ ...lessOf(deskServer), dataKey, log });

const openVault = (
  { dataDir, dataKey, deskServer, keyCommand, rowKeys, log }: Options,
  { lease }: DeskStore,
): Promise<VaultStore> => {
  const { deriveKey } = deskKeys(dataKey);
  const keys = { dataDir, folder: rowKeys, deriveKey, keyCommand, log };
  return deskServer === undefined || lease === undefined
    ? openVaultFile(join(dataDir, 'vault.db'), keys)
    : openVaultOnServer({ ...deskServer, connections: ofVault, dataKey, log }, keys, lease);
};

/** A unit of work of the vault never waits for another one that has begun. */
const ofVault = 2;
const lessOf = (place: ServerPlace): ServerPlace => ({
  ...place,
  connections: Math.max(2, place.connections - ofVault),
});

/** Where a server keeps the store, its backups are the server's; files of before stay listed. */
export const backupsOnServer = (backups: Backups): Backups => ({
  ...backups,
  make: async () => refuseOnServer('A backup of the desk'),
  startDaily: async () => () => {},
});

export const refuseOnServer = (what: string): never => {
  throw new CatalogueError('store.onServer', { what });
};
