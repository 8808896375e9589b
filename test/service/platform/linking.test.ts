import { expect, test } from 'vitest';
import { writeFact } from '#service/store/facts.ts';
import { type TestPlatform, testPlatform } from '#test/support/test-platform.ts';

const waiting = async ({ platform }: TestPlatform, platformKey = 'gbol', name = 'Acme') => {
  const { id: companyId } = await platform.companies.create({ name }, 'T');
  const { id: connectionId } = await platform.connections.create(companyId, platformKey);
  return { companyId, connectionId };
};

test('linking through the page connects with good credentials and fetches everything once', async () => {
  const fixture = await testPlatform();
  const { platform } = fixture;
  const { companyId, connectionId } = await waiting(fixture);
  fixture.events();
  expect((await platform.linking.complete(companyId, connectionId)).status).toBe('Linked');
  await fixture.advance(10_000);
  expect(fixture.events()).toEqual(['connection.connected', 'read.completed.initial', 'read.completed']);

  await platform.connections.unlink(companyId, connectionId);
  await platform.linking.complete(companyId, connectionId);
  await fixture.advance(10_000);
  expect(fixture.events()).toEqual(['connection.disconnected', 'connection.reconnected']);
});

test('fetch on first link can be turned off', async () => {
  const fixture = await testPlatform();
  const { platform } = fixture;
  await platform.syncSettings.setOfClient({ fetchOnFirstLink: false });
  const { companyId, connectionId } = await waiting(fixture);
  await platform.linking.complete(companyId, connectionId);
  expect((await platform.data.history(companyId, {})).totalResults).toBe(0);
});

test('a platform without credential fields is linked through its page', async () => {
  const fixture = await testPlatform();
  const { companyId, connectionId } = await waiting(fixture, 'ltpp');
  expect((await fixture.platform.linking.complete(companyId, connectionId)).status).toBe('Linked');
});

test('linking mends a connection that lost its token', async () => {
  const fixture = await testPlatform();
  const { companyId, connection } = await fixture.linked({ behaviour: 'revoked' });
  await fixture.platform.data.syncAll(companyId);
  await fixture.advance(10_000);
  const mended = await fixture.platform.linking.complete(companyId, connection.id);
  expect(mended).toMatchObject({ status: 'Linked', dataConnectionErrors: [{ status: 'Resolved' }] });
  await fixture.platform.data.queue(companyId, 'invoices');
  await fixture.advance(10_000);
  expect((await fixture.platform.connections.show(companyId, connection.id)).status).toBe('Linked');
});

test('a refusal is told and changes nothing', async () => {
  const fixture = await testPlatform();
  const { companyId, connectionId } = await waiting(fixture);
  fixture.events();
  expect((await fixture.platform.linking.fail(companyId, connectionId)).status).toBe('PendingAuth');
  expect(fixture.events()).toEqual(['connection.failed']);
  expect(fixture.context.published.at(-1)).toMatchObject({ oldStatus: 'PendingAuth' });
});

test('the page is one escaped document without script, with a form for each answer', async () => {
  const fixture = await testPlatform();
  const { companyId, connectionId } = await waiting(fixture, 'gbol', '<script>"&\'');
  const page = await fixture.platform.linking.page(companyId, connectionId);
  const path = `/link/company/${companyId}/${connectionId}`;
  expect(page).toContain(`<form method="post" action="${path}/complete">`);
  expect(page).toContain(`<form method="post" action="${path}/fail">`);
  expect(page).toContain('&lt;script&gt;&quot;&amp;&#39;');
  expect(page).not.toMatch(/<script|https?:/);

  const all = await fixture.platform.linking.page(companyId);
  expect(all).toContain(`<a href="${path}">Xero</a>`);
  expect(all).not.toContain('<script');

  await fixture.platform.linking.complete(companyId, connectionId);
  expect(await fixture.platform.linking.page(companyId, connectionId)).not.toContain('<form');
  await expect(fixture.platform.linking.page(companyId, companyId)).rejects.toMatchObject({
    code: 'connection.notFound',
  });
});

test('what an earlier version kept of the sync settings still applies', async () => {
  const fixture = await testPlatform();
  const { platform, context } = fixture;
  await context.store.write((tx) =>
    writeFact(tx, { name: 'syncSettings', fallback: null }, { fetchOnFirstLink: false }),
  );
  const { settings, overridesDefaults } = await platform.syncSettings.ofClient();
  expect(overridesDefaults).toBe(true);
  expect(settings.every(({ fetchOnFirstLink }) => !fetchOnFirstLink)).toBe(true);
  const { companyId, connectionId } = await waiting(fixture);
  await platform.linking.complete(companyId, connectionId);
  expect((await platform.data.history(companyId, {})).totalResults).toBe(0);
});

test('a connection that a snapshot has as Linked is scheduled as any other', async () => {
  const { platform, context } = await testPlatform();
  const invoices = { dataType: 'invoices', fetchOnFirstLink: false, syncSchedule: 6, syncOrder: 0 } as const;
  await platform.syncSettings.setOfClient({ settings: [invoices] });
  const connections = [
    { id: 'a', platformKey: 'gbol', status: 'Linked' },
    { id: 'b', platformKey: 'gbol' },
  ] as const;
  const { connections: made } = await context.store.write((tx) =>
    platform.seed(tx, { companies: [{ id: 'c', name: 'Acme', connections: [...connections] }] }),
  );
  const upcoming = await context.store.read((reader) => platform.schedules.upcoming(reader, 10));
  expect(upcoming).toEqual([
    {
      what: 'scheduled data sync',
      at: context.clock.now() + 6 * 3_600_000,
      count: 1,
      subject: made.a,
      repeats: 'schedule',
    },
  ]);
});
