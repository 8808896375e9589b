import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { createSealer } from '#base/sealing.ts';
import { insertRows } from '#base/store/bulk.ts';
import { inDialect } from '#base/store/dialect.ts';
import { deskKeys } from '#desk/core/context.ts';
import { type RowSecret, readRowSecrets, refOf, type VaultStore } from '#desk/store/vault-store.ts';
import { createVault } from '#desk/tokens/vault.ts';
import { keyService } from '#test/support/key-service.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { openTestDesk, openTestVault, rowKeysOf } from '#test/support/test-desk-store.ts';
import { storeKind } from '#test/support/test-store.ts';

const dataKey = Buffer.alloc(32, 7);
const { deriveKey } = deskKeys(dataKey);
const all = async (rowIds: readonly number[]) => new Set(rowIds);

/** A vault whose runners come and go. @param home the folder whose database it is */
const vaults = async (isWrapped: boolean) => {
  const home = temporaryFolder();
  // On a server the vault is in the schema that the desk has made.
  if (storeKind === 'postgres') await (await openTestDesk(home)).close();
  const service = isWrapped ? keyService() : undefined;
  const open = async (dataDir = home, log = silentLog(), folder?: string) => {
    const keys = {
      ...rowKeysOf(dataDir, dataKey),
      folder,
      ...(service === undefined ? {} : { keyCommand: service.command }),
      log,
    };
    const store = await openTestVault(home, {}, keys);
    let open = true;
    const close = async (): Promise<void> => {
      if (open) await store.close();
      open = false;
    };
    onTestFinished(close);
    return { ...createVault({ deriveKey, log }, store), store, close };
  };
  return { home, open, service };
};

const tokenOf = (word: string) => ({ accessToken: `${word}-${'x'.repeat(40)}` });
const rowsOf = (...rowIds: number[]) =>
  rowIds.map((rowId) => ({ rowId, credentials: tokenOf(`row ${rowId}`) }));

interface Tables {
  readonly secrets: readonly RowSecret[];
  readonly sets: readonly { id: string; turn: number }[];
}
/** All that the tables of the vault hold: what a backup of the database has. */
const backUp = ({ read }: VaultStore): Promise<Tables> =>
  read(async ({ db }) => ({
    secrets: await db.selectFrom('row_secrets').selectAll().execute(),
    sets: await db.selectFrom('row_key_sets').selectAll().execute(),
  }));
const restore = ({ write }: VaultStore, { secrets, sets }: Tables): Promise<void> =>
  write(async ({ db }) => {
    await db.deleteFrom('row_secrets').execute();
    await db.deleteFrom('row_key_sets').execute();
    await insertRows(db, 'row_secrets', secrets);
    await insertRows(db, 'row_key_sets', sets);
  });

const bytesOf = (value: unknown): Buffer =>
  Buffer.isBuffer(value) ? value : Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));

/** How many keys the folder has. */
const keyCount = (dataDir: string): number => {
  const folder = join(dataDir, 'row-keys');
  return readdirSync(folder).reduce((count, set) => {
    const bytes = readFileSync(join(folder, set, 'keys'));
    for (let at = 128; at < bytes.length; at += 128) if (bytes[at] !== 0) count += 1;
    return count;
  }, 0);
};

