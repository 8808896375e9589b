import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { Connection } from '#contract/company.ts';
import { CatalogueError } from '#contract/errors.ts';
import { type TestPlatform, testPlatform } from '#test/support/test-platform.ts';

const uuid = '70784a63-d24b-46a9-a4db-0e70a274b056';
const xero = { accessToken: 'access-token-1', refreshToken: 'refresh-token-1', tenantId: uuid };

const pending = async ({ platform }: TestPlatform, platformKey = 'gbol') => {
  const { id: companyId } = await platform.companies.create({ name: 'Acme' }, 'Tester');
  const connection = await platform.connections.create(companyId, platformKey);
  return { companyId, connectionId: connection.id, connection };
};

const refusal = async (attempt: Promise<unknown>): Promise<CatalogueError> => {
  const error = await attempt.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(CatalogueError);
  return error as CatalogueError;
};

test('a connection is made PendingAuth, published, and shown with its company', async () => {
  const fixture = await testPlatform();
  const { companyId, connection } = await pending(fixture);
  expect(connection).toMatchObject({
    integrationKey: 'gbol',
    platformName: 'Xero',
    sourceType: 'Accounting',
    status: 'PendingAuth',
    linkUrl: fixture.context.pages.connection(companyId, connection.id),
    dataConnectionErrors: [],
  });
  expect(Value.Check(Connection, connection)).toBe(true);
  expect(fixture.events()).toEqual(['company.created', 'connection.created']);
  expect(fixture.context.published[1]).toMatchObject({ company: { id: companyId }, connection });
  expect(fixture.context.published[1]).not.toHaveProperty('oldStatus');
  const company = await fixture.platform.companies.show(companyId);
  expect(company.dataConnections).toEqual([connection]);
  expect(company.platform).toBe('Xero');
});

test('an unknown integration or connection is named', async () => {
  const fixture = await testPlatform();
  const { companyId, connectionId } = await pending(fixture);
  const other = await pending(fixture);
  await expect(fixture.platform.connections.create(companyId, 'zzzz')).rejects.toMatchObject({
    code: 'integration.notFound',
  });
  await expect(fixture.platform.connections.show(other.companyId, connectionId)).rejects.toMatchObject({
    message: expect.stringContaining(`Company ${other.companyId} has no connection ${connectionId}.`),
  });
});

test('authorize links without starting a sync; the event tells a first link from another', async () => {
  const fixture = await testPlatform();
  const { platform, context } = fixture;
  const { companyId, connectionId } = await pending(fixture);
  fixture.events();
  const linked = await platform.connections.authorize(companyId, connectionId, xero);
  expect(linked.status).toBe('Linked');
  expect(fixture.events()).toEqual(['connection.connected']);
  expect(context.published.at(-1)).toMatchObject({ oldStatus: 'PendingAuth', connection: linked });

  await platform.connections.authorize(companyId, connectionId, { ...xero, accessToken: 'access-token-2' });
  expect(fixture.events()).toEqual([]);

  await platform.connections.unlink(companyId, connectionId);
  await platform.connections.authorize(companyId, connectionId, xero);
  expect(fixture.events()).toEqual(['connection.disconnected', 'connection.reconnected']);
  expect((await platform.data.history(companyId, {})).totalResults).toBe(0);
});

test('each missing, unknown, malformed or non-text field is one item; what is stored stays', async () => {
  const fixture = await testPlatform();
  const { platform, context } = fixture;
  const { companyId, connectionId } = await pending(fixture);
  await platform.connections.authorize(companyId, connectionId, xero);
  const stored = () =>
    context.store.read(async ({ db }) => {
      const row = await db.selectFrom('connections').select('sealed_credentials').executeTakeFirstOrThrow();
      return Buffer.from(row.sealed_credentials as Uint8Array);
    });
  const before = await stored();
  const error = await refusal(
    platform.connections.authorize(companyId, connectionId, {
      refreshToken: 12345678,
      tenantId: 'secret-in-the-wrong-place',
      realmId: '1',
      [`token-as-a-name-${'x'.repeat(60)}`]: '',
    }),
  );
  expect(error.validation.map(({ itemId, validatorName }) => [itemId, validatorName])).toEqual([
    ['accessToken', 'required'],
    ['refreshToken', 'string'],
    ['tenantId', 'pattern'],
    ['realmId', 'unknown'],
    ['toke…', 'unknown'],
  ]);
  expect(error.message).not.toContain('secret-in-the-wrong-place');
  expect(await stored()).toEqual(before);
  expect((await platform.connections.show(companyId, connectionId)).status).toBe('Linked');
});

