import { expect, test, vi } from 'vitest';
import { forwardProxy } from '#test/support/forward-proxy.ts';
import { hasOpenssl, privateCa } from '#test/support/private-ca.ts';
import { json, scriptedServer } from '#test/support/scripted-server.ts';
import { formsOf, plantedKey, testTargets } from '#test/support/test-targets.ts';

const get = { method: 'GET', path: '/companies', attempts: 2 } as const;

/** A service behind TLS, with a certificate of a private authority. */
const secureServer = async (names: string) => {
  const ca = privateCa(names);
  return { ...ca, ...(await scriptedServer((_request, response) => json(response, { fine: true }), ca)) };
};

test.runIf(hasOpenssl)(
  'a private authority is trusted by the target that it was given for, and by no other',
  async () => {
    const { url, caPem, seen } = await secureServer('IP:127.0.0.1');
    const { remote } = await testTargets();
    const unknown = (await remote(url)).call({ ...get, method: 'POST' });
    await expect(unknown).rejects.toThrow(/is not trusted here .* \(--ca FILE\)/);
    await expect(unknown).rejects.toMatchObject({ kind: 'tls', notCarriedOut: true });
    const trusting = await remote(url, { name: 'trusting', caPem });
    expect((await trusting.call(get)).body).toEqual({ fine: true });
    expect(seen).toHaveLength(1);
  },
);

test.runIf(hasOpenssl)('the usual authorities stay trusted besides', async () => {
  const { url, caPem } = await secureServer('IP:127.0.0.1');
  const other = privateCa('IP:127.0.0.1');
  const { remote } = await testTargets();
  const client = await remote(url, { caPem: other.caPem + caPem });
  expect((await client.call(get)).statusCode).toBe(200);
});

test.runIf(hasOpenssl)('a certificate for another name is refused', async () => {
  const { url, caPem, seen } = await secureServer('DNS:elsewhere.test');
  const { remote } = await testTargets();
  await expect((await remote(url, { caPem })).call(get)).rejects.toThrow(/certificate is for another name/);
  expect(seen).toEqual([]);
});

test.runIf(hasOpenssl).each(['HTTPS_PROXY', 'https_proxy'])(
  'a remote target is reached by the proxy of %s',
  async (name) => {
    const { port, caPem, seen } = await secureServer('DNS:api.service.test');
    const proxy = await forwardProxy(port);
    const { remote } = await testTargets();
    vi.stubEnv(name, `http://${proxy.host}`);
    const client = await remote('https://api.service.test', { caPem });
    expect((await client.call({ ...get, method: 'POST', body: {} })).body).toEqual({ fine: true });
    expect(proxy.asked).toEqual(['api.service.test:443']);
    expect(seen[0]?.headers.authorization).toBe(`Basic ${btoa(plantedKey)}`);
  },
);

test.runIf(hasOpenssl)(
  'a proxy that asks for a password gets it from its URL, which no message shows',
  async () => {
    const { port, caPem } = await secureServer('DNS:api.service.test');
    const password = 'ProxyPassword-1234';
    const proxy = await forwardProxy(port, `Basic ${btoa(`user:${password}`)}`);
    const { remote, logged } = await testTargets();
    vi.stubEnv('HTTPS_PROXY', `http://user:${password}@${proxy.host}`);
    const good = await remote('https://api.service.test', { caPem });
    expect((await good.call(get)).statusCode).toBe(200);
    vi.stubEnv('HTTPS_PROXY', `http://user:wrong-${password}@${proxy.host}`);
    const bad = await remote('https://api.service.test', { caPem, name: 'bad' });
    await expect(bad.call(get)).rejects.toThrow(/the proxy requires a user and password \(407\)/);
    for (const form of formsOf(password)) expect(logged()).not.toContain(form);
  },
);

test('a proxy that is gone is named, and its password is not', async () => {
  const { remote, logged } = await testTargets();
  vi.stubEnv('HTTPS_PROXY', 'http://user:hidden-word@127.0.0.1:9');
  const call = (await remote('https://api.service.test')).call(get);
  await expect(call).rejects.toThrow(/the proxy 127\.0\.0\.1:9 can't be reached \(ECONNREFUSED\)/);
  await expect(call).rejects.toMatchObject({ kind: 'proxy', notCarriedOut: true });
  expect(logged()).not.toContain('hidden-word');
  vi.stubEnv('HTTPS_PROXY', 'no url');
  const other = (await remote('https://api.service.test', { name: 'other' })).call(get);
  await expect(other).rejects.toThrow(/is not a usable URL/);
});

test('loopback is never reached by a proxy, nor is what NO_PROXY names', async () => {
  const server = await scriptedServer((_request, response) => json(response, {}));
  const proxy = await forwardProxy(server.port);
  const { remote, targets } = await testTargets({
    local: { baseUrl: server.url, apiKey: async () => 'k', clientId: async () => undefined },
  });
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY']) vi.stubEnv(name, `http://${proxy.host}`);
  await (await remote(server.url)).call(get);
  await (await targets.client('local')).call(get);
  expect(server.seen).toHaveLength(2);
  vi.stubEnv('NO_PROXY', '.invalid');
  await expect((await remote('https://x.invalid', { name: 'x' })).call(get)).rejects.toThrow(
    /does not resolve/,
  );
  expect(proxy.asked).toEqual([]);
});
