import { openDatabase } from '#base/store/sqlite/database.ts';
import type { SchemaHistory } from '#base/store/sqlite/schema-history.ts';
import { unitsOfWork } from '#base/store/sqlite/units-of-work.ts';
import { vaultInitial } from './migrations/vault-0001-initial.ts';
import type { VaultSchema, VaultStore } from './vault-store.ts';

const vaultMigrations = { '0001-initial': vaultInitial };

export const vaultHistory: SchemaHistory = { file: 'vault.db', migrations: Object.keys(vaultMigrations) };

/** Opens `vault.db`. @throws CatalogueError `store.damaged`, `store.full`; Error in words about its history */
export const openVaultFile = async (path: string): Promise<VaultStore> => {
  const database = await openDatabase<VaultSchema>(
    { path, synchronous: 'NORMAL', secureDelete: true, cacheKiB: 2000 },
    vaultMigrations,
  );
  return {
    ...unitsOfWork(database, path),
    toDisk: () => {
      database.sqlite.pragma('wal_checkpoint(TRUNCATE)');
    },
    close: () => database.close(),
  };
};
