import { openDatabase } from '#base/store/sqlite/database.ts';
import type { SchemaHistory } from '#base/store/sqlite/schema-history.ts';
import { unitsOfWork } from '#base/store/sqlite/units-of-work.ts';
import { vaultInitial } from './migrations/vault-0001-initial.ts';
import { vaultRowKeys } from './migrations/vault-0002-row-keys.ts';
import { openRowKeys, type RowKeyOptions } from './row-keys/open-row-keys.ts';
import type { VaultSchema, VaultStore } from './vault-store.ts';

const vaultMigrations = { '0001-initial': vaultInitial, '0002-row-keys': vaultRowKeys };

export const vaultHistory: SchemaHistory = { file: 'vault.db', migrations: Object.keys(vaultMigrations) };

/** An empty one, without keys. */
export const makeVaultFile = async (path: string): Promise<void> =>
  (
    await openDatabase<VaultSchema>({ path, synchronous: 'FULL', secureDelete: true }, vaultMigrations)
  ).close();

/**
 * Opens `vault.db`, and the keys of its rows. A commit is on the disk: the key of a row that it deletes is gone for good.
 * @throws CatalogueError `store.damaged`, `store.full`, `rowKeys.…`; Error in words about its history
 */
export const openVaultFile = async (path: string, keyOptions: RowKeyOptions): Promise<VaultStore> => {
  const database = await openDatabase<VaultSchema>(
    { path, synchronous: 'FULL', secureDelete: true, cacheKiB: 2000 },
    vaultMigrations,
  );
  const units = unitsOfWork(database, path);
  const toDisk = (): void => {
    database.sqlite.pragma('wal_checkpoint(TRUNCATE)');
  };
  try {
    const keys = await openRowKeys(units, keyOptions);
    // It may have the keys that were just moved.
    toDisk();
    return {
      ...units,
      keys,
      toDisk,
      async close() {
        await keys.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
};
