import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { PullOperation } from '#contract/data.ts';
import { accountingDataTypes } from '#contract/data-types.ts';
import type { ReadEvent } from '#service/store/event.ts';
import { type TestPlatform, testPlatform } from '#test/support/test-platform.ts';

const lastRead = ({ context }: TestPlatform): ReadEvent =>
  context.published.findLast((event) => event.type.startsWith('read.')) as ReadEvent;

const statuses = async ({ platform }: TestPlatform, companyId: string) => {
  const { results } = await platform.data.history(companyId, { pageSize: 5000 });
  return new Set(results.map((operation) => operation.status));
};

test('a sync of everything ends Complete within ten seconds, and is announced once', async () => {
  const room = await testPlatform();
  const { companyId, connection } = await room.linked();
  room.events();
  await room.platform.data.syncAll(companyId);
  expect(await statuses(room, companyId)).toEqual(new Set(['Initial']));
  await room.advance(10_000);
  expect(await statuses(room, companyId)).toEqual(new Set(['Complete']));
  expect(room.events()).toEqual(['read.completed.initial', 'read.completed']);

  const read = lastRead(room);
  expect(read.sourceType).toBe('Accounting');
  expect(read).not.toHaveProperty('modifiedFromDate');
  expect(read.dataTypes.map((type) => type.dataType)).toEqual([...accountingDataTypes]);
  for (const type of read.dataTypes) {
    expect(type).toMatchObject({ connectionId: connection.id, status: 'Complete' });
  }
  const company = await room.platform.companies.show(companyId);
  expect(company.lastSync).toBe(company.dataConnections[0]?.lastSync);
  const { results } = await room.platform.data.history(companyId, {});
  expect(
    results
      .map((operation) => operation.completed)
      .sort()
      .at(-1),
  ).toBe(company.lastSync);
});

test('only the first read that ended is initial, and a later one says since when', async () => {
  const room = await testPlatform();
  const { companyId } = await room.linked();
  await room.platform.data.syncAll(companyId);
  await room.advance(10_000);
  const { lastSync } = await room.platform.companies.show(companyId);
  room.events();
  await room.platform.data.queue(companyId, 'invoices');
  await room.advance(10_000);
  expect(room.events()).toEqual(['read.completed']);
  expect(lastRead(room)).toMatchObject({
    modifiedFromDate: lastSync,
    dataTypes: [{ dataType: 'invoices' }],
  });
});

test('a queued data type is shown on its way, in the list and by itself alike', async () => {
  const room = await testPlatform();
  const { platform } = room;
  const { companyId, connection } = await room.linked();
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
    await room.advance(50);
  }
  expect(seen).toEqual(['Initial', 'Queued', 'Fetching', 'MapQueued', 'Mapping', 'Processing', 'Complete']);
  expect(await platform.data.dataset(companyId, queued.id)).toMatchObject({
    progress: 100,
    isCompleted: true,
    isErrored: false,
  });
});

test('what can not be synced is refused in words', async () => {
  const room = await testPlatform();
  const { platform } = room;
  const { id: companyId } = await platform.companies.create({ name: 'Acme' }, 'T');
  const waiting = await platform.connections.create(companyId, 'gbol');
  await expect(platform.data.syncAll(companyId)).rejects.toMatchObject({
    code: 'company.noLinkedConnection',
  });
  await expect(platform.data.queue(companyId, 'invoices', waiting.id)).rejects.toMatchObject({
    code: 'connection.notLinked',
  });
  const other = await room.linked({ platformKey: 'suuo' });
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
  const room = await testPlatform();
  const { companyId } = await room.linked();
  const queued = await room.platform.data.queue(companyId, 'commerce-orders');
  await room.advance(10_000);
  expect(await room.platform.data.dataset(companyId, queued.id)).toMatchObject({
    status: 'NotSupported',
    isErrored: true,
    errorMessage: 'Xero does not support the data type commerce-orders.',
  });
});

