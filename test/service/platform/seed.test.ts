import { expect, test } from 'vitest';
import { asTheyAre, testPlatform } from '#test/support/test-platform.ts';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

test('a snapshot is written under new ids, without events', async () => {
  const { platform, context, events, advance } = await testPlatform();
  const ids = await context.store.write((tx) =>
    platform.seed(tx, {
      companies: [
        {
          id: id(1),
          name: 'Acme',
          tags: { migrationRef: '1' },
          connections: [
            { id: id(2), platformKey: 'gbol', status: 'Linked' },
            { id: id(3), platformKey: 'fztf' },
          ],
        },
        { id: id(4), name: 'Empty', description: 'Nothing yet' },
      ],
    }),
  );
  expect(events()).toEqual([]);
  expect(Object.keys(ids.companies)).toEqual([id(1), id(4)]);
  const companyId = ids.companies[id(1)] as string;
  const company = await platform.companies.show(companyId);
  expect(company).toMatchObject({ name: 'Acme', tags: { migrationRef: '1' }, platform: 'Xero, Shopify' });
  expect(company.dataConnections.map((found) => [found.id, found.status])).toEqual([
    [ids.connections[id(2)], 'Linked'],
    [ids.connections[id(3)], 'PendingAuth'],
  ]);
  expect(await context.store.read((reader) => platform.linkedCompanies(reader))).toBe(1);
  expect(await context.store.read((reader) => platform.companyIn(reader, companyId))).toEqual(company);

  await platform.data.syncAll(companyId);
  await advance(10_000);
  expect(events()).toEqual(['read.completed.initial', 'read.completed']);
});

test('a snapshot that repeats an id or names an unknown platform is refused whole', async () => {
  const { platform, context } = await testPlatform();
  const company = { id: id(1), name: 'A', connections: [{ id: id(2), platformKey: 'zzzz' }] };
  const attempt = context.store.write((tx) => platform.seed(tx, { companies: [company, company] }));
  await expect(attempt).rejects.toMatchObject({
    validation: [
      { itemId: 'companies.0.connections.0.platformKey' },
      { itemId: 'companies.1.id' },
      { itemId: 'companies.1.connections.0.id' },
      { itemId: 'companies.1.connections.0.platformKey' },
    ],
  });
  expect((await platform.companies.list({}, asTheyAre)).totalResults).toBe(0);
});
