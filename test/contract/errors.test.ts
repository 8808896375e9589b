import { expect, test } from 'vitest';
import { errorCatalogue } from '#contract/errors.ts';

/** The catalogue is what a client switches on. Source: `docs/reference/rules/api.md#errors`. */

const entries = Object.entries(errorCatalogue);

test('each error has a code of its own', () => {
  const byCode = Map.groupBy(entries, ([, { detailedErrorCode }]) => detailedErrorCode);
  const shared = [...byCode].filter(([, some]) => some.length > 1);
  expect(shared.map(([code, some]) => `${code}: ${some.map(([name]) => name).join(', ')}`)).toEqual([]);
  expect(byCode.size).toBeGreaterThan(100);
});
