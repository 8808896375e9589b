import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { systemTime } from '#base/clock.ts';
import { examined, withOutcome } from '#test/support/doctor-consumers/examined.ts';
import { createJudge } from '#test/support/doctor-consumers/judge.ts';
import { httpConsumer, socketConsumer } from '#test/support/doctor-consumers/servers.ts';
import { hasOpenssl, privateCa } from '#test/support/private-ca.ts';

const withCode = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));
const local = 'DNS:localhost,IP:127.0.0.1';

test('a name that is not known fails dns alone; one that could not be looked up is undetermined', async () => {
  const unknown = await examined('http://hooks.example.test/in', { resolve: withCode('ENOTFOUND') });
  expect([withOutcome(unknown, 'fail'), unknown.requests]).toEqual([['dns'], 0]);
  const silent = await examined('http://hooks.example.test/in', { resolve: withCode('EAI_AGAIN') });
  expect([withOutcome(silent, 'fail'), silent.verdict]).toEqual([[], 'undetermined']);
  const none = await examined('http://hooks.invalid/in', { resolve: withCode('EAI_AGAIN') });
  expect(withOutcome(none, 'fail')).toEqual(['dns']);
  const never = await examined('http://hooks.example.test/in', {
    resolve: () => new Promise(() => undefined),
    limits: { connectMs: 50 },
  });
  expect(never.checks[0]).toMatchObject({ id: 'dns', outcome: 'undetermined' });
});

test('a closed port fails tcp alone', async () => {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const result = await examined(`http://127.0.0.1:${port}/hooks`);
  expect([withOutcome(result, 'fail'), result.requests]).toEqual([['tcp'], 0]);
});

test('it connects to the address that was judged, whatever the name leads to later', async () => {
  const { url, seen } = await httpConsumer(createJudge());
  const { port } = new URL(url);
  const asked: string[] = [];
  const result = await examined(`http://hooks.example.test:${port}/hooks`, {
    resolve: async (name) => {
      asked.push(name);
      return asked.length === 1 ? ['127.0.0.1'] : ['192.0.2.1'];
    },
  });
  expect([result.verdict, asked]).toEqual(['pass', ['hooks.example.test']]);
  expect(seen.requests).toBe(result.requests);
});

test.runIf(hasOpenssl)('a sound consumer over TLS passes everything', async () => {
  const { caPem, cert, key } = privateCa(local, 90);
  const { url } = await httpConsumer(createJudge(), { tls: { cert, key }, host: 'localhost' });
  const result = await examined(url, { ca: caPem });
  expect(withOutcome(result, 'fail')).toEqual([]);
  expect(result.verdict).toBe('pass');
  expect(result.checks.find(({ id }) => id === 'tls')?.evidence.join('\n')).toMatch(
    /TLSv1\.3[\s\S]*89|90 days/,
  );
});

test.runIf(hasOpenssl).each([
  ['expires soon', local, 29, true, /valid until .*\((28|29) days\)/],
  ['is for another name', 'DNS:other.example', 90, true, /altnames|does not match/i],
  ['is of an unknown authority', local, 90, false, /chain is not trusted/],
])('a certificate that %s fails tls alone', async (_what, names, days, trusts, evidence) => {
  const { caPem, cert, key } = privateCa(names, days);
  const { url, seen } = await httpConsumer(createJudge(), { tls: { cert, key }, host: 'localhost' });
  const result = await examined(url, trusts ? { ca: caPem } : {});
  expect(withOutcome(result, 'fail')).toEqual(['tls']);
  expect(result.checks.find(({ id }) => id === 'tls')?.evidence.join('\n')).toMatch(evidence);
  // Whoever it is that answers there gets no Authorization.
  if (days > 30) expect(seen.requests).toBe(0);
});

test.runIf(hasOpenssl)('a server that still takes TLS 1.0 and 1.1 fails tls alone', async () => {
  const { caPem, cert, key } = privateCa(local, 90);
  const tls = { cert, key, minVersion: 'TLSv1', ciphers: 'ALL:@SECLEVEL=0' } as const;
  const { url } = await httpConsumer(createJudge(), { tls, host: 'localhost' });
  const result = await examined(url, { ca: caPem });
  expect(withOutcome(result, 'fail')).toEqual(['tls']);
  expect(result.checks.find(({ id }) => id === 'tls')?.evidence).toEqual([
    'TLS 1.0 is accepted',
    'TLS 1.1 is accepted',
  ]);
});

test('plain HTTP behind an https URL fails tls alone, and so does a port that never shakes hands', async () => {
  const { url } = await httpConsumer(createJudge());
  const plain = await examined(url.replace('http:', 'https:'));
  expect([withOutcome(plain, 'fail'), plain.requests]).toEqual([['tls'], 0]);
  const silent = await socketConsumer(() => undefined, undefined, 'https');
  const result = await examined(silent.url, { limits: { connectMs: 200 } });
  expect([withOutcome(result, 'fail'), result.requests]).toEqual([['tls'], 0]);
});

test('it ends as soon as it is aborted, in a handshake that never ends', async () => {
  const { url } = await socketConsumer(() => undefined, undefined, 'https');
  const abort = new AbortController();
  const ended = examined(url, { signal: abort.signal });
  setTimeout(() => abort.abort(new Error('stopped by hand')), 100);
  const startedAt = systemTime.monotonic();
  await expect(ended).rejects.toThrow('stopped by hand');
  expect(systemTime.monotonic() - startedAt).toBeLessThan(5000);
});

const hasIPv6 = Object.values(networkInterfaces()).some((some) =>
  some?.some(({ address }) => address === '::1'),
);

test.runIf(hasIPv6)('a consumer at an IPv6 address is tested like any other', async () => {
  const { url } = await httpConsumer(createJudge(), { bind: '::1', host: '[::1]' });
  const result = await examined(url);
  expect([result.verdict, result.checks[0]?.evidence]).toEqual([
    'pass',
    ['::1 is an IP address; no name to resolve.'],
  ]);
});
