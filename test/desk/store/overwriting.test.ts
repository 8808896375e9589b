import { statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { takeTurns } from '#base/take-turns.ts';
import { testDeskContext } from '#test/support/desk-context.ts';

test('what was deleted is gone from the log also where another unit of work is under way', async () => {
  const { store } = await testDeskContext();
  const open = Promise.withResolvers<void>();
  const slow = store.write(async () => {
    await open.promise;
  });
  await takeTurns();
  let isOver = false;
  const emptied = store.overwriteDeleted().then(() => {
    isOver = true;
  });
  for (let turn = 0; turn < 10; turn++) await takeTurns();
  expect(isOver).toBe(false);
  open.resolve();
  await Promise.all([slow, emptied]);
  expect(statSync(`${store.place}-wal`).size).toBe(0);
});
