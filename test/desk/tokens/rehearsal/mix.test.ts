import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type TokenBehaviour, tokenBehaviours } from '#contract/sandbox.ts';
import { chooseBehaviours, type Mix } from '#desk/tokens/rehearsal/mix.ts';
import type { PlanRow } from '#desk/tokens/run/plan.ts';

const rowsOf = (count: number, firstId = 1): PlanRow[] =>
  Array.from({ length: count }, (_, n) => ({
    id: firstId + n,
    line: n + 2,
    ref: `ref-${n}`,
    name: `Company ${n}`,
    description: undefined,
    platformKey: 'gbol',
    companyId: undefined,
    connectionId: undefined,
    mark: undefined,
  }));

const mixes = fc
  .dictionary(fc.constantFrom(...tokenBehaviours), fc.integer({ min: 0, max: 10 }))
  .map((mix) => mix as Mix);

const counted = (behaviours: ReadonlyMap<number, TokenBehaviour>): Mix =>
  Object.fromEntries(
    [...Map.groupBy(behaviours.values(), (one) => one)].map(([one, all]) => [one, all.length]),
  );

test('as many rows as asked for get each behaviour, whatever their ids and their order', () => {
  fc.assert(
    fc.property(mixes, fc.integer({ min: 0, max: 40 }), fc.nat(), (mix, besides, seed) => {
      const asked = Object.values(mix).reduce((sum, count) => sum + count, 0);
      const rows = rowsOf(asked + besides);
      const { behaviours, stillUsed } = chooseBehaviours(rows, mix, seed, () => false);
      expect(stillUsed).toBe(0);
      const wanted = { ...mix, good: (mix.good ?? 0) + besides };
      expect(counted(behaviours)).toEqual(
        Object.fromEntries(Object.entries(wanted).filter(([, count]) => count > 0)),
      );
      const imported = rowsOf(asked + besides, 1001).reverse();
      const anew = chooseBehaviours(imported, mix, seed, () => false).behaviours;
      for (const { id } of rows) expect(anew.get(id + 1000)).toBe(behaviours.get(id));
    }),
    { numRuns: 100 },
  );
});

test('what nobody has confirmed is still used, if nothing was asked for it', () => {
  const isOdd = (ref: string): boolean => Number(ref.slice(4)) % 2 === 1;
  const { behaviours, stillUsed } = chooseBehaviours(rowsOf(20), { revoked: 5 }, 1, isOdd);
  const used = rowsOf(20).filter(({ id }) => behaviours.get(id) === 'used-by-old-application');
  expect(used.every(({ ref }) => isOdd(ref))).toBe(true);
  expect(used).toHaveLength(stillUsed);
  const odd = rowsOf(20).filter(({ ref }) => isOdd(ref));
  for (const { id } of odd) expect(['used-by-old-application', 'revoked']).toContain(behaviours.get(id));
});
