import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { PullOperation } from '#contract/data.ts';
import { accountingDataTypes } from '#contract/data-types.ts';
import type { ReadEvent } from '#service/core/domain-events.ts';
import { type TestPlatform, testPlatform } from '#test/support/test-platform.ts';

const lastRead = ({ context }: TestPlatform): ReadEvent =>
  context.published.findLast((event) => event.type.startsWith('read.')) as ReadEvent;

const statuses = async ({ platform }: TestPlatform, companyId: string) => {
  const { results } = await platform.data.history(companyId, { pageSize: 5000 });
  return new Set(results.map((operation) => operation.status));
};

test('a sync of everything ends Complete within ten seconds, and is announced once', async () => {
  const fixture = await testPlatform();
  const { companyId, connection } = await fixture.linked();
  fixture.events();
  await fixture.platform.data.syncAll(companyId);
  expect(await statuses(fixture, companyId)).toEqual(new Set(['Initial']));
  await fixture.advance(10_000);
  expect(await statuses(fixture, companyId)).toEqual(new Set(['Complete']));
  expect(fixture.events()).toEqual(['read.completed.initial', 'read.completed']);

  const read = lastRead(fixture);
  expect(read.sourceType).toBe('Accounting');
  expect(read).not.toHaveProperty('modifiedFromDate');
  expect(read.dataTypes.map((type) => type.dataType)).toEqual([...accountingDataTypes]);
  for (const type of read.dataTypes) {
    expect(type).toMatchObject({ connectionId: connection.id, status: 'Complete' });
  }
  const company = await fixture.platform.companies.show(companyId);
  expect(company.lastSync).toBe(company.dataConnections[0]?.lastSync);
  const { results } = await fixture.platform.data.history(companyId, {});
  expect(
    results
      .map((operation) => operation.completed)
      .sort()
      .at(-1),
  ).toBe(company.lastSync);
});

test('only the first read that ended is initial, and a later one says since when', async () => {
  const fixture = await testPlatform();
  const { companyId } = await fixture.linked();
  await fixture.platform.data.syncAll(companyId);
  await fixture.advance(10_000);
  const { lastSync } = await fixture.platform.companies.show(companyId);
  fixture.events();
  await fixture.platform.data.queue(companyId, 'invoices');
  await fixture.advance(10_000);
  expect(fixture.events()).toEqual(['read.completed']);
  expect(lastRead(fixture)).toMatchObject({
    modifiedFromDate: lastSync,
    dataTypes: [{ dataType: 'invoices' }],
  });
});

test('a queued data type is shown on its way, in the list and by itself alike', async () => {
  const fixture = await testPlatform();
  const { platform } = fixture;
  const { companyId, connection } = await fixture.linked();
  const queued = await platform.data.queue(companyId, 'invoices', connection.id);
  expect(Value.Check(PullOperation, queued)).toBe(true);
  expect(queued).toMatchObject({
    companyId,
    connectionId: connection.id,
    dataType: 'invoices',
    status: 'Initial',
    progress: 0,
    isCompleted: false,
    isErrored: false,
  });
  const seen: string[] = [];
  for (let waited = 0; waited <= 8000; waited += 50) {
    const shown = await platform.data.dataset(companyId, queued.id);
    if (seen.at(-1) !== shown.status) seen.push(shown.status);
    const query = `status=${shown.status} && progress=${shown.progress} && statusDescription="${shown.statusDescription}" && isCompleted=${shown.isCompleted}`;
    expect((await platform.data.history(companyId, { query })).results, query).toEqual([shown]);
    await fixture.advance(50);
  }
  expect(seen).toEqual(['Initial', 'Queued', 'Fetching', 'MapQueued', 'Mapping', 'Processing', 'Complete']);
  expect(await platform.data.dataset(companyId, queued.id)).toMatchObject({
    progress: 100,
    isCompleted: true,
    isErrored: false,
  });
});

test('what can not be synced is refused in words', async () => {
  const fixture = await testPlatform();
  const { platform } = fixture;
  const { id: companyId } = await platform.companies.create({ name: 'Acme' }, 'T');
  const waiting = await platform.connections.create(companyId, 'gbol');
  await expect(platform.data.syncAll(companyId)).rejects.toMatchObject({
    code: 'company.noLinkedConnection',
  });
  await expect(platform.data.queue(companyId, 'invoices', waiting.id)).rejects.toMatchObject({
    code: 'connection.notLinked',
  });
  const other = await fixture.linked({ platformKey: 'suuo' });
  await expect(platform.data.queue(companyId, 'invoices', other.connection.id)).rejects.toMatchObject({
    code: 'connection.notFound',
  });
  await expect(platform.data.queue(other.companyId, 'invoice')).rejects.toMatchObject({
    code: 'request.invalid',
    message: expect.stringContaining('banking-accounts, banking-accountBalances'),
  });
  await expect(platform.data.dataset(other.companyId, companyId)).rejects.toMatchObject({
    code: 'dataset.notFound',
  });
});

test('a data type of another kind of platform ends NotSupported', async () => {
  const fixture = await testPlatform();
  const { companyId } = await fixture.linked();
  const queued = await fixture.platform.data.queue(companyId, 'commerce-orders');
  await fixture.advance(10_000);
  expect(await fixture.platform.data.dataset(companyId, queued.id)).toMatchObject({
    status: 'NotSupported',
    isErrored: true,
    errorMessage: 'Xero does not support the data type commerce-orders.',
  });
});

