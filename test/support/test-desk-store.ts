import { join } from 'node:path';
import { silentLog } from '#base/log.ts';
import { deskKeys } from '#desk/core/context.ts';
import type { DeskLease } from '#desk/store/desk-process.ts';
import { openDeskFile } from '#desk/store/file-store.ts';
import type { RowKeyOptions } from '#desk/store/row-keys/open-row-keys.ts';
import { openDeskOnServer, openVaultOnServer } from '#desk/store/server-store.ts';
import type { DeskStore } from '#desk/store/store.ts';
import { openVaultFile } from '#desk/store/vault-file.ts';
import type { VaultStore } from '#desk/store/vault-store.ts';
import { placeOf, storeKind } from './test-store.ts';

const onServer = async (folder: string) => ({
  ...(await placeOf(folder)),
  dataKey: Buffer.alloc(32),
  log: silentLog(),
});

/** The desk's store of a folder, of the kind that is tested. Whoever opens it closes it. */
export const openTestDesk = async (folder: string): Promise<DeskStore> =>
  storeKind === 'postgres' ? openDeskOnServer(await onServer(folder)) : openDeskFile(join(folder, 'desk.db'));

/** The same of the vault, whose desk is open. */
export const openTestVault = async (
  folder: string,
  { lease = anybodys }: Pick<DeskStore, 'lease'>,
  keys: RowKeyOptions = rowKeysOf(folder),
): Promise<VaultStore> =>
  storeKind === 'postgres'
    ? openVaultOnServer(await onServer(folder), keys, lease)
    : openVaultFile(join(folder, 'vault.db'), keys);

/** Where no desk is open. */
const anybodys: DeskLease = {
  opening: { columns: () => 'null as nothing', opened: async () => {} },
  isSure: () => true,
  onLost: () => {},
};

/** Row keys in a folder, under the data key that is given, or one of zeros. */
export const rowKeysOf = (dataDir: string, dataKey: Uint8Array = Buffer.alloc(32)): RowKeyOptions => ({
  dataDir,
  deriveKey: deskKeys(dataKey).deriveKey,
  log: silentLog(),
});