test('credentials are sealed, and no answer or event holds them', async () => {
  const fixture = await testPlatform();
  const { companyId, connection } = await fixture.linked();
  const { store, sealer, published } = fixture.context;
  const row = await store.read(({ db }) =>
    db.selectFrom('connections').select('sealed_credentials').executeTakeFirstOrThrow(),
  );
  const sealed = row.sealed_credentials as Uint8Array;
  const credentials = JSON.parse(sealer.open(sealed, `connection:${connection.id}`));
  expect(Object.keys(credentials)).toEqual(['accessToken', 'refreshToken', 'tenantId']);
  const answers = JSON.stringify([published, await fixture.platform.companies.show(companyId)]);
  for (const value of Object.values<string>(credentials)) {
    expect(answers).not.toContain(value);
    expect(Buffer.from(sealed).toString('latin1')).not.toContain(value);
  }
});

test('an optional field may be left out', async () => {
  const fixture = await testPlatform();
  const { companyId, connectionId } = await pending(fixture, 'knfz');
  const body = { accessToken: 'access-token-1', refreshToken: 'refresh-token-1', companyId: 'Acme' };
  expect((await fixture.platform.connections.authorize(companyId, connectionId, body)).status).toBe('Linked');
});

test('an integration without self-service takes no credentials', async () => {
  const fixture = await testPlatform();
  const { companyId, connectionId } = await pending(fixture, 'ltpp');
  const error = await refusal(fixture.platform.connections.authorize(companyId, connectionId, xero));
  expect(error.entry.statusCode).toBe(400);
  expect(error.message).toContain('WooCommerce takes no credentials here');
});

test('what the status machine does not know is refused', async () => {
  const fixture = await testPlatform();
  const { platform } = fixture;
  const { companyId, connectionId } = await pending(fixture);
  const refused = { code: 'connection.transition' };
  await expect(platform.connections.unlink(companyId, connectionId)).rejects.toMatchObject({
    ...refused,
    message: `Connection ${connectionId} is PendingAuth and can't become Unlinked.`,
  });
  await platform.connections.authorize(companyId, connectionId, xero);
  await expect(platform.linking.complete(companyId, connectionId)).rejects.toMatchObject(refused);
  await expect(platform.linking.fail(companyId, connectionId)).rejects.toMatchObject(refused);
  await platform.connections.unlink(companyId, connectionId);
  await expect(platform.connections.unlink(companyId, connectionId)).rejects.toMatchObject(refused);
});

test('a deleted connection is gone, its past syncs stay', async () => {
  const fixture = await testPlatform();
  const { platform } = fixture;
  const { companyId, connection } = await fixture.linked();
  await platform.data.queue(companyId, 'invoices');
  fixture.events();
  await platform.connections.remove(companyId, connection.id);
  expect(fixture.events()).toEqual(['connection.deleted']);
  expect(fixture.context.published.at(-1)).toMatchObject({
    company: { dataConnections: [] },
    connection: { id: connection.id },
    oldStatus: 'Linked',
  });
  const { results } = await platform.data.history(companyId, {});
  expect(results).toMatchObject([{ connectionId: connection.id, status: 'Cancelled', isErrored: true }]);
  await fixture.advance(60_000);
  expect(fixture.events()).toEqual([]);
});

test('the list filters by every scalar field', async () => {
  const fixture = await testPlatform();
  const { platform } = fixture;
  const { companyId, connection } = await fixture.linked();
  await platform.connections.create(companyId, 'fztf');
  const wanted = await platform.connections.show(companyId, connection.id);
  for (const field of [
    'id',
    'integrationId',
    'integrationKey',
    'sourceId',
    'sourceType',
    'platformName',
    'linkUrl',
    'status',
  ] as const) {
    const query = `${field}="${wanted[field]}"`;
    expect((await platform.connections.list(companyId, { query })).results, query).toEqual([wanted]);
  }
  const all = await platform.connections.list(companyId, { orderBy: '-platformName' });
  expect(all.results.map((found) => found.platformName)).toEqual(['Xero', 'Shopify']);
});
