import { silentLog } from '#base/log.ts';
import type { ServerPlace } from '#base/store/postgres/database.ts';
import { deskKeys } from '#desk/core/context.ts';
import type { DeskLease } from '#desk/store/desk-process.ts';
import type { RowKeys } from '#desk/store/row-keys/row-keys.ts';
import { openVaultOnServer } from '#desk/store/server-store.ts';
import { openVaultFile } from '#desk/store/vault-file.ts';
import type { VaultStore } from '#desk/store/vault-store.ts';
import { createVault } from '#desk/tokens/vault.ts';

/** A vault in a process that kills itself at a step of its work. Says which pieces of work were done. */

export type Work =
  | { readonly kind: 'keep'; readonly rows: readonly { readonly rowId: number; readonly token: string }[] }
  | { readonly kind: 'shred'; readonly rowIds: readonly number[] }
  | { readonly kind: 'open' };
export interface ChildTask {
  readonly dataDir: string;
  readonly dataKey: string;
  readonly place?: ServerPlace;
  readonly work: readonly Work[];
  /** Counted from 1; 0: none. */
  readonly fatalStep: number;
}

const { dataDir, dataKey, place, work, fatalStep } = JSON.parse(process.argv[2] as string) as ChildTask;
const key = Buffer.from(dataKey, 'hex');
const { deriveKey } = deskKeys(key);
const log = silentLog();

let steps = 0;
const step = (): void => {
  steps += 1;
  if (steps === fatalStep) process.kill(process.pid, 'SIGKILL');
};
const around = async <T>(done: () => Promise<T>): Promise<T> => {
  step();
  const result = await done();
  step();
  return result;
};

/** No desk is open. */
const anybodys: DeskLease = {
  opening: { columns: () => 'null as nothing', opened: async () => {} },
  isSure: () => true,
  onLost: () => {},
};
const options = { dataDir, deriveKey, log };
process.send?.('opening');
const opened: VaultStore =
  place === undefined
    ? await openVaultFile(`${dataDir}/vault.db`, options)
    : await openVaultOnServer({ ...place, dataKey: Buffer.alloc(32), log }, options, anybodys);
const keys: RowKeys = {
  ...opened.keys,
  give: (list, write) => opened.keys.give(list, (given) => around(() => write(given))),
  destroy: (refs) => around(() => opened.keys.destroy(refs)),
};
const vault = createVault(
  { deriveKey, log },
  { ...opened, keys, write: (unit) => around(() => opened.write(unit)) },
);
const carryOut = async (one: Work): Promise<void> => {
  if (one.kind === 'shred') await vault.shred(one.rowIds);
  if (one.kind !== 'keep') return;
  await vault.keep(
    'a case',
    one.rows.map(({ rowId, token }) => ({ rowId, credentials: { accessToken: token } })),
  );
};
for (const [n, one] of work.entries()) {
  await carryOut(one);
  process.send?.(n);
}
process.send?.({ steps });
await opened.close();
process.disconnect();
