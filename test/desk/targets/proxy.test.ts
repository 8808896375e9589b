import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { forwardProxy } from '#test/support/forward-proxy.ts';
import { hasOpenssl, privateCa } from '#test/support/private-ca.ts';
import { json, scriptedServer } from '#test/support/scripted-server.ts';
import { formsOf, plantedKey, testTargets } from '#test/support/test-targets.ts';

const get = { method: 'GET', path: '/companies', attempts: 1 } as const;
const baseUrl = 'https://api.service.test';
const password = 'Proxy:Pass/word-1234';
const asWritten = encodeURIComponent(password);

/** A service that only a proxy finds, behind TLS of a private authority. */
const hiddenService = async () => {
  const ca = privateCa('DNS:api.service.test,IP:127.0.0.1');
  return { ...ca, ...(await scriptedServer((_request, response) => json(response, { fine: true }), ca)) };
};

test.runIf(hasOpenssl)('a target is reached by its own proxy, whatever the environment says', async () => {
  const { port, caPem, seen } = await hiddenService();
  const proxy = await forwardProxy(port, `Basic ${btoa(`jo:${password}`)}`);
  const { remote, targets, logged } = await testTargets();
  vi.stubEnv('HTTPS_PROXY', 'http://127.0.0.1:9');
  vi.stubEnv('NO_PROXY', '*');
  const proxyUrl = `http://jo:${asWritten}@${proxy.host}`;
  const client = await remote(baseUrl, { caPem, proxyUrl });
  expect((await client.call(get)).body).toEqual({ fine: true });
  expect(proxy.asked).toEqual(['api.service.test:443']);
  expect(seen[0]?.headers.authorization).toBe(`Basic ${btoa(plantedKey)}`);
  expect(seen[0]?.headers['proxy-authorization']).toBeUndefined();

  // Through the proxy, the private authority holds; without it, nobody is trusted.
  const untrusting = await remote(baseUrl, { proxyUrl, name: 'untrusting' });
  await expect(untrusting.call(get)).rejects.toThrow(/is not trusted here/);
  const wrong = await remote(baseUrl, { caPem, proxyUrl: `http://jo@${proxy.host}`, name: 'wrong' });
  await expect(wrong.call(get)).rejects.toThrow(/requires a user and password \(407\).*--proxy-file/);
  await expect((await remote(baseUrl, { caPem, name: 'none' })).call(get)).rejects.toThrow(
    /does not resolve/,
  );
  expect(JSON.stringify(await targets.list())).toContain(`http://••••@${proxy.host}`);
  for (const form of [...formsOf(password), btoa(`jo:${password}`)]) expect(logged()).not.toContain(form);
});

test.runIf(hasOpenssl)('a proxy may itself be reached by TLS of the private authority', async () => {
  const { port, caPem, key, cert } = await hiddenService();
  const proxy = await forwardProxy(port, undefined, { key, cert });
  const { remote } = await testTargets();
  const client = await remote(baseUrl, { caPem, proxyUrl: `https://${proxy.host}` });
  expect((await client.call(get)).statusCode).toBe(200);
  const untrusting = await remote(baseUrl, { proxyUrl: `https://${proxy.host}`, name: 'untrusting' });
  await expect(untrusting.call(get)).rejects.toMatchObject({ kind: 'proxy', notCarriedOut: true });
});

test('a proxy is changed with the next call, and taken away again', async () => {
  const { remote, targets } = await testTargets();
  const client = await remote(baseUrl, { proxyUrl: 'http://127.0.0.1:9' });
  await expect(client.call(get)).rejects.toThrow(/the proxy 127\.0\.0\.1:9 can't be reached/);
  const { id } = client.target;
  const changed = await targets.change(id, { proxyUrl: 'http://user:one@127.0.0.1:9' });
  expect(changed.proxyUrl).toBe('http://••••@127.0.0.1:9');
  const before = await targets.client(id);
  await targets.change(id, { proxyUrl: 'http://user:two@127.0.0.1:9' });
  expect(await targets.client(id)).not.toBe(before);
  expect((await targets.change(id, { proxyUrl: null })).proxyUrl).toBeUndefined();
  await expect((await targets.client(id)).call(get)).rejects.toThrow(/does not resolve/);
});

test.each([
  ['proxy.example.com:8080', /full URL|http:\/\//],
  ['socks5://proxy.example.com', /http:\/\/ or https:\/\//],
  ['http://proxy.example.com/path', /host and port/],
  ['http://proxy.example.com?x=1', /host and port/],
  ['http://:secret-word@proxy.example.com', /without a user/],
  ['http://user:50%@proxy.example.com', /%25/],
])('the proxy %s is refused, and not repeated', async (proxyUrl, words) => {
  const { remote, targets } = await testTargets();
  const refused = remote(baseUrl, { proxyUrl });
  await expect(refused).rejects.toThrow(words);
  await expect(refused).rejects.not.toThrow(/secret-word|50%@/);
  expect(await targets.list()).toHaveLength(1);
});

test('a target on this machine has no proxy', async () => {
  const { remote, targets } = await testTargets();
  const proxyUrl = 'http://proxy.example.com:8080';
  await expect(remote('http://127.0.0.1:9', { proxyUrl })).rejects.toThrow(
    /not used for a target on this machine/,
  );
  const { target } = await remote(baseUrl, { proxyUrl });
  const here = { baseUrl: 'http://localhost:9', apiKey: 'other-key' };
  await expect(targets.change(target.id, here)).rejects.toThrow(/not used for a target on this machine/);
  await targets.change(target.id, { ...here, proxyUrl: null });
});

test('no byte of the data folder and the log shows the password of a proxy', async () => {
  const { remote, targets, context, logged } = await testTargets();
  const { target } = await remote(baseUrl, { proxyUrl: `http://jo:${asWritten}@127.0.0.1:9` });
  await targets.change(target.id, { proxyUrl: `http://jo:${asWritten}-new@127.0.0.1:9` });
  await targets.test(target.id);
  const files = readdirSync(context.dataDir).map((name) =>
    readFileSync(join(context.dataDir, name), 'latin1'),
  );
  const shown = JSON.stringify([await targets.list(), context.announced, logged()]);
  for (const form of formsOf(password)) {
    for (const text of [shown, ...files]) expect(text.includes(form)).toBe(false);
  }
});

test('a proxy whose key is lost is not gone around', async () => {
  const { context, targets, remote } = await testTargets();
  const { target } = await remote(baseUrl, { proxyUrl: 'http://jo:word@127.0.0.1:9' });
  await context.store.write(({ db }) =>
    db
      .updateTable('targets')
      .set({ proxy: Buffer.from('sealed under another key') })
      .execute(),
  );
  await expect(targets.client(target.id)).rejects.toMatchObject({ code: 'target.proxyLost' });
  expect((await targets.show(target.id)).proxyUrl).toBe('lost');
  await targets.change(target.id, { proxyUrl: null });
  await targets.client(target.id);
});
