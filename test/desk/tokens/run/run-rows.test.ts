import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runRowsOf } from '#desk/tokens/run/run-rows.ts';
import { planRow, progressOfRow } from './row-desk.ts';

const rowOf = (ref: string, n: number) => ({
  row: planRow({ id: n, ref }),
  progress: progressOfRow({ id: n }),
});

test('rows of a run come by the first of each ref, and those of one ref together', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 }), (refs) => {
      const all = refs.map(rowOf);
      const rows = runRowsOf(all);
      const groups = [...Map.groupBy(all, ({ row }) => row.ref).values()];
      expect([...rows.groups()]).toEqual(groups);
      expect([...rows]).toEqual(groups.flat());
      expect(rows.length).toBe(all.length);
      for (const ref of ['a', 'e']) expect(rows.ofRef(ref)).toEqual(all.filter(({ row }) => row.ref === ref));
      rows.close();
    }),
  );
});

test('thousands of rows are as they were put in', () => {
  const all = Array.from({ length: 5000 }, (_, n) => rowOf(`r${n % 3000}`, n));
  const rows = runRowsOf(all);
  expect(rows.length).toBe(5000);
  expect(JSON.stringify(rows.ofRef('r2'))).toBe(JSON.stringify([all[2], all[3002]]));
  expect([...rows].map(({ row }) => row.id).slice(0, 4)).toEqual([0, 3000, 1, 3001]);
  rows.close();
});
