import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { deskKeys } from '#desk/core/context.ts';
import { openDeskOnServer, openVaultOnServer } from '#desk/store/server-store.ts';
import { readRowSecrets, refOf } from '#desk/store/vault-store.ts';
import { createVault } from '#desk/tokens/vault.ts';
import { sharedPostgres, temporaryPlace } from '#test/support/postgres/shared.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** Which of the texts are in files of a folder: tables, dead rows, write-ahead log and all. */
const foundIn = (folder: string, texts: Readonly<Record<string, Buffer>>): string[] => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
  const found = new Set<string>();
  for (const path of files) {
    const bytes = readFileSync(path);
    for (const [name, text] of Object.entries(texts)) if (bytes.includes(text)) found.add(name);
  }
  return [...found].sort();
};

test('no file of the server has a row key, the data key or a token, now or of a row that was shredded', async () => {
  const { folder } = await sharedPostgres();
  const place = await temporaryPlace();
  const [dataKey, log, dataDir] = [Buffer.alloc(32, 'data key '), silentLog(), temporaryFolder()];
  const { deriveKey } = deskKeys(dataKey);
  const options = { ...place, dataKey, log };
  const desk = await openDeskOnServer(options);
  onTestFinished(() => desk.close());
  const lease = desk.lease as NonNullable<typeof desk.lease>;
  const store = await openVaultOnServer(options, { dataDir, deriveKey, log }, lease);
  onTestFinished(() => store.close());
  const vault = createVault({ deriveKey, log }, store);
  const tokenOf = (rowId: number): string => `secret-token-of-row-${rowId}`;
  const keep = (...rowIds: number[]) =>
    vault.keep(
      'a case',
      rowIds.map((rowId) => ({ rowId, credentials: { accessToken: tokenOf(rowId) } })),
    );
  await keep(1, 2);
  const kept = await store.read((reader) => readRowSecrets(reader, [1, 2]));
  const keys = await store.keys.get(kept.flatMap(refOf));
  await vault.shred([1]);
  await keep(2);

  const client = new pg.Client({ ...place.address, password: place.password ?? '' });
  await client.connect();
  onTestFinished(() => client.end());
  // What stands beside a row is in its files: an earlier version had the key there.
  const schema = `"${place.address.prefix}_desk"`;
  const salt = Buffer.alloc(32, 'a key of before ');
  await client.query(
    `insert into ${schema}.row_secrets (row_id, case_id, salt, content) values (9, 'a', $1, '')`,
    [salt],
  );
  await client.query('checkpoint');

  const texts = {
    'a salt': salt,
    'content 1': kept[0]?.content as Buffer,
    'content 2': kept[1]?.content as Buffer,
    'key 1': keys[0] as Buffer,
    'key 2': keys[1] as Buffer,
    'data key': dataKey,
    'token 1': Buffer.from(tokenOf(1)),
    'token 2': Buffer.from(tokenOf(2)),
  };
  // Sealed contents outlive the rows; what opens them never was there.
  expect(foundIn(folder, texts)).toEqual(['a salt', 'content 1', 'content 2']);
  expect(foundIn(join(dataDir, 'row-keys'), texts)).toEqual([]);
});
