import { createHmac, randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSealer } from '#base/sealing.ts';
import { openVaultFile } from '#desk/store/vault-file.ts';
import { deleteRowSecrets, readRowSecrets } from '#desk/store/vault-store.ts';
import { createVault } from '#desk/tokens/vault.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const files = ['vault.db', 'vault.db-wal'];

/** The keys of a data folder. */
const testKeys = () => {
  const dataKey = randomBytes(32);
  return {
    dataKey,
    deriveKey: (purpose: string, salt: Uint8Array) =>
      createHmac('sha256', dataKey).update(`${purpose}\n`).update(salt).digest(),
  };
};

test("the data folder's key alone opens nothing of a row that was shredded, whatever copy there is", async () => {
  const keys = testKeys();
  const store = await openVaultFile(join(temporaryFolder(), 'vault.db'));
  const vault = createVault(keys, store);
  const credentials = { accessToken: 'x'.repeat(40) };
  await vault.keep(
    'a case',
    [1, 2, 3].map((rowId) => ({ rowId, credentials })),
  );
  const copies = await store.read((reader) => readRowSecrets(reader, [1, 2, 3]));
  const open = (rowId: number, key: Uint8Array): string | undefined =>
    createSealer(key).openIfPossible(copies[rowId - 1]?.content ?? Buffer.of(), `token row ${rowId}`);
  const keyFrom = (salt: Uint8Array): Buffer => keys.deriveKey('token row key 1', salt);
  expect(open(1, keyFrom(copies[0]?.salt ?? Buffer.of()))).toBe(JSON.stringify(credentials));

  await vault.shred([1]);
  expect([...(await vault.open([1, 2, 3])).keys()]).toEqual([2, 3]);
  const left = await store.read((reader) => readRowSecrets(reader, [1, 2, 3]));
  for (const salt of [Buffer.alloc(32), Buffer.of(), ...left.map((row) => row.salt)]) {
    expect(open(1, keyFrom(salt))).toBeUndefined();
  }
  expect(open(1, keys.dataKey)).toBeUndefined();
  await store.close();
});

test('a process that dies between a deletion and its overwriting: the next one overwrites', async () => {
  const [before, after] = [temporaryFolder(), temporaryFolder()];
  const keys = testKeys();
  const store = await openVaultFile(join(before, 'vault.db'));
  const vault = createVault(keys, store);
  const credentials = { accessToken: 'x'.repeat(40) };
  await vault.keep('a case', [
    { rowId: 1, credentials },
    { rowId: 2, credentials },
  ]);
  const [gone] = await store.read((reader) => readRowSecrets(reader, [1]));
  const key = gone?.salt ?? Buffer.of();
  await store.write((tx) => deleteRowSecrets(tx, [1]));
  const holdKey = (folder: string) =>
    files.filter((name) => existsSync(join(folder, name)) && readFileSync(join(folder, name)).includes(key));
  for (const name of files) copyFileSync(join(before, name), join(after, name));
  expect(holdKey(after)).not.toEqual([]);
  await store.close();

  const next = await openVaultFile(join(after, 'vault.db'));
  const opened = createVault(keys, next);
  await opened.sweep(async (rowIds) => new Set(rowIds));
  expect(holdKey(after)).toEqual([]);
  expect([...(await opened.open([1, 2]))]).toEqual([[2, credentials]]);
  await next.close();
});