describe.each([
  ['a folder', false],
  ['an external command', true],
])('row keys in %s', (_, isWrapped) => {
  test('what is kept is opened again, also by the next process; what is shredded or replaced is gone', async () => {
    const { home, open } = await vaults(isWrapped);
    const first = await open();
    await first.keep('a case', rowsOf(1, 2, 3));
    await first.keep('a case', [{ rowId: 2, credentials: tokenOf('another') }]);
    await first.shred([3]);
    expect(keyCount(home)).toBe(2);
    const seals = await first.sealsOf([1, 2, 3]);
    expect([...seals.keys()].sort()).toEqual([1, 2]);
    await first.close();
    const next = await open();
    await next.sweep(all);
    expect(await next.open([1, 2, 3, 4])).toEqual(
      new Map([
        [1, tokenOf('row 1')],
        [2, tokenOf('another')],
      ]),
    );
    expect(await next.sealsOf([1, 2, 3])).toEqual(seals);
    await next.shredCase('a case');
    expect([keyCount(home), await next.countOf()]).toEqual([0, 0]);
  });

  test('all of the database and the data key open nothing without the key folder', async () => {
    const { home, open } = await vaults(isWrapped);
    const vault = await open();
    await vault.keep('a case', rowsOf(1, 2));
    const backup = await backUp(vault.store);
    const [secret] = backup.secrets;
    const opens = (key: Uint8Array): boolean =>
      createSealer(key).openIfPossible(secret?.content ?? Buffer.of(), `token row ${secret?.row_id}`) !==
      undefined;
    // The key is what the test takes it for.
    const [own] = await vault.store.keys.get(refOf(secret as RowSecret));
    const derived = (key: Uint8Array) => deriveKey(`token row key ${secret?.row_id}`, key);
    expect(opens(derived(own as Buffer))).toBe(true);
    const values = [...backup.secrets, ...backup.sets].flatMap((row) => Object.values(row)).map(bytesOf);
    const everything = Buffer.concat([...values, dataKey]);
    expect(everything.includes(own as Buffer)).toBe(false);
    for (let at = 0; at + 32 <= everything.length; at++) {
      const part = everything.subarray(at, at + 32);
      expect(opens(part) || opens(derived(part))).toBe(false);
    }
    const folder = join(home, 'row-keys');
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const { mode } = statSync(join(folder, name));
      expect(mode & 0o077).toBe(0);
      // Nor is a key in the folder as it is.
      if (statSync(join(folder, name)).isFile())
        expect(readFileSync(join(folder, name)).includes(own as Buffer)).toBe(false);
    }
  });

  test('an older copy of the database opens nothing that was shredded since, and loses no key of the newer one', async () => {
    const { home, open } = await vaults(isWrapped);
    const first = await open();
    await first.keep('a case', rowsOf(1, 2));
    const old = await backUp(first.store);
    await first.shred([1]);
    for (const rowId of [3, 4, 5]) await first.keep('a case', rowsOf(rowId));
    const young = await backUp(first.store);
    await restore(first.store, old);
    await first.close();

    const onOld = await open();
    await onOld.sweep(all);
    expect([...(await onOld.open([1, 2, 3, 4, 5]))]).toEqual([[2, tokenOf('row 2')]]);
    expect(await onOld.keyProblemsOf([1, 2])).toEqual(new Map([[1, 'missing']]));
    // What it keeps from now on is apart from what the newer one has.
    await onOld.keep('a case', rowsOf(6));
    await onOld.shred([6]);
    await restore(onOld.store, young);
    await onOld.close();

    const onYoung = await open();
    await onYoung.sweep(all);
    expect([...(await onYoung.open([1, 2, 3, 4, 5])).keys()].sort()).toEqual([2, 3, 4, 5]);
    expect(keyCount(home)).toBe(4);
  });

  test('a runner without the keys says so, destroys nothing, and keeps its own', async () => {
    const { home, open } = await vaults(isWrapped);
    const other = temporaryFolder();
    const first = await open();
    await first.keep('a case', rowsOf(1, 2));
    await first.close();
    const warnings: unknown[] = [];
    const log = { ...silentLog(), warn: (about: unknown) => void warnings.push(about) };
    const second = await open(other, log as ReturnType<typeof silentLog>);
    expect(warnings).toEqual([{ set: expect.any(String), rows: 2, folder: join(other, 'row-keys') }]);
    await second.sweep(all);
    expect((await second.open([1, 2])).size).toBe(0);
    expect(await second.keyProblemsOf([1, 2])).toEqual(
      new Map([
        [1, 'elsewhere'],
        [2, 'elsewhere'],
      ]),
    );
    expect([...(await second.keptOf([1, 2]))]).toEqual([1, 2]);
    await second.keep('a case', rowsOf(2, 3));
    expect([...(await second.open([1, 2, 3])).keys()].sort()).toEqual([2, 3]);
    await second.close();

    const back = await open();
    await back.sweep(all);
    expect([...(await back.open([1, 2, 3])).keys()]).toEqual([1]);
    expect(keyCount(home)).toBe(1);
    await back.close();
    // With the folder copied, a runner has both.
    cpSync(join(home, 'row-keys'), join(other, 'row-keys'), { recursive: true });
    const third = await open(other);
    expect([...(await third.open([1, 2, 3])).keys()].sort()).toEqual([1, 2, 3]);
  });

  test('runners that share a folder have sets of their own; each opens what the other kept, and no set without a key is left', async () => {
    const { open } = await vaults(isWrapped);
    const shared = join(temporaryFolder(), 'row-keys');
    const [one, two] = [temporaryFolder(), temporaryFolder()];
    const first = await open(one, silentLog(), shared);
    await first.keep('a case', rowsOf(1, 2));
    // It is taken for gone, and does not know it yet.
    const second = await open(two, silentLog(), shared);
    await second.sweep(all);
    await second.keep('a case', rowsOf(2, 3));
    expect([...(await second.open([1, 2, 3])).keys()].sort()).toEqual([1, 2, 3]);
    expect(readdirSync(shared)).toHaveLength(2);
    await second.shred([1]);
    await second.close();
    const third = await open(one, silentLog(), shared);
    await third.sweep(all);
    expect(readdirSync(shared)).toHaveLength(1);
    await expect(first.keep('a case', rowsOf(4))).rejects.toMatchObject({ code: 'rowKeys.unusable' });
    expect([...(await third.open([1, 2, 3, 4])).keys()].sort()).toEqual([2, 3]);
    await third.shredCase('a case');
    await third.sweep(all);
    expect(readdirSync(shared)).toEqual([]);
    await third.keep('a case', rowsOf(5));
    expect([...(await third.open([5])).keys()]).toEqual([5]);
  });

  test('a folder that is lost is not an empty one', async () => {
    const { home, open } = await vaults(isWrapped);
    const first = await open();
    await first.keep('a case', rowsOf(1));
    await first.close();
    rmSync(join(home, 'row-keys'), { recursive: true });
    const next = await open();
    await next.sweep(all);
    expect([...(await next.keyProblemsOf([1]))]).toEqual([[1, 'elsewhere']]);
    expect([...(await next.keptOf([1]))]).toEqual([1]);
  });
});