test('without a connection named, a data type goes to the connection that supports it', async () => {
  const room = await testPlatform();
  const { companyId } = await room.linked();
  const shop = await room.platform.connections.create(companyId, 'fztf');
  const [set] = await room.platform.issueTokens({ platformKey: 'fztf' });
  await room.platform.connections.authorize(companyId, shop.id, set?.credentials ?? {});
  const queued = await room.platform.data.queue(companyId, 'commerce-orders');
  expect(queued.connectionId).toBe(shop.id);
});

test('the status of each data type names its latest and its latest successful sync', async () => {
  const room = await testPlatform();
  const { platform } = room;
  const { companyId } = await room.linked();
  expect((await platform.data.status(companyId)).invoices).toEqual({
    dataType: 'invoices',
    currentStatus: 'Initial',
  });
  const first = await platform.data.queue(companyId, 'invoices');
  await room.advance(10_000);
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
  const room = await testPlatform();
  const { platform } = room;
  const { companyId, connection } = await room.linked({ behaviour: 'refresh-token-used' });
  expect(connection.status).toBe('Linked');
  room.events();
  await platform.data.syncAll(companyId);
  await room.advance(10_000);
  expect(await statuses(room, companyId)).toEqual(new Set(['AuthError']));
  expect(room.events()).toEqual(['connection.disconnected', 'read.completed.initial', 'read.completed']);
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
  await room.advance(10_000);
  expect(room.events()).toEqual(['connection.reconnected', 'read.completed']);
});

test('unlinking cancels what runs; a read that was cancelled whole is not the first', async () => {
  const room = await testPlatform();
  const { platform } = room;
  const { companyId, connection } = await room.linked();
  await platform.data.syncAll(companyId);
  room.events();
  await platform.connections.unlink(companyId, connection.id);
  expect(room.events()).toEqual(['connection.disconnected', 'read.completed']);
  expect(new Set(lastRead(room).dataTypes.map((type) => type.status))).toEqual(new Set(['Cancelled']));
  await room.advance(60_000);
  expect(room.events()).toEqual([]);
  expect(await statuses(room, companyId)).toEqual(new Set(['Cancelled']));

  const [good] = await platform.issueTokens({ platformKey: 'gbol' });
  await platform.connections.authorize(companyId, connection.id, good?.credentials ?? {});
  await platform.data.syncAll(companyId);
  await room.advance(5000);
  await platform.connections.unlink(companyId, connection.id);
  expect(room.events()).toEqual([
    'connection.reconnected',
    'connection.disconnected',
    'read.completed.initial',
    'read.completed',
  ]);
  expect(await statuses(room, companyId)).toEqual(new Set(['Cancelled', 'Complete']));
});

test('the forecast names what ends next', async () => {
  const room = await testPlatform();
  const { companyId, connection } = await room.linked();
  await room.platform.data.syncAll(companyId);
  const { store } = room.context;
  const upcoming = await store.read((reader) => room.platform.syncs.upcoming(reader, 5));
  expect(upcoming).toHaveLength(5);
  expect(upcoming[0]?.at).toBe(await store.read((reader) => room.platform.syncs.nextDueAt(reader)));
  expect(upcoming.map((work) => work.at)).toEqual(upcoming.map((work) => work.at).sort((a, b) => a - b));
  expect(upcoming[0]).toMatchObject({ subject: connection.id, count: 1 });
});

test('many companies are synced in batches that cut through their reads', async () => {
  const room = await testPlatform({ batch: 37 });
  const ids: string[] = [];
  for (let n = 0; n < 20; n++) {
    const behaviour = n === 7 ? 'revoked' : 'good';
    ids.push((await room.linked({ behaviour })).companyId);
  }
  for (const id of ids) await room.platform.data.syncAll(id);
  room.events();
  // As on the system's clock after a pause: everything is overdue at once.
  room.context.clock.set(room.context.clock.now() + 60_000);
  await room.advance(0);
  const events = room.events();
  expect(events.filter((type) => type === 'read.completed')).toHaveLength(20);
  expect(events.filter((type) => type === 'read.completed.initial')).toHaveLength(20);
  expect(events.filter((type) => type === 'connection.disconnected')).toHaveLength(1);
  for (const [n, id] of ids.entries()) {
    expect(await statuses(room, id)).toEqual(new Set([n === 7 ? 'AuthError' : 'Complete']));
  }
});
