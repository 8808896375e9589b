import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCases } from '#desk/cases/index.ts';
import { hasOpenssl, privateCa } from '#test/support/private-ca.ts';
import { formsOf, plantedKey, testTargets } from '#test/support/test-targets.ts';

const request = { name: 'production', baseUrl: 'https://api.example.com/', apiKey: plantedKey };
const clientId = '6f2d2a52-54a7-4a1c-9f0e-0c3f8f3a9b11';

test('the local target is always there, first; others are added, shown, changed and removed', async () => {
  const { targets, context } = await testTargets();
  const added = await targets.add({ ...request, clientId });
  expect(added).toMatchObject({
    name: 'production',
    kind: 'remote',
    baseUrl: 'https://api.example.com',
    apiKey: '••••535',
    clientId,
    hasCa: false,
    concurrency: 5,
    perSecond: 10,
  });
  expect((await targets.list()).map(({ name, kind }) => [name, kind])).toEqual([
    ['local', 'local'],
    ['production', 'remote'],
  ]);
  expect(await targets.show(added.id)).toEqual(added);
  expect(await targets.idOf('PRODUCTION')).toBe(added.id);
  expect(await targets.idOf(added.id)).toBe(added.id);
  expect(await targets.idOf('local')).toBe('local');
  const changed = await targets.change(added.id, { name: 'live', clientId: null, perSecond: 3 });
  expect(changed).toMatchObject({ name: 'live', perSecond: 3, created: added.created });
  expect(changed.clientId).toBeUndefined();
  await targets.remove(added.id);
  await expect(targets.show(added.id)).rejects.toThrow(/not found/);
  await expect(targets.client(added.id)).rejects.toThrow(/not found/);
  expect(context.announced.map((each) => ('change' in each ? each.change : ''))).toEqual([
    'added',
    'changed',
    'removed',
  ]);
});

test.each([
  ['http://api.example.com', /https/],
  ['ftp://127.0.0.1', /https/],
  ['https://user:word@api.example.com', /user or password/],
  ['https://user@api.example.com', /user or password/],
  ['https://api.example.com/?key=1', /query or fragment/],
  ['https://api.example.com/#', /query or fragment/],
  ['api.example.com', /full URL/],
  ['http://127.0.0.1.example.com', /https/],
  ['http://localhost.example.com', /https/],
])('the base URL %s is refused', async (baseUrl, words) => {
  const { targets } = await testTargets();
  await expect(targets.add({ ...request, baseUrl })).rejects.toThrow(words);
  expect(await targets.list()).toHaveLength(1);
});

test.each([
  ['https://API.example.com:443//', 'https://api.example.com'],
  ['https://api.example.com/v1/', 'https://api.example.com/v1'],
  ['http://localhost:4410/', 'http://localhost:4410'],
  ['http://[::1]:4410', 'http://[::1]:4410'],
  ['http://127.9.9.9', 'http://127.9.9.9'],
])('the base URL %s is kept as %s', async (baseUrl, kept) => {
  const { targets } = await testTargets();
  expect((await targets.add({ ...request, baseUrl })).baseUrl).toBe(kept);
});

test('names are unique without case, and none could be taken for an id or the local service', async () => {
  const { targets } = await testTargets();
  const { id } = await targets.add(request);
  const other = await targets.add({ ...request, name: 'other' });
  await expect(targets.add({ ...request, name: ' Production ' })).rejects.toThrow(/already/);
  await expect(targets.change(other.id, { name: 'PRODUCTION' })).rejects.toThrow(/already/);
  expect((await targets.change(id, { name: 'Production' })).name).toBe('Production');
  for (const name of ['Local', ' ', 'a\nb', clientId]) {
    await expect(targets.add({ ...request, name })).rejects.toThrow(/^The request is invalid: name /);
  }
});

test('the local target stays; one that cases use stays, and they are named', async () => {
  const { targets, context } = await testTargets();
  const { id } = await targets.add(request);
  const cases = createCases(context);
  await cases.create({ name: 'Bakery', targetId: id }, 'Ada');
  await cases.create({ name: 'Acme', targetId: id }, 'Ada');
  await cases.create({ name: 'Other' }, 'Ada');
  await expect(targets.remove('local')).rejects.toThrow(/is built in/);
  await expect(targets.change('local', { name: 'x' })).rejects.toThrow(/is built in/);
  await expect(targets.remove(id)).rejects.toThrow(/used by Acme and Bakery/);
  expect(await targets.list()).toHaveLength(2);
});

test('a key is not handed to another server with a new base URL', async () => {
  const { targets } = await testTargets();
  const { id } = await targets.add(request);
  await expect(targets.change(id, { baseUrl: 'https://elsewhere.example' })).rejects.toThrow(
    /another server/,
  );
  expect((await targets.change(id, { baseUrl: 'https://api.example.com/v2' })).baseUrl).toMatch(/v2$/);
  const moved = await targets.change(id, { baseUrl: 'https://elsewhere.example', apiKey: 'another-key-9' });
  expect(moved).toMatchObject({ baseUrl: 'https://elsewhere.example', apiKey: '••••' });
});

test('a private authority must be PEM, and hold certificates alone', async () => {
  const { targets } = await testTargets();
  for (const [caPem, words] of [
    ['no pem', /no certificate/],
    ['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----', /unreadable certificate \(number 1\)/],
    ['-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----', /PRIVATE KEY/],
  ] as const) {
    await expect(targets.add({ ...request, caPem })).rejects.toThrow(words);
  }
});

test.runIf(hasOpenssl)('a private authority is kept, and taken away again', async () => {
  const { targets } = await testTargets();
  const ca = privateCa('DNS:localhost');
  const { id, hasCa } = await targets.add({ ...request, caPem: `words before\n${ca.caPem}${ca.cert}` });
  expect(hasCa).toBe(true);
  expect((await targets.change(id, { caPem: null })).hasCa).toBe(false);
  await expect(targets.change(id, { caPem: ca.caPem + ca.caKey })).rejects.toThrow(/PRIVATE KEY/);
});

test('a client stays the same for as long as its target does', async () => {
  const { targets } = await testTargets();
  const { id } = await targets.add(request);
  const client = await targets.client(id);
  expect(await targets.client(id)).toBe(client);
  await targets.change(id, { apiKey: 'a-new-key-1' });
  const next = await targets.client(id);
  expect(next).not.toBe(client);
  expect(await targets.client('local')).toBe(await targets.client('local'));
});

test('no byte of the data folder, the log and the announcements shows the key', async () => {
  const { targets, context, logged } = await testTargets();
  const { id } = await targets.add(request);
  await targets.change(id, { name: 'live', apiKey: `${plantedKey}-new` });
  const shown = JSON.stringify([await targets.list(), context.announced, logged()]);
  const files = readdirSync(context.dataDir).map((name) =>
    readFileSync(join(context.dataDir, name), 'latin1'),
  );
  expect(files.length).toBeGreaterThan(0);
  for (const form of formsOf(plantedKey)) {
    for (const text of [shown, ...files]) expect(text.includes(form)).toBe(false);
  }
});
