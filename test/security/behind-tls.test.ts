import { expect, test } from 'vitest';
import { hasOpenssl } from '#test/support/private-ca.ts';
import { testHost } from '#test/support/test-host.ts';
import { type Asked, startTlsProxy, type TlsProxy } from '#test/support/tls-proxy.ts';

/** The desk behind a proxy of this machine that ends TLS, and says of itself nothing at all: only `Host` tells. */

const started = async (name = 'desk.example') => {
  const proxy = await startTlsProxy(name);
  const httpsUrl = `https://${name}:${proxy.port}`;
  const host = await testHost({ httpsUrl });
  proxy.to(host.ready.deskUrl);
  const token = { authorization: `Bearer ${host.ready.deskToken}` };
  return { proxy, host, httpsUrl, deskUrl: host.ready.deskUrl, token };
};
type Started = Awaited<ReturnType<typeof started>>;

const signIn = async ({ proxy, token, httpsUrl }: Started): Promise<string> => {
  const made = await proxy.ask('/api/session/tickets', { method: 'POST', headers: token });
  const { ticket, publicUrl } = JSON.parse(made.text);
  expect(publicUrl).toBe(`${httpsUrl}/#ticket=${ticket}`);
  const begun = await proxy.ask('/api/session', {
    method: 'POST',
    headers: { origin: httpsUrl, 'sec-fetch-site': 'same-origin' },
    body: { ticket },
  });
  expect(begun.status).toBe(200);
  return JSON.parse(begun.text).session;
};

const codeAt = async (proxy: TlsProxy, path: string, asked: Asked): Promise<number> => {
  const { status, text } = await proxy.ask(path, asked);
  return status < 300 ? status : JSON.parse(text).detailedErrorCode;
};

test.runIf(hasOpenssl)('pages of the stated address are signed in there, and pages of no other', async () => {
  const desk = await started();
  const { proxy, httpsUrl, deskUrl } = desk;
  const session = await signIn(desk);
  const from = (origin: string) => ({ headers: { 'x-carryover-session': session, origin } });
  expect(await codeAt(proxy, '/api/about', from(httpsUrl))).toBe(200);
  expect(await codeAt(proxy, '/api/about', from(httpsUrl.toUpperCase()))).toBe(200);
  const others = [
    'https://evil.example',
    'https://desk.example',
    httpsUrl.replace('https:', 'http:'),
    httpsUrl.replace('desk.', 'desk.desk.'),
    deskUrl,
    'null',
  ];
  for (const origin of others)
    expect([origin, await codeAt(proxy, '/api/about', from(origin))]).toEqual([origin, 41102]);
  const crossSite = { headers: { ...from(httpsUrl).headers, 'sec-fetch-site': 'same-site' } };
  expect(await codeAt(proxy, '/api/about', crossSite)).toBe(41102);

  // A session is of its origin: what began at the stated address is none of a page on this machine, nor the other way.
  const local = await fetch(`${deskUrl}/api/about`, {
    headers: { 'x-carryover-session': session, origin: deskUrl },
  });
  expect(local.status).toBe(401);
  const { ticket } = (await (
    await fetch(`${deskUrl}/api/session/tickets`, { method: 'POST', headers: desk.token })
  ).json()) as { ticket: string };
  const begun = await fetch(`${deskUrl}/api/session`, {
    method: 'POST',
    headers: { origin: deskUrl, 'content-type': 'application/json' },
    body: JSON.stringify({ ticket }),
  });
  const { session: here } = (await begun.json()) as { session: string };
  const used = { headers: { 'x-carryover-session': here, origin: httpsUrl } };
  expect(await codeAt(proxy, '/api/about', used)).toBe(41100);
});

test.runIf(hasOpenssl)('the stated name is answered for, in each of its forms, and no other', async () => {
  const { proxy, token } = await started();
  const at = (host: string) => codeAt(proxy, '/api/about', { headers: { ...token, host } });
  for (const host of [
    'desk.example',
    'DESK.example',
    'desk.example.',
    'desk.example:443',
    'localhost',
    '127.0.0.1',
  ])
    expect([host, await at(host)]).toEqual([host, 200]);
  for (const host of ['evil.example', 'desk.example.evil.example', 'sub.desk.example', 'example', '0.0.0.0'])
    expect([host, await at(host)]).toEqual([host, 40302]);
});

test.runIf(hasOpenssl)(
  'what a proxy of this machine passes on is of no program of this machine, whether or not it says so',
  async () => {
    const { proxy, deskUrl, token } = await started();
    const asked: (readonly [string, Asked])[] = [
      ['as it came', {}],
      ['without the port', { headers: { host: 'desk.example' } }],
      ['with a dot', { headers: { host: 'desk.example.:443' } }],
      ['in capitals', { headers: { host: 'DESK.EXAMPLE' } }],
    ];
    for (const path of ['/health', '/ready', '/metrics']) {
      for (const [what, headers] of asked)
        expect([path, what, await codeAt(proxy, path, headers)]).toEqual([path, what, 40103]);
      expect((await proxy.ask(path, { headers: token })).status).toBe(200);
      expect((await fetch(deskUrl + path)).status).toBe(200);
    }
  },
);

test.runIf(hasOpenssl)(
  'browsers are told to come back by HTTPS alone, where that is how they came',
  async () => {
    const { proxy, deskUrl, token } = await started();
    const name = 'strict-transport-security';
    for (const path of ['/', '/api/about', '/api/session', '/nothing', '/metrics'])
      expect([path, (await proxy.ask(path)).headers[name]]).toEqual([path, 'max-age=31536000']);
    expect((await proxy.ask('/api/about', { headers: token })).headers[name]).toBe('max-age=31536000');
    for (const path of ['/', '/api/about', '/health'])
      expect((await fetch(deskUrl + path)).headers.get(name)).toBeNull();
    expect((await proxy.ask('/', { headers: { host: 'localhost' } })).headers[name]).toBeUndefined();
  },
);

test.runIf(hasOpenssl)(
  'a proxy at localhost is told apart by its port, and shuts out nobody there',
  async () => {
    const desk = await started('localhost');
    const { proxy, httpsUrl, deskUrl } = desk;
    const session = await signIn(desk);
    const answer = await proxy.ask('/api/about', {
      headers: { 'x-carryover-session': session, origin: httpsUrl },
    });
    expect([answer.status, answer.headers['strict-transport-security']]).toEqual([200, undefined]);
    expect(await codeAt(proxy, '/metrics', {})).toBe(40103);
    const local = deskUrl.replace('127.0.0.1', 'localhost');
    expect((await fetch(`${local}/metrics`)).status).toBe(200);
  },
);
