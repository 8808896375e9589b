import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLargeMap } from '#desk/store/large-map.ts';

const key = fc.string({ maxLength: 3 });
const value = fc.record({ id: fc.integer(), ref: fc.string() });
const change = fc.oneof(
  { weight: 20, arbitrary: fc.record({ key, value }) },
  { weight: 1, arbitrary: fc.constant('clear' as const) },
);

test('is a map, in memory and out of it', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60 }), fc.integer({ min: 0, max: 20 }), (changes, inMemory) => {
      const large = createLargeMap<{ id: number; ref: string }>(inMemory);
      const plain = new Map<string, { id: number; ref: string }>();
      for (const one of changes) {
        if (one === 'clear') {
          large.clear();
          plain.clear();
        } else {
          large.set(one.key, one.value);
          plain.set(one.key, one.value);
          expect(large.get(one.key)).toEqual(one.value);
        }
        expect(large.size).toBe(plain.size);
      }
      expect([...large.keys()]).toEqual([...plain.keys()]);
      expect([...large.values()]).toEqual([...plain.values()]);
      expect(large.has('none such')).toBe(false);
      for (const known of plain.keys()) expect(large.has(known)).toBe(true);
      large.close();
      expect(large.size).toBe(0);
    }),
  );
});

test('holds many entries without holding them in memory', () => {
  const large = createLargeMap<string>();
  const text = 'x'.repeat(1000);
  const before = process.memoryUsage().rss;
  for (let n = 0; n < 60_000; n++) large.set(`key ${n}`, text);
  expect(large.size).toBe(60_000);
  expect(large.get('key 59999')).toBe(text);
  let met = 0;
  for (const one of large.values()) met += one.length;
  expect(met).toBe(60_000_000);
  expect((process.memoryUsage().rss - before) / 1_048_576).toBeLessThan(40);
  large.close();
});
