import { join } from 'node:path';
import { silentLog } from '#base/log.ts';
import { openDeskFile } from '#desk/store/file-store.ts';
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
export const openTestVault = async (folder: string): Promise<VaultStore> =>
  storeKind === 'postgres'
    ? openVaultOnServer(await onServer(folder))
    : openVaultFile(join(folder, 'vault.db'));
