import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RowFacts } from '#desk/tokens/import/checked-row.ts';
import { createDuplicateSearch, findDuplicates } from '#desk/tokens/import/duplicates.ts';
import { createKeptFacts } from '#desk/tokens/import/kept-facts.ts';

const some = (...all: string[]) => fc.option(fc.constantFrom(...all), { nil: undefined });
const shared = {
  ref: some('a', 'b', 'c', 'd'),
  name: some('A', 'B'),
  platformKey: some('gbol', 'else'),
  companyId: some('x', 'y'),
  connectionId: some('p', 'q', 'r'),
  mark: some('m', 'n', 'o'),
  organisation: fc.option(
    fc.constantFrom('k', 'l').map((key) => ({ fields: ['tenantId'], key })),
    { nil: undefined },
  ),
};
const factsOf = fc.record({ ...shared, problems: fc.constant([]) });
const olderOf = fc.record(shared);

test('a search that keeps no keys finds what a comparison of all rows finds', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(factsOf, { maxLength: 9 }),
      fc.array(olderOf, { maxLength: 3 }),
      async (all, before) => {
        const rows = all.map((one, at) => ({ row: at + 2, fields: '{}', ...one })) as unknown as RowFacts[];
        const older = before.map((facts, at) => ({ facts, label: `row ${at} of "before"` }));
        const facts = createKeptFacts();
        const search = createDuplicateSearch();
        facts.add(rows);
        search.add(rows);
        const found = await search.find(facts, older);
        expect(new Map([...found].sort(([a], [b]) => a - b))).toEqual(
          new Map([...(await findDuplicates(rows, older))].sort(([a], [b]) => a - b)),
        );
        facts.close();
      },
    ),
  );
});

test('facts of thousands of rows are as they were, by place', () => {
  const facts = createKeptFacts();
  const rows = Array.from({ length: 5001 }, (_, at) => ({ row: at, problems: [] })) as unknown as RowFacts[];
  facts.add(rows.slice(0, 1234));
  facts.add(rows.slice(1234));
  expect(facts.length).toBe(rows.length);
  expect([...facts]).toEqual(rows);
  for (const place of [0, 199, 200, 3000, 4999, 5000]) expect(facts.at(place)).toEqual(rows[place]);
  facts.close();
});
