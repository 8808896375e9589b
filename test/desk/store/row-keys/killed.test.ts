import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { chunksOf } from '#base/lists.ts';
import { silentLog } from '#base/log.ts';
import { createSealer } from '#base/sealing.ts';
import { insertRows } from '#base/store/bulk.ts';
import { deskKeys } from '#desk/core/context.ts';
import { readRowSecrets } from '#desk/store/vault-store.ts';
import { createVault } from '#desk/tokens/vault.ts';
import { builtProcess } from '#test/support/built-process.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { openTestDesk, openTestVault, rowKeysOf } from '#test/support/test-desk-store.ts';
import { placeOf, storeKind } from '#test/support/test-store.ts';
import type { ChildTask, Work } from './vault-child.ts';

/** Processes that are killed, by SIGKILL, at each step between a key and its row. */

const dataKey = Buffer.alloc(32, 9);
const { deriveKey } = deskKeys(dataKey);

const newHome = async (): Promise<string> => {
  const home = temporaryFolder();
  if (storeKind === 'postgres') await (await openTestDesk(home)).close();
  return home;
};

/** @param killAfterMs kills it so long after it has begun to open the vault; left out: it kills itself */
const runChild = async (home: string, task: Pick<ChildTask, 'work' | 'fatalStep'>, killAfterMs?: number) => {
  const given: ChildTask = {
    ...task,
    dataDir: home,
    dataKey: dataKey.toString('hex'),
    ...(storeKind === 'postgres' ? { place: await placeOf(home) } : {}),
  };
  const child = fork(await builtProcess('test/desk/store/row-keys/vault-child.ts'), [JSON.stringify(given)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await exited;
  });
  const done: number[] = [];
  let steps = 0;
  child.on('message', (message: unknown) => {
    if (message === 'opening' && killAfterMs !== undefined)
      setTimeout(() => child.kill('SIGKILL'), killAfterMs);
    else if (typeof message === 'number') done.push(message);
    else if (typeof message === 'object') ({ steps } = message as { steps: number });
  });
  const [code, signal] = await exited;
  return { done, steps, code, signal };
};

const openVault = async (home: string) => {
  const store = await openTestVault(home, {}, rowKeysOf(home, dataKey));
  return { ...createVault({ deriveKey, log: silentLog() }, store), store };
};

/** Bytes of the key folder that are not empty slots. */
const keyCount = (home: string): number =>
  readdirSync(join(home, 'row-keys')).reduce((count, set) => {
    const bytes = readFileSync(join(home, 'row-keys', set, 'keys'));
    for (let at = 128; at < bytes.length; at += 128) if (bytes[at] !== 0) count += 1;
    return count;
  }, 0);

const rows = (word: string, ...rowIds: number[]): Work => ({
  kind: 'keep',
  rows: rowIds.map((rowId) => ({ rowId, token: `${word} ${rowId}` })),
});
const work: readonly Work[] = [rows('first', 1, 2), rows('again', 2, 3), { kind: 'shred', rowIds: [1] }];
/** What is kept before and after each piece of work. */
const states: readonly Record<number, string>[] = [
  {},
  { 1: 'first 1', 2: 'first 2' },
  { 1: 'first 1', 2: 'again 2', 3: 'again 3' },
  { 2: 'again 2', 3: 'again 3' },
];
/** Every second one is just after something was done. On a server the same code runs: fewer are enough. */
const tried = (steps: number): number[] =>
  Array.from({ length: steps }, (_, n) => n + 1).filter((n) => n % (storeKind === 'sqlite' ? 2 : 4) === 0);
/** Processes at the same time. */
const atOnce = 4;

test('a process is killed at each step: what was said to be done holds, each row opens, and no other key is left', async () => {
  const { steps, done, code } = await runChild(await newHome(), { work, fatalStep: 0 });
  expect([done, code]).toEqual([[0, 1, 2], 0]);
  expect(steps).toBeGreaterThanOrEqual(14);
  for (const some of chunksOf(tried(steps), atOnce)) await Promise.all(some.map(killedAt));
});

const killedAt = async (fatalStep: number): Promise<void> => {
  const home = await newHome();
  const killed = await runChild(home, { work, fatalStep });
  expect(killed.signal).toBe('SIGKILL');
  const count = killed.done.length;
  const vault = await openVault(home);
  await vault.sweep(async (rowIds) => new Set(rowIds));
  const opened = Object.fromEntries(
    [...(await vault.open([1, 2, 3]))].map(([rowId, { accessToken }]) => [rowId, accessToken]),
  );
  expect([states[count], states[count + 1]]).toContainEqual(opened);
  expect([...(await vault.keyProblemsOf([1, 2, 3]))]).toEqual([]);
  expect(keyCount(home)).toBe(Object.keys(opened).length);
  await vault.store.close();
};

test('a process is killed at any moment while keys of an earlier version move out: each row opens in the end', async () => {
  const home = await newHome();
  const before = await openVault(home);
  const count = 6000;
  const salts = Array.from({ length: count }, (_, n) => Buffer.alloc(32, `salt ${n} `));
  const sealed = salts.map((salt, n) => ({
    row_id: n + 1,
    case_id: 'a case',
    salt,
    content: createSealer(deriveKey(`token row key ${n + 1}`, salt)).seal(
      JSON.stringify({ accessToken: `token ${n + 1}` }),
      `token row ${n + 1}`,
    ),
    key_set: null,
    key_id: null,
  }));
  await before.store.write(({ db }) => insertRows(db, 'row_secrets', sealed));
  await before.store.close();
  const signals: unknown[] = [];
  for (const killAfterMs of storeKind === 'postgres' ? [60, 150] : [8, 40, 120]) {
    const { signal } = await runChild(home, { work: [], fatalStep: 0 }, killAfterMs);
    signals.push(signal);
  }
  expect(signals).toContain('SIGKILL');
  const vault = await openVault(home);
  await vault.sweep(async (rowIds) => new Set(rowIds));
  const rowIds = sealed.map(({ row_id }) => row_id);
  const opened = await vault.open(rowIds);
  expect(rowIds.filter((rowId) => opened.get(rowId)?.accessToken !== `token ${rowId}`)).toEqual([]);
  expect(keyCount(home)).toBe(count);
  const left = await vault.store.read((reader) => readRowSecrets(reader, rowIds));
  expect(left.filter(({ salt }) => salt.length > 0)).toEqual([]);
  await vault.store.close();
});