test('rows are sealed, opened and shredded at the same time, and each is one thing or the other', async () => {
  const { home, open } = await vaults(false);
  const vault = await open();
  await vault.keep('a case', rowsOf(1, 2, 3));
  let over = false;
  const replacing = async (): Promise<void> => {
    for (let n = 0; n < 40; n++) await vault.keep('a case', [{ rowId: 1, credentials: tokenOf(`${n}`) }]);
    over = true;
  };
  const opening = async (): Promise<void> => {
    while (!over) {
      expect([...(await vault.open([1, 2])).keys()].sort()).toEqual([1, 2]);
      await new Promise(setImmediate);
    }
  };
  const others = async (rowId: number): Promise<void> => {
    for (let n = 0; n < 20; n++) {
      await vault.keep('a case', rowsOf(rowId, rowId + 1));
      await vault.shred([rowId]);
    }
  };
  await Promise.all([replacing(), opening(), others(10), others(20)]);
  expect([...(await vault.open([1, 2, 3, 10, 11, 20, 21])).keys()].sort((a, b) => a - b)).toEqual([
    1, 2, 3, 11, 21,
  ]);
  expect(keyCount(home)).toBe(5);
});

type Step =
  | { readonly kind: 'keep' | 'shred'; readonly rowIds: readonly number[] }
  | { readonly kind: 'reopen' };
const rowIds = fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 6 });
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('keep' as const), rowIds }),
    fc.record({ kind: fc.constant('shred' as const), rowIds }),
    fc.record({ kind: fc.constant('reopen' as const) }),
  ),
  { maxLength: 14 },
);

test('whatever is kept, replaced and shredded, in whatever order: each row that is kept opens, and no other key is left', async () => {
  const { home, open } = await vaults(false);
  let vault = await open();
  let count = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      await vault.shredCase('a case');
      const expected = new Map<number, object>();
      const takeStep = async (step: Step): Promise<void> => {
        if (step.kind === 'reopen') {
          await vault.close();
          vault = await open();
          return vault.sweep(all);
        }
        for (const rowId of step.rowIds) expected.delete(rowId);
        if (step.kind === 'shred') return vault.shred(step.rowIds);
        const rows = step.rowIds.map((rowId) => ({ rowId, credentials: tokenOf(`${++count}`) }));
        for (const { rowId, credentials } of rows) expected.set(rowId, credentials);
        return vault.keep('a case', rows);
      };
      for (const step of list) {
        await takeStep(step);
        const opened = await vault.open(Array.from({ length: 13 }, (_, n) => n));
        expect(new Map([...opened].sort(([a], [b]) => a - b))).toEqual(
          new Map([...expected].sort(([a], [b]) => a - b)),
        );
        expect(keyCount(home)).toBe(expected.size);
      }
    }),
    { numRuns: storeKind === 'postgres' ? 8 : 25 },
  );
});

test('keys that an earlier version kept with the rows leave the database when it is opened', async () => {
  const { home, open } = await vaults(false);
  const before = await open();
  const salts = Array.from({ length: 1200 }, (_, n) => Buffer.alloc(32, `key ${n} `));
  const old = salts.map((salt, n) => ({
    row_id: n + 1,
    case_id: 'a case',
    salt,
    content: createSealer(deriveKey(`token row key ${n + 1}`, salt)).seal(
      JSON.stringify(tokenOf(`row ${n + 1}`)),
      `token row ${n + 1}`,
    ),
    key_set: null,
    key_id: null,
  }));
  await before.store.write(({ db }) => insertRows(db, 'row_secrets', old));
  await before.close();
  const next = await open();
  await next.sweep(all);
  expect((await next.open(old.map(({ row_id }) => row_id))).size).toBe(1200);
  expect(await next.open([1200])).toEqual(new Map([[1200, tokenOf('row 1200')]]));
  const rows = await next.store.read((reader) => readRowSecrets(reader, [1, 1200]));
  expect(rows.map(({ salt }) => salt.length)).toEqual([0, 0]);
  expect(keyCount(home)).toBe(1200);
  for (const name of ['vault.db', 'vault.db-wal'].filter((one) => existsSync(join(home, one)))) {
    const bytes = readFileSync(join(home, name));
    expect(salts.filter((salt) => bytes.includes(salt))).toEqual([]);
  }
  const { rows: left } = await next.store.read(({ db }) =>
    sql<{ n: number }>`select count(*) as n from row_secrets where ${inDialect({
      sqlite: sql`length(salt)`,
      postgres: sql`octet_length(salt)`,
    })} > 0`.execute(db),
  );
  expect(left).toEqual([{ n: 0 }]);
});
