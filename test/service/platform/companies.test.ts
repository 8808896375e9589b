import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { Company } from '#contract/company.ts';
import { asTheyAre, testPlatform } from '#test/support/test-platform.ts';

const missing = '00000000-0000-4000-8000-000000000000';

test('a company is created with all its fields, published, and found again', async () => {
  const { platform, context } = await testPlatform();
  const company = await platform.companies.create(
    { name: 'Acme', description: 'Tools', tags: { region: 'eu' } },
    'Support',
  );
  expect(company).toMatchObject({
    name: 'Acme',
    description: 'Tools',
    platform: 'Unknown',
    created: '2026-01-15T09:00:00.000Z',
    createdByUserName: 'Support',
    tags: { region: 'eu' },
    dataConnections: [],
  });
  expect(company.redirect).toBe(context.pages.company(company.id));
  expect(Value.Check(Company, company)).toBe(true);
  expect(await platform.companies.show(company.id)).toEqual(company);
  expect(context.published).toEqual([{ type: 'company.created', company }]);
  expect(context.announced).toEqual([{ type: 'company', companyId: company.id, change: 'created' }]);
});

test('PUT empties what is left out, PATCH leaves it', async () => {
  const { platform } = await testPlatform();
  const made = await platform.companies.create({ name: 'A', description: 'B', tags: { k: 'v' } }, 'T');
  const changed = await platform.companies.change(made.id, { name: 'A2' });
  expect(changed).toMatchObject({ name: 'A2', description: 'B', tags: { k: 'v' } });
  const replaced = await platform.companies.replace(made.id, { name: 'A3' });
  expect(replaced).toMatchObject({ name: 'A3', tags: {} });
  expect(replaced).not.toHaveProperty('description');
});

test('deleting a company takes its connections and running syncs along, and says so', async () => {
  const { platform, context, linked, events, advance } = await testPlatform();
  const { companyId, connection } = await linked();
  await platform.data.syncAll(companyId);
  events();
  await platform.companies.remove(companyId);
  expect(events()).toEqual(['connection.deleted', 'company.deleted']);
  expect(context.published.at(-1)).toMatchObject({
    company: { id: companyId, dataConnections: [{ id: connection.id }] },
  });
  await advance(60_000);
  expect(events()).toEqual([]);
  await expect(platform.companies.show(companyId)).rejects.toMatchObject({ code: 'company.notFound' });
});

test('an unknown company is named in the error', async () => {
  const { platform } = await testPlatform();
  for (const attempt of [
    () => platform.companies.show(missing),
    () => platform.companies.replace(missing, { name: 'x' }),
    () => platform.companies.change(missing, { name: 'x' }),
    () => platform.companies.remove(missing),
    () => platform.connections.list(missing, {}),
    () => platform.connections.create(missing, 'gbol'),
    () => platform.connections.show(missing, missing),
    () => platform.data.syncAll(missing),
    () => platform.data.queue(missing, 'invoices'),
    () => platform.data.queue(missing, 'invoices', missing),
    () => platform.data.status(missing),
    () => platform.data.history(missing, {}),
    () => platform.data.dataset(missing, missing),
    () => platform.linking.page(missing),
  ]) {
    await expect(attempt()).rejects.toMatchObject({
      code: 'company.notFound',
      message: expect.stringContaining(`Company ${missing} not found.`),
    });
  }
});

test('the list pages in order of creation, with the connections of each', async () => {
  const { platform, linked } = await testPlatform();
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) {
    const platformKey = n % 2 === 0 ? 'gbol' : 'fztf';
    ids.push((await linked({ platformKey })).companyId);
  }
  await platform.connections.create(ids[0] as string, 'fztf');
  const first = await platform.companies.list({ pageSize: 3 }, asTheyAre);
  const second = await platform.companies.list({ pageSize: 3, page: 2 }, asTheyAre);
  expect([...first.results, ...second.results].map((company) => company.id)).toEqual(ids);
  expect(first.totalResults).toBe(5);
  expect(first.results.map((company) => company.platform)).toEqual(['Xero, Shopify', 'Shopify', 'Xero']);
  for (const company of first.results) expect(await platform.companies.show(company.id)).toEqual(company);
});

test('every scalar field can be asked for', async () => {
  const { platform, linked } = await testPlatform();
  await platform.companies.create({ name: 'Other', tags: { migrationRef: 'row 2' } }, 'Someone');
  const { companyId } = await linked();
  const company = await platform.companies.change(companyId, {
    description: 'Tools',
    tags: { migrationRef: 'row 1' },
  });
  const found = async (query: string) =>
    (await platform.companies.list({ query }, asTheyAre)).results.map((result) => result.id);
  for (const query of [
    `id=${companyId}`,
    'name=acme',
    'description~tool',
    `redirect="${company.redirect}"`,
    'platform=Xero',
    'createdByUserName=tester',
    'tags.migrationRef="row 1"',
  ]) {
    expect(await found(query), query).toEqual([companyId]);
  }
  expect(await found('platform=Unknown')).toHaveLength(1);
  expect(await found(`created>${company.created}`)).toEqual([]);
});
