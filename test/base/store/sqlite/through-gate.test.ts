import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { throughGate } from '#base/store/sqlite/checkpoints/through-gate.ts';
import { openDatabase } from '#base/store/sqlite/database.ts';
import { unitsOfWork } from '#base/store/sqlite/units-of-work.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

test('units of work that write wait while the log is restarted, and reads do not', async () => {
  const path = join(temporaryFolder(), 'notes.db');
  const database = await openDatabase<Record<string, never>>({ path, synchronous: 'NORMAL' }, {});
  onTestFinished(() => database.close());
  const open = Promise.withResolvers<void>();
  let gate: Promise<void> | undefined = open.promise;
  let commits = 0;
  const units = throughGate(unitsOfWork(database, path), {
    gate: () => gate,
    committed: () => void commits++,
  });
  const begun: string[] = [];
  const writes = ['one', 'two'].map((name) => units.write(async () => void begun.push(name)));
  expect(await units.read(async () => 'read')).toBe('read');
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
  expect([begun, commits]).toEqual([[], 0]);
  gate = undefined;
  open.resolve();
  await Promise.all(writes);
  expect([begun, commits]).toEqual([['one', 'two'], 2]);
});
