import { expect, test } from 'vitest';
import { rowsOf } from '#base/store/copy/rows.ts';
import type { Row } from '#base/store/copy/sides.ts';

test('a table without a key is read whole again by a copy that was ended right after it was written', async () => {
  const asked: (Row | undefined)[] = [];
  const side = {
    place: 'here',
    shapes: async () => [],
    close: async () => {},
    read: async (_table: unknown, after: Row | undefined) => {
      asked.push(after);
      return [[1], [2]];
    },
  };
  const table = { name: 'facts', columns: ['value'], key: [], references: [] };
  const batches: Row[][] = [];
  // What is noted after its rows are written: the key of the last one, of no columns.
  for await (const batch of rowsOf(side, table, [])) batches.push(batch);
  expect(batches).toEqual([[[1], [2]]]);
  expect(asked).toEqual([undefined]);
});
