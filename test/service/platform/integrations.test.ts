import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { type CatalogueIntegration, Integration } from '#contract/integration.ts';
import { createPlatform } from '#service/platform/index.ts';
import { testContext } from '#test/support/service-context.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { resourcesDir, testPlatform } from '#test/support/test-platform.ts';

test('the catalogue has at least 24 integrations by self-service and six managed ones', async () => {
  const { catalogue } = (await testPlatform()).platform.integrations;
  const named = (route: 'selfService' | 'managed') =>
    catalogue.filter(({ migration }) => migration[route]).map(({ name }) => name);
  expect(named('selfService').length).toBeGreaterThanOrEqual(24);
  expect(named('managed').sort()).toEqual([
    'FreeAgent',
    'FreshBooks',
    'QuickBooks Online',
    'Shopify',
    'Wave',
    'Zoho Books',
  ]);
});

test('integrations are listed, filtered, ordered and shown like every other resource', async () => {
  const { integrations } = (await testPlatform()).platform;
  const all = await integrations.list({});
  expect(all.totalResults).toBe(integrations.catalogue.length);
  for (const integration of all.results) expect(Value.Check(Integration, integration)).toBe(true);
  expect(all.results[0]).toEqual(await integrations.show('gbol'));

  const found = await integrations.list({
    query: 'sourceType=Commerce && isOfflineConnector=false && enabled=true && name~s',
    orderBy: '-name',
    pageSize: 2,
    page: 2,
  });
  expect(found.totalResults).toBeGreaterThan(2);
  const names = found.results.map((integration) => integration.name);
  expect(names).toEqual([...names].sort().reverse());
  await expect(integrations.show('zzzz')).rejects.toMatchObject({ code: 'integration.notFound' });
  await expect(integrations.list({ query: 'datatypeFeatures=x' })).rejects.toMatchObject({
    code: 'query.malformed',
  });
});

const custom: CatalogueIntegration = {
  platformKey: 'test',
  name: 'Test Ledger',
  sourceType: 'Accounting',
  enabled: true,
  isOfflineConnector: false,
  isBeta: true,
  migration: { selfService: true, managed: false },
  dataTypes: ['invoices'],
  oauth: { accessTokenLifetimeSeconds: null, refreshToken: 'none' },
  credentials: [
    {
      name: 'apiKey',
      label: 'API key',
      secret: true,
      required: true,
      pattern: '[A-F]{20}',
      example: 'ABCDEFABCDEFABCDEFAB',
      help: '',
    },
  ],
};

const startedWith = async (file: unknown) => {
  const dataDir = temporaryFolder();
  const text = typeof file === 'string' ? file : JSON.stringify(file);
  writeFileSync(join(dataDir, 'integrations.json'), text);
  return createPlatform(await testContext(), { dataDir, resourcesDir });
};

test('a file in the data folder adds integrations and replaces others by their key', async () => {
  const { integrations, companies, connections, issueTokens } = await startedWith({
    integrations: [custom, { ...custom, platformKey: 'gbol', name: 'Xero, mine', enabled: false }],
  });
  const shipped = (await testPlatform()).platform.integrations.catalogue;
  expect(integrations.catalogue).toHaveLength(shipped.length + 1);
  expect((await integrations.show('gbol')).name).toBe('Xero, mine');

  const { id } = await companies.create({ name: 'Acme' }, 'T');
  await expect(connections.create(id, 'gbol')).rejects.toMatchObject({ code: 'integration.disabled' });
  const [set] = await issueTokens({ platformKey: 'test' });
  expect(set?.credentials.apiKey).toMatch(/^[A-F]{20}$/);
  const connection = await connections.create(id, 'test');
  await expect(connections.authorize(id, connection.id, { apiKey: 'ABC' })).rejects.toThrow('right form');
  expect((await connections.authorize(id, connection.id, set?.credentials ?? {})).status).toBe('Linked');
});

test('a value that a pattern of the file never comes to an end with is refused, and nothing waits for it', async () => {
  const field = { ...custom.credentials[0], pattern: '(A+)+B?[A-F]{18,}', example: 'ABCDEFABCDEFABCDEFAB' };
  const { companies, connections } = await startedWith({
    integrations: [{ ...custom, credentials: [field] }],
  });
  const { id } = await companies.create({ name: 'Acme' }, 'T');
  const connection = await connections.create(id, 'test');
  const apiKey = `${'A'.repeat(8000)}!`;
  for (let n = 0; n < 3; n++) {
    const refused = connections.authorize(id, connection.id, { apiKey });
    await expect(refused).rejects.toThrow('takes more than 50 ms in the integration catalogue');
  }
});

test('tokens that could not be told apart are not issued', async () => {
  const field = { ...custom.credentials[0], pattern: 'fixed-token', example: 'fixed-token' };
  const { issueTokens } = await startedWith({ integrations: [{ ...custom, credentials: [field] }] });
  await expect(issueTokens({ platformKey: 'test' })).rejects.toThrow('No tokens can be simulated');
});

test.each([
  ['{', /integrations\.json can't be used: it is not valid JSON/],
  [{ integrations: [{}] }, /integrations\.json can't be used: at \/integrations\/0 it must have required/],
  [{ integrations: [{ ...custom, colour: 'red' }] }, /at \/integrations\/0 .*colour/],
  [{ integrations: [{ ...custom, dataTypes: ['x'] }] }, /at \/integrations\/0\/dataTypes\/0 there is no/],
  [{ integrations: [custom, custom] }, /at \/integrations\/1\/platformKey "test" is a duplicate/],
  [{ integrations: [{ ...custom, credentials: [] }] }, /at \/integrations\/0\/credentials there are no/],
  [
    { integrations: [{ ...custom, credentials: [{ ...custom.credentials[0], pattern: '(([A-F]+)+)+!' }] }] },
    /at \/integrations\/0\/credentials\/0\/(pattern takes too long|example does not match)/,
  ],
  [
    { integrations: [{ ...custom, credentials: [{ ...custom.credentials[0], pattern: '(' }] }] },
    /at \/integrations\/0\/credentials\/0\/pattern is not a regular expression/,
  ],
  [
    { integrations: [{ ...custom, credentials: [{ ...custom.credentials[0], example: 'x' }] }] },
    /at \/integrations\/0\/credentials\/0\/example does not match/,
  ],
])('a bad catalogue stops the start with file, path and problem (%#)', async (file, message) => {
  await expect(startedWith(file)).rejects.toThrow(message);
});
