import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toIso } from '#base/clock.ts';

test('an instant is written as the language itself writes it, whatever was written before', () => {
  const instant = fc.integer({ min: -1e13, max: 1e13 });
  const sameDay = fc.integer({ min: 0, max: 86_399_999 });
  fc.assert(
    fc.property(fc.array(fc.oneof(instant, sameDay)), (instants) => {
      for (const ms of instants) expect(toIso(ms)).toBe(new Date(ms).toISOString());
    }),
    { numRuns: 1000 },
  );
  expect(() => toIso(Number.NaN)).toThrow(RangeError);
});