test('without a connection named, a data type goes to the connection that supports it', async () => {
  const fixture = await testPlatform();
  const { companyId } = await fixture.linked();
  const shop = await fixture.platform.connections.create(companyId, 'fztf');
  const [set] = await fixture.platform.issueTokens({ platformKey: 'fztf' });
  await fixture.platform.connections.authorize(companyId, shop.id, set?.credentials ?? {});
  const queued = await fixture.platform.data.queue(companyId, 'commerce-orders');
  expect(queued.connectionId).toBe(shop.id);
});

test('the status of each data type names its latest and its latest successful sync', async () => {
  const fixture = await testPlatform();
  const { platform } = fixture;
  const { companyId } = await fixture.linked();
  expect((await platform.data.status(companyId)).invoices).toEqual({
    dataType: 'invoices',
    currentStatus: 'Initial',
  });
  const first = await platform.data.queue(companyId, 'invoices');
  await fixture.advance(10_000);
  const { completed } = await platform.data.dataset(companyId, first.id);
  const second = await platform.data.queue(companyId, 'invoices');
  const status = await platform.data.status(companyId);
  expect(Object.keys(status)).toHaveLength(accountingDataTypes.length);
  expect(status.invoices).toEqual({
    dataType: 'invoices',
    currentStatus: 'Initial',
    latestSyncId: second.id,
    latestSuccessfulSyncId: first.id,
    lastSuccessfulSync: completed,
  });
});

test('a dead token takes the link away once, says why, and is forgiven by new credentials', async () => {
  const fixture = await testPlatform();
  const { platform } = fixture;
  const { companyId, connection } = await fixture.linked({ behaviour: 'refresh-token-used' });
  expect(connection.status).toBe('Linked');
  fixture.events();
  await platform.data.syncAll(companyId);
  await fixture.advance(10_000);
  expect(await statuses(fixture, companyId)).toEqual(new Set(['AuthError']));
  expect(fixture.events()).toEqual(['connection.disconnected', 'read.completed.initial', 'read.completed']);
  const broken = await platform.connections.show(companyId, connection.id);
  expect(broken.status).toBe('Deauthorized');
  expect(broken.dataConnectionErrors).toMatchObject([
    { statusCode: '401', status: 'Active', errorMessage: expect.stringContaining('was used before') },
  ]);
  expect((await platform.companies.show(companyId)).lastSync).toBeUndefined();

  const [good] = await platform.issueTokens({ platformKey: 'gbol' });
  const mended = await platform.connections.authorize(companyId, connection.id, good?.credentials ?? {});
  expect(mended.dataConnectionErrors).toMatchObject([
    { status: 'Resolved', resolvedOnUtc: expect.any(String) },
  ]);
  await platform.data.syncAll(companyId);
  await fixture.advance(10_000);
  expect(fixture.events()).toEqual(['connection.reconnected', 'read.completed']);
});

test('unlinking cancels what runs; a read that was cancelled whole is not the first', async () => {
  const fixture = await testPlatform();
  const { platform } = fixture;
  const { companyId, connection } = await fixture.linked();
  await platform.data.syncAll(companyId);
  fixture.events();
  await platform.connections.unlink(companyId, connection.id);
  expect(fixture.events()).toEqual(['connection.disconnected', 'read.completed']);
  expect(new Set(lastRead(fixture).dataTypes.map((type) => type.status))).toEqual(new Set(['Cancelled']));
  await fixture.advance(60_000);
  expect(fixture.events()).toEqual([]);
  expect(await statuses(fixture, companyId)).toEqual(new Set(['Cancelled']));

  const [good] = await platform.issueTokens({ platformKey: 'gbol' });
  await platform.connections.authorize(companyId, connection.id, good?.credentials ?? {});
  await platform.data.syncAll(companyId);
  await fixture.advance(5000);
  await platform.connections.unlink(companyId, connection.id);
  expect(fixture.events()).toEqual([
    'connection.reconnected',
    'connection.disconnected',
    'read.completed.initial',
    'read.completed',
  ]);
  expect(await statuses(fixture, companyId)).toEqual(new Set(['Cancelled', 'Complete']));
});

test('the forecast names what ends next', async () => {
  const fixture = await testPlatform();
  const { companyId, connection } = await fixture.linked();
  await fixture.platform.data.syncAll(companyId);
  const { store } = fixture.context;
  const upcoming = await store.read((reader) => fixture.platform.syncs.upcoming(reader, 5));
  expect(upcoming).toHaveLength(5);
  expect(upcoming[0]?.at).toBe(await store.read((reader) => fixture.platform.syncs.nextDueAt(reader)));
  expect(upcoming.map((work) => work.at)).toEqual(upcoming.map((work) => work.at).sort((a, b) => a - b));
  expect(upcoming[0]).toMatchObject({ subject: connection.id, count: 1 });
});

test('many companies are synced in batches that cut through their reads', async () => {
  const fixture = await testPlatform({ batch: 37 });
  const ids: string[] = [];
  for (let n = 0; n < 20; n++) {
    const behaviour = n === 7 ? 'revoked' : 'good';
    ids.push((await fixture.linked({ behaviour })).companyId);
  }
  for (const id of ids) await fixture.platform.data.syncAll(id);
  fixture.events();
  // As on the system's clock after a pause: everything is overdue at once.
  fixture.context.clock.set(fixture.context.clock.now() + 60_000);
  await fixture.advance(0);
  const events = fixture.events();
  expect(events.filter((type) => type === 'read.completed')).toHaveLength(20);
  expect(events.filter((type) => type === 'read.completed.initial')).toHaveLength(20);
  expect(events.filter((type) => type === 'connection.disconnected')).toHaveLength(1);
  for (const [n, id] of ids.entries()) {
    expect(await statuses(fixture, id)).toEqual(new Set([n === 7 ? 'AuthError' : 'Complete']));
  }
});
