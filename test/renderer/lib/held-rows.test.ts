import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowsAbove } from '#renderer/lib/held-rows.ts';

test('rows that came are counted above those that are held, however many left the list', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { minLength: 1 }), fc.nat(), fc.nat(), (ids, came, gone) => {
      const newer = Array.from({ length: came % 50 }, (_, n) => `newer ${n} ${ids.join()}`);
      const left = ids.slice(gone % ids.length);
      expect(rowsAbove(new Set(ids), [...newer, ...left], false)).toBe(newer.length);
    }),
  );
});

test('where none is left, a whole list is shown as it is, and of a longer one that is not known', () => {
  expect(rowsAbove(new Set(['a']), ['b', 'c'], true)).toBe(0);
  expect(rowsAbove(new Set(['a']), ['b', 'c'], false)).toBeUndefined();
  expect(rowsAbove(new Set(), ['b'], false)).toBe(0);
});
