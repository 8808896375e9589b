import { expect, test } from 'vitest';
import { type TestPlatform, testPlatform } from '#test/support/test-platform.ts';

const waiting = async ({ platform }: TestPlatform, platformKey = 'gbol', name = 'Acme') => {
  const { id: companyId } = await platform.companies.create({ name }, 'T');
  const { id: connectionId } = await platform.connections.create(companyId, platformKey);
  return { companyId, connectionId };
};

test('linking through the page connects with good credentials and fetches everything once', async () => {
  const room = await testPlatform();
  const { platform } = room;
  const { companyId, connectionId } = await waiting(room);
  room.events();
  expect((await platform.linking.complete(companyId, connectionId)).status).toBe('Linked');
  await room.advance(10_000);
  expect(room.events()).toEqual(['connection.connected', 'read.completed.initial', 'read.completed']);

  await platform.connections.unlink(companyId, connectionId);
  await platform.linking.complete(companyId, connectionId);
  await room.advance(10_000);
  expect(room.events()).toEqual(['connection.disconnected', 'connection.reconnected']);
});

test('fetch on first link can be turned off', async () => {
  const room = await testPlatform();
  const { platform } = room;
  expect(await platform.data.settings()).toEqual({ fetchOnFirstLink: true });
  await platform.data.changeSettings({ fetchOnFirstLink: false });
  expect(await platform.data.settings()).toEqual({ fetchOnFirstLink: false });
  const { companyId, connectionId } = await waiting(room);
  await platform.linking.complete(companyId, connectionId);
  expect((await platform.data.history(companyId, {})).totalResults).toBe(0);
});

test('a platform without credential fields is linked through its page', async () => {
  const room = await testPlatform();
  const { companyId, connectionId } = await waiting(room, 'ltpp');
  expect((await room.platform.linking.complete(companyId, connectionId)).status).toBe('Linked');
});

test('linking mends a connection that lost its token', async () => {
  const room = await testPlatform();
  const { companyId, connection } = await room.linked({ behaviour: 'revoked' });
  await room.platform.data.syncAll(companyId);
  await room.advance(10_000);
  const mended = await room.platform.linking.complete(companyId, connection.id);
  expect(mended).toMatchObject({ status: 'Linked', dataConnectionErrors: [{ status: 'Resolved' }] });
  await room.platform.data.queue(companyId, 'invoices');
  await room.advance(10_000);
  expect((await room.platform.connections.show(companyId, connection.id)).status).toBe('Linked');
});

test('a refusal is told and changes nothing', async () => {
  const room = await testPlatform();
  const { companyId, connectionId } = await waiting(room);
  room.events();
  expect((await room.platform.linking.fail(companyId, connectionId)).status).toBe('PendingAuth');
  expect(room.events()).toEqual(['connection.failed']);
  expect(room.context.published.at(-1)).toMatchObject({ oldStatus: 'PendingAuth' });
});

test('the page is one escaped document without script, with a form for each answer', async () => {
  const room = await testPlatform();
  const { companyId, connectionId } = await waiting(room, 'gbol', '<script>"&\'');
  const page = await room.platform.linking.page(companyId, connectionId);
  const path = `/link/company/${companyId}/${connectionId}`;
  expect(page).toContain(`<form method="post" action="${path}/complete">`);
  expect(page).toContain(`<form method="post" action="${path}/fail">`);
  expect(page).toContain('&lt;script&gt;&quot;&amp;&#39;');
  expect(page).not.toMatch(/<script|https?:/);

  const all = await room.platform.linking.page(companyId);
  expect(all).toContain(`<a href="${path}">Xero</a>`);
  expect(all).not.toContain('<script');

  await room.platform.linking.complete(companyId, connectionId);
  expect(await room.platform.linking.page(companyId, connectionId)).not.toContain('<form');
  await expect(room.platform.linking.page(companyId, companyId)).rejects.toMatchObject({
    code: 'connection.notFound',
  });
});
