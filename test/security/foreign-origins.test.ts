import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sessionHeader } from '#contract/session-header.ts';
import { launchChromium } from '#test/support/browser.ts';
import { speak } from '#test/support/speak.ts';
import { testHost } from '#test/support/test-host.ts';

/**
 * What a page of another site, of another port or of a file may bring a browser to do that is signed in at the desk, or
 * that was told the API key once and sends it along, even if the page got hold of the session's secret: nothing that changes anything or tells anything.
 *
 * Integrators' servers call the public API with a key and say nothing of where they come from; that is what it is for.
 */

type Headers = Readonly<Record<string, string>>;

const sources: readonly (readonly [name: string, headers: Headers])[] = [
  ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  ['another site, of an old browser', { origin: 'http://evil.example' }],
  ['another port of this machine', { origin: 'http://127.0.0.1:5555', 'sec-fetch-site': 'same-site' }],
  ['another port, of an old browser', { origin: 'http://127.0.0.1:5555' }],
  ['the other name of this machine', { origin: 'http://localhost:PORT', 'sec-fetch-site': 'cross-site' }],
  ['the other name, of an old browser', { origin: 'http://localhost:PORT' }],
  ['our address over TLS', { origin: 'https://127.0.0.1:PORT' }],
  ['our address without its port', { origin: 'http://127.0.0.1' }],
  ['a name that begins as our address', { origin: 'http://127.0.0.1:PORT.evil.example' }],
  ['user information', { origin: 'http://127.0.0.1:PORT@evil.example' }],
  ['a file or a sandboxed frame', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ['a file, of an old browser', { origin: 'null' }],
  ['a file that names itself', { origin: 'file://' }],
  ['an extension', { origin: 'chrome-extension://abcdefghijklmnop', 'sec-fetch-site': 'cross-site' }],
  ['an empty origin', { origin: '' }],
  ['two origins', { origin: 'http://127.0.0.1:PORT http://evil.example' }],
  ['a picture or a script', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
  ['a subdomain', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' }],
  ['a site that is not told', { 'sec-fetch-site': '' }],
];

const everyType: ReadonlySet<string> = new Set([
  'another site',
  'another port, of an old browser',
  'an empty origin',
]);

/** What a form can send, and what it would be if it were taken for JSON. */
const bodies = (json: string): readonly (readonly [type: string, body: string])[] => [
  ['application/json', json],
  ['text/plain', json],
  ['text/plain; charset=application/json', json],
  ['application/x-www-form-urlencoded', `${json}=`],
  [
    'multipart/form-data; boundary=x',
    `--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n${json}\r\n--x--`,
  ],
  ['application/csp-report', json],
];

interface Attacked {
  readonly url: string;
  readonly credentials: Headers;
  readonly changing: readonly string[];
}

const started = async () => {
  const host = await testHost();
  const { apiUrl, apiKey, deskUrl, dataDir } = host.ready;
  const { ticket } = (await host.desk('POST', '/api/session/tickets')).body;
  const signedIn = await fetch(`${deskUrl}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ticket }),
  });
  const { session } = (await signedIn.json()) as { session: string };
  const asBrowser: Headers = { [sessionHeader]: session };
  const company = (await host.api('POST', '/companies', { name: 'Acme' })).body;
  const connection = (await host.api('POST', `/companies/${company.id}/connections`, { platformKey: 'gbol' }))
    .body;
  const state = async () => ({
    cases: (await host.desk('GET', '/api/cases')).body.results.length,
    keys: (await host.desk('GET', '/api/keys')).body.results.length,
    settings: (await host.desk('GET', '/api/settings')).body,
    session: (await fetch(`${deskUrl}/api/session`, { headers: asBrowser })).status,
    uploads: readdirSync(dataDir).includes('uploads') ? readdirSync(join(dataDir, 'uploads')) : [],
    companies: (await host.api('GET', '/companies')).body.totalResults,
    connection: (await host.api('GET', `/companies/${company.id}/connections/${connection.id}`)).body.status,
    rules: (await host.api('GET', '/rules')).body.totalResults,
    profile: (await host.api('GET', '/profile')).body,
  });
  const link = `/link/company/${company.id}/${connection.id}`;
  const servers: Attacked[] = [
    {
      url: deskUrl,
      credentials: asBrowser,
      changing: [
        'POST /api/cases {"name":"evil","targetId":"local"}',
        'POST /api/keys {"name":"evil"}',
        'POST /api/reset {}',
        'POST /api/sample',
        'POST /api/uploads?name=evil.txt evil',
        'POST /api/session/tickets',
        'DELETE /api/session',
        'GET /api/keys',
        'GET /api/stream',
      ],
    },
    {
      url: apiUrl,
      credentials: { authorization: `Basic ${btoa(`${apiKey}:`)}` },
      changing: [
        'POST /companies {"name":"evil"}',
        'POST /rules {"type":"Data sync completed","notifiers":{"webhook":"https://evil.example"}}',
        'PUT /profile {"name":"evil","redirectUrl":"https://evil.example"}',
        'POST /apiKeys {"name":"evil"}',
        `POST /companies/${company.id}/data/queue/bankStatements`,
        `DELETE /companies/${company.id}`,
        'GET /companies',
      ],
    },
    { url: apiUrl, credentials: {}, changing: [`POST ${link}/complete x=1`, `POST ${link}/fail x=1`] },
  ];
  return { host, state, servers };
};

interface Asked {
  readonly url: string;
  readonly target: string;
  readonly headers: Headers;
  readonly body?: string;
}

/** As a browser sends it; `fetch` would not let these headers be set. */
const ask = ({ url, target, headers, body = '' }: Asked): Promise<string> => {
  const { host, port } = new URL(url);
  const all = { host, ...headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value.replaceAll('PORT', port)}\r\n`);
  return speak(url, `${target} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
};

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

/** Headers by which a server lets other pages in. */
const allowance = /^access-control-/im;

test('no page elsewhere changes anything or is told anything with what a browser sends along by itself', async () => {
  const { state, servers } = await started();
  const before = await state();
  const through: string[] = [];
  for (const { url, credentials, changing } of servers) {
    for (const [name, source] of sources) {
      const requests = changing.flatMap((one) => {
        const [method, path, ...rest] = one.split(' ');
        const target = `${method} ${path}`;
        const plain = { url, target, headers: { ...credentials, ...source } };
        if (rest.length === 0) return [plain];
        // Where a request comes from is refused before its body is looked at: every type from a few sources is enough.
        const types = bodies(rest.join(' ')).slice(0, everyType.has(name) ? undefined : 1);
        return types.map(([type, body]) => ({
          ...plain,
          headers: { ...plain.headers, 'content-type': type },
          body,
        }));
      });
      for (const request of requests) {
        const answer = await ask(request);
        if (statusOf(answer) !== 403 || allowance.test(answer)) {
          through.push(`${name}: ${request.target}: ${answer.slice(0, 60)}`);
        }
      }
    }
  }
  expect(through).toEqual([]);
  expect(await state()).toEqual(before);
});

test('a preflight is allowed nothing, whoever asks for whatever', async () => {
  const { servers } = await started();
  for (const { url, credentials, changing } of servers) {
    for (const one of changing) {
      const [method, path] = one.split(' ');
      const answer = await ask({
        url,
        target: `OPTIONS ${path}`,
        headers: {
          ...credentials,
          origin: 'https://evil.example',
          'access-control-request-method': method as string,
          'access-control-request-headers': 'authorization, content-type',
          'access-control-request-private-network': 'true',
        },
      });
      expect(answer).toMatch(/^HTTP\/1\.1 (204|403|404) /);
      expect(answer).not.toMatch(allowance);
    }
  }
});

test('nobody speaks over a socket that is upgraded, wherever it comes from', async () => {
  const { host, servers } = await started();
  for (const { url, credentials, changing } of servers) {
    for (const origin of ['https://evil.example', url]) {
      for (const path of [
        '/',
        '/api/stream',
        '/api/keys',
        '/companies',
        changing[0]?.split(' ')[1] as string,
      ]) {
        const answering = ask({
          url,
          target: `GET ${path}`,
          headers: {
            ...credentials,
            origin,
            upgrade: 'websocket',
            'sec-websocket-version': '13',
            'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
          },
        });
        // A stream ends with its session.
        if (path === '/api/stream' && origin === url) await host.desk('DELETE', '/api/session');
        else expect(await answering).not.toMatch(/^HTTP\/1\.1 101/);
      }
    }
  }
}, 20_000);

test('a body that a form can send is taken for JSON by no route, also from our own page', async () => {
  const { state, servers } = await started();
  const before = await state();
  for (const { url, credentials, changing } of servers.slice(0, 2)) {
    for (const one of changing.filter((text) => text.includes('{'))) {
      const [method, path, ...rest] = one.split(' ');
      for (const [type, body] of bodies(rest.join(' ')).slice(1)) {
        const answer = await ask({
          url,
          target: `${method} ${path}`,
          headers: { ...credentials, origin: url, 'sec-fetch-site': 'same-origin', 'content-type': type },
          body,
        });
        expect([type, path, statusOf(answer)]).toEqual([type, path, 415]);
      }
    }
  }
  expect(await state()).toEqual(before);
});

test('an integrator’s server, our own pages and a person who types an address are answered', async () => {
  const { servers } = await started();
  const own = (url: string): Headers[] => [
    {},
    { origin: url },
    { origin: url, 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
  ];
  for (const { url, credentials } of servers.slice(0, 2)) {
    const path = sessionHeader in credentials ? '/api/cases' : '/companies';
    for (const headers of own(url)) {
      const answer = await ask({ url, target: `GET ${path}`, headers: { ...credentials, ...headers } });
      expect(statusOf(answer)).toBe(200);
    }
  }
});

test('what is answered can be loaded by no page elsewhere as a script, a style or a picture', async () => {
  const { servers } = await started();
  const [desk, api] = servers as [Attacked, Attacked];
  const paths: readonly (readonly [Attacked, readonly string[]])[] = [
    [desk, ['/', '/api/cases', '/api/keys', '/api/session', '/api/openapi.json', '/api/docs/', '/api/no']],
    [api, ['/companies', '/apiKeys', '/openapi.json', '/docs', '/docs/static/swagger-ui.css', '/no', '/%zz']],
  ];
  for (const [{ url, credentials }, asked] of paths) {
    for (const path of asked) {
      const answer = (await ask({ url, target: `GET ${path}`, headers: { ...credentials } })).toLowerCase();
      expect([path, answer.includes('\r\nx-content-type-options: nosniff\r\n')]).toEqual([path, true]);
      expect([path, answer.includes('\r\ncross-origin-resource-policy: same-origin\r\n')]).toEqual([
        path,
        true,
      ]);
    }
  }
});

const evilPage = readFileSync(join(import.meta.dirname, 'evil-page.html'));

/** A page of another port, which answers everything with itself. */
const startEvilPage = async (): Promise<number> => {
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(evilPage),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
};

test('in Chromium, signed in and told the key, a page elsewhere reads nothing and changes nothing', async () => {
  const { host, state, servers } = await started();
  const { apiUrl, apiKey, deskUrl } = host.ready;
  const link = servers[2]?.changing[0]?.split(' ')[1]?.replace('/complete', '') as string;
  const before = await state();
  const port = await startEvilPage();
  const browser = await launchChromium(['--host-resolver-rules=MAP *.evil.example 127.0.0.1']);
  onTestFinished(() => browser.close());
  const context = await browser.newContext({
    httpCredentials: { username: apiKey, password: '', origin: apiUrl },
  });
  // Of our origin, and small: the pages of the documentation keep Chromium busy for seconds.
  const ownPage = `${deskUrl}/api/session`;
  const own = await context.newPage();
  const { ticket } = (await host.desk('POST', '/api/session/tickets')).body;
  await own.goto(ownPage);
  const signIn = async (text: string) => {
    const asked = await fetch('/api/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ticket: text }),
    });
    return ((await asked.json()) as { session: string }).session;
  };
  const session = await own.evaluate(signIn, ticket as string);
  expect(session).toMatch(/^[\w-]{20,}$/);
  // The browser asks for the key, and keeps it: from now on it goes along with every request there.
  expect((await own.goto(`${apiUrl}/companies`))?.status()).toBe(200);

  for (const site of [`http://127.0.0.1:${port}`, `http://www.evil.example:${port}`]) {
    const page = await context.newPage();
    await page.goto(site);
    expect(
      await page.evaluate(
        `attack(${JSON.stringify({ desk: deskUrl, api: apiUrl, link, session: { [sessionHeader]: session } })})`,
      ),
    ).toEqual([]);
    const forms = [
      `${deskUrl}/api/cases`,
      `${deskUrl}/api/reset`,
      `${apiUrl}/companies`,
      `${apiUrl}${link}/complete`,
    ];
    for (const url of forms) {
      for (const enctype of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
        await page.goto(site);
        const answered = page.waitForResponse((response) => response.url() === url);
        await Promise.all([
          page.waitForURL(url),
          page.evaluate(`submitForm(${JSON.stringify({ url, enctype })})`),
        ]);
        // A form carries no session.
        expect([401, 403]).toContain((await answered).status());
      }
    }
    await page.close();
  }
  expect(await state()).toEqual(before);
  // The same browser may still do everything on the page that is ours.
  await own.goto(ownPage);
  const askForKeys = async (headers: Record<string, string>) =>
    (await fetch('/api/keys', { headers })).status;
  expect(await own.evaluate(askForKeys, { [sessionHeader]: session })).toBe(200);
});
