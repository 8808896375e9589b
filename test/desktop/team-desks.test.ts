import { createDecipheriv, createHash } from 'node:crypto';
import { once } from 'node:events';
import { globSync, readFileSync, statSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import type { Desks } from '#contract/bridge.ts';
import { goBack, personInBrowser } from '#test/support/browser-sign-in.ts';
import type { DesktopApp, DialogShown } from '#test/support/desktop-app.ts';
import { until } from '#test/support/host-process.ts';
import { privateCa } from '#test/support/private-ca.ts';
import { startDesk } from '#test/support/start-desk.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { startTlsProxy } from '#test/support/tls-proxy.ts';
import { inPage, shellOfFile } from './own-page.ts';

/** The app and the desks of teams: signed in by the browser, asked over HTTPS, kept apart. */

const { launch } = shellOfFile();

/** A desk behind a proxy that ends TLS for `localhost`, and somebody who works at it. */
const teamDesk = async () => {
  const desk = await startDesk();
  const proxy = await startTlsProxy('localhost');
  proxy.to(desk.deskUrl);
  const person = await personInBrowser(desk);
  return { ...person, caPem: proxy.caPem, address: `https://localhost:${proxy.port}` };
};

const connect = async (
  { page, next }: DesktopApp,
  address: string,
  agree: (opened: string) => Promise<string>,
): Promise<string> => {
  const connected = inPage(page, (it, to) => it.carryover.connectTeam(to), address);
  // It is awaited below, whether or not a browser was opened.
  connected.catch(() => {});
  expect(await agree(await Promise.race([next<string>('external'), connected.then(String)]))).toContain(
    'You can close this window',
  );
  return (await connected) ?? 'cancelled';
};

const show = async ({ page }: DesktopApp, id: string | undefined): Promise<void> => {
  await inPage(page, (it, desk) => void it.carryover.showDesk(desk ?? undefined), id ?? null);
  await page.waitForURL(new RegExp(`^http://${id === undefined ? 'carryover' : `${id}.team`}\\.localhost:`));
  await page.waitForFunction('window.openings !== undefined');
};

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

const asked = (page: Page, path: string, init: object = {}): Promise<Answer> =>
  page.evaluate(
    async ([where, how]) => {
      const response = await fetch(where, how);
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        text: await response.text(),
      };
    },
    [path, init] as const,
  );

const json = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const desksOf = ({ page }: DesktopApp): Promise<Desks> => inPage(page, (it) => it.carryover.desks());

const listOf = (dataDir: string) =>
  JSON.parse(readFileSync(join(dataDir, 'app/team-desks.json'), 'utf8')) as {
    desks: { id: string; address: string; signIn?: { sealed: string } }[];
    last?: string;
  };

/** As the keychain of the stand-in opens it for its user. */
const opened = (sealed: string): { token: string } => {
  const bytes = Buffer.from(sealed, 'base64');
  const key = createHash('sha256').update('jo').digest();
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return JSON.parse(decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8'));
};

/** What the app's own server answers, whatever page asks. */
const rawly = (page: Page, host: string, path: string, headers: Record<string, string> = {}) => {
  const { port } = new URL(page.url());
  return new Promise<number>((resolve, reject) => {
    httpRequest(
      { host: '127.0.0.1', port, path, headers: { host: `${host}.localhost:${port}`, ...headers } },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      },
    )
      .on('error', reject)
      .end();
  });
};

test('the desk of a team: signed in by the browser, worked at, left for the local one, and there after a restart', async () => {
  const { address, caPem, agree, tokens } = await teamDesk();
  const dataDir = temporaryFolder();
  const app = await launch({ dataDir, system: { caPem } });
  const { page } = app;
  expect(await desksOf(app)).toEqual({ teams: [] });
  const id = await connect(app, address, agree);
  const person = { name: 'Ada', login: 'ada@desk.example' };
  const known = { id, address, person, isShown: false, isKept: true };
  expect([id, await desksOf(app)]).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/), { teams: [known] }]);
  expect(await tokens()).toMatchObject([{ name: expect.stringMatching(/^Carryover on /) }]);
  expect(globSync(join(dataDir, 'app/open-*.html'))).toEqual([]);

  await show(app, id);
  expect(JSON.parse((await asked(page, '/api/session')).text)).toMatchObject({ mode: 'person', person });
  const live = await page.evaluate(
    async (init) => {
      const { body } = await fetch('/api/stream');
      const reader = (body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
      const made = await fetch('/api/cases', init);
      let text = '';
      while (!text.includes('"case"')) text += (await reader.read()).value;
      await reader.cancel();
      return { status: made.status, text };
    },
    json({ name: 'of the team' }),
  );
  expect(live).toMatchObject({ status: 200, text: expect.stringContaining('data:') });
  // More than is held at once.
  const bytes = 3 * 1_048_576 + 1;
  const uploaded = await page.evaluate(async (size) => {
    const response = await fetch('/api/uploads?name=big.csv', {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: new Uint8Array(size),
    });
    return response.text();
  }, bytes);
  expect(JSON.parse(uploaded)).toMatchObject({ size: bytes });

  const { token } = opened(listOf(dataDir).desks[0]?.signIn?.sealed ?? '');
  expect(token).toMatch(/^carryover_pat_/);
  const answers = await Promise.all(
    ['/api/session', '/api/account', '/api/cases'].map((path) => asked(page, path)),
  );
  const stored = await page.evaluate(`(async () => [
    JSON.stringify({ ...localStorage, ...sessionStorage }),
    JSON.stringify(await indexedDB.databases()),
    document.cookie,
  ])()`);
  expect(JSON.stringify([answers, stored, await desksOf(app), app.out])).not.toContain(token);
  for (const path of globSync('**/*', { cwd: dataDir }).map((each) => join(dataDir, each)))
    if (statSync(path).isFile()) expect([path, readFileSync(path).includes(token)]).toEqual([path, false]);

  // The host of the local desk is of no concern here.
  await app.killHost();
  expect((await asked(page, '/api/cases')).text).toContain('of the team');
  const { origin } = new URL(page.url());
  const across = await page.evaluate(
    (url) => fetch(url).then(String, (error: Error) => error.name),
    `${origin.replace(`${id}.team`, 'carryover')}/api/cases`,
  );
  expect(across).toBe('TypeError');
  expect(await rawly(page, 'carryover', '/api/session', { origin })).toBe(404);
  for (const host of ['feedfacefeedface.team', `${id.toUpperCase()}.team`, `${id}.teams`, 'team'])
    expect([host, await rawly(page, host, '/'), await rawly(page, host, '/api/session')]).toEqual([
      host,
      404,
      404,
    ]);
  expect(await app.call('wouldRefuse', 'will-navigate', { url: 'app://carryover/' })).toBe(true);
  const askAs = (url: string, parent: object | null = null) =>
    app.call<{ value: { ok: boolean } }>('askAs', 'carryover:desks', { url, parent }, []);
  expect((await askAs(`app://${id}.team/cases`)).value.ok).toBe(true);
  for (const url of ['app://feedfacefeedface.team/', `app://${id}.team/api/session`, 'https://desk.example/'])
    expect([url, (await askAs(url)).value.ok]).toEqual([url, false]);
  expect((await askAs(`app://${id}.team/`, {})).value.ok).toBe(false);

  await show(app, undefined);
  expect((await asked(page, '/api/cases')).text).not.toContain('of the team');
  await show(app, id);
  expect(await app.quit()).toBe(0);

  const again = await launch({ dataDir, system: { caPem } });
  expect(again.page.url()).toContain(`//${id}.team.localhost:`);
  expect(JSON.parse((await asked(again.page, '/api/session')).text)).toMatchObject({ person });
  expect(await desksOf(again)).toEqual({ teams: [{ ...known, isShown: true }], shown: id });

  void inPage(again.page, (it, desk) => it.carryover.signOutTeam(desk), id).catch(() => {});
  await again.page.waitForURL(/carryover\.localhost/);
  expect(await tokens()).toMatchObject([{ revoked: expect.any(String) }]);
  expect(listOf(dataDir)).toEqual({ desks: [{ id, address }] });
  await show(again, id);
  const out = JSON.parse((await asked(again.page, '/api/cases')).text);
  expect(out).toMatchObject({ statusCode: 401, detailedErrorCode: 45090 });

  // Signed in again on the page of the desk, then removed with what the page kept.
  await again.page.evaluate(() => localStorage.setItem('draft', 'mine'));
  const signedIn = inPage(again.page, (it, desk) => it.carryover.signInTeam(desk), id);
  await agree(await again.next<string>('external'));
  expect([await signedIn, (await asked(again.page, '/api/cases')).status]).toEqual([true, 200]);
  const there = again.page.url();
  void inPage(again.page, (it, desk) => it.carryover.removeTeam(desk), id).catch(() => {});
  await again.page.waitForURL(/carryover\.localhost/);
  await until(async () => (await desksOf(again)).teams.length === 0);
  expect(listOf(dataDir)).toEqual({ desks: [] });
  const other = await again.page.context().newPage();
  onTestFinished(() => other.close());
  await until(async () => {
    expect((await other.goto(there))?.status()).toBe(404);
    return other.evaluate(() => localStorage.getItem('draft') === null);
  });
}, 120_000);

interface Told {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
}

const issued = { token: `carryover_pat_${'f'.repeat(43)}`, id: 'b3c1a4de-0000-4000-8000-000000000001' };

/** What signs people in as a desk does, and answers all else as a test wants. */
const fakeDesk = async (
  certificate: { readonly cert: string; readonly key: string },
  answer: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) =>
    response.end('{}'),
) => {
  const told: Told[] = [];
  const signIn: Record<string, object> = {
    'GET /api/session/ways': { people: true },
    'POST /api/session/app-token': issued,
    'GET /api/account': { name: 'Eve', login: 'eve@desk.example' },
  };
  const server: Server = createServer(certificate, (request, response) => {
    const { method = '', url = '', headers } = request;
    told.push({ method, url, headers });
    const known = signIn[`${method} ${url}`];
    if (known === undefined) answer(request, response);
    else response.end(JSON.stringify(known));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { server, told, signIn, address: `https://localhost:${port}` };
};

const agreeAnyway = (url: string): Promise<string> => goBack(url, { code: 'any' });

test('a certificate that is not right is refused in words, before anything is sent', async () => {
  const trusted = privateCa('DNS:localhost');
  const good = await fakeDesk(trusted);
  const others = {
    'is self-signed': privateCa('DNS:localhost'),
    'is for another host': { ...trusted, ...signedBy(trusted, 'DNS:other.example') },
    'has expired': { ...trusted, ...signedBy(trusted, 'DNS:localhost', -1) },
  };
  const app = await launch({ system: { caPem: trusted.caPem } });
  const { page } = app;
  for (const [problem, certificate] of Object.entries(others)) {
    const { address, told } = await fakeDesk(certificate);
    const connected = inPage(page, (it, to) => it.carryover.connectTeam(to), address);
    await expect(connected).rejects.toThrow(
      new RegExp(`certificate of ${address} was refused.*${problem}.*Nothing was sent`),
    );
    expect(told).toEqual([]);
  }
  const closed = inPage(page, (it) => it.carryover.connectTeam('https://localhost:1'));
  await expect(closed).rejects.toThrow("can't be reached: nothing listens there");
  await expect(inPage(page, (it) => it.carryover.connectTeam('http://desk.example'))).rejects.toThrow(
    'must begin with https://',
  );
  expect([app.seen('external'), await desksOf(app)]).toEqual([[], { teams: [] }]);

  // Neither does a desk get the token that shows another certificate later.
  const id = await connect(app, good.address, agreeAnyway);
  await show(app, id);
  expect((await asked(page, '/api/cases')).status).toBe(200);
  const before = good.told.length;
  good.server.setSecureContext(others['has expired']);
  good.server.closeAllConnections();
  expect(JSON.parse((await asked(page, '/api/cases')).text)).toMatchObject({
    statusCode: 502,
    detailedErrorCode: 45091,
    error: expect.stringContaining('has expired'),
  });
  expect(good.told).toHaveLength(before);
  // Signing out says what it could not do, also on the page that comes.
  void inPage(page, (it, desk) => it.carryover.signOutTeam(desk), id).catch(() => {});
  const { options } = await app.next<DialogShown>('dialog');
  expect(options).toMatchObject({ message: expect.stringMatching(/was not revoked: The certificate of/) });
  await page.waitForURL(/carryover\.localhost/);
}, 120_000);

/** A certificate of the same authority. */
const signedBy = (
  authority: { readonly caPem: string; readonly caKey: string },
  names: string,
  days?: number,
): { readonly cert: string; readonly key: string } => privateCa(names, 2, days, authority);

test('a desk that means no good leads nowhere, sets nothing, and learns nothing of the page', async () => {
  const certificate = privateCa('DNS:localhost');
  const elsewhere = await fakeDesk(certificate);
  let closed = 0;
  const { address, told, signIn } = await fakeDesk(certificate, ({ url = '' }, response) => {
    if (url.startsWith('/api/moved'))
      return void response.writeHead(307, { location: `${elsewhere.address}/api/stolen?secret=1` }).end();
    if (url.startsWith('/api/endless')) {
      response.on('close', () => {
        closed += 1;
      });
      const write = (): void =>
        void (response.writable && response.write(Buffer.alloc(65_536), () => setImmediate(write)));
      return write();
    }
    response
      .writeHead(200, {
        'content-type': 'text/html',
        'set-cookie': 'id=1; Path=/',
        'access-control-allow-origin': '*',
        'clear-site-data': '"storage"',
        refresh: '0; url=https://elsewhere.example/',
        'service-worker-allowed': '/',
        etag: '"1"',
      })
      .end('<script>alert(1)</script>');
  });
  const app = await launch({ system: { caPem: certificate.caPem, keychain: 'none' } });
  const { page } = app;
  const refused = async (what: string, response: object): Promise<void> => {
    const before = signIn[what];
    signIn[what] = response;
    const connected = inPage(page, (it, to) => it.carryover.connectTeam(to), address);
    connected.catch(() => {});
    if (what !== 'GET /api/session/ways') await agreeAnyway(await app.next<string>('external'));
    await expect(connected).rejects.toThrow(/Check the address|has no people/);
    signIn[what] = before as object;
  };
  await refused('GET /api/session/ways', ['x'.repeat(2_000_000)]);
  await refused('GET /api/session/ways', { people: false });
  await refused('POST /api/session/app-token', { token: 'carryover_pat_a\r\nx-evil: 1', id: issued.id });
  await refused('GET /api/account', { name: 'Eve' });
  // What was issued and not kept is revoked.
  expect(told.map(({ method, url }) => `${method} ${url}`)).toContain(
    `DELETE /api/account/tokens/${issued.id}`,
  );

  const id = await connect(app, address, agreeAnyway);
  expect(await desksOf(app)).toMatchObject({
    teams: [{ id, isKept: false, person: { name: 'Eve' } }],
    unkept: expect.stringContaining('no keychain'),
  });
  expect(readFileSync(join(app.dataDir, 'app/team-desks.json'), 'utf8')).not.toContain('carryover_pat_');
  await show(app, id);
  const headers = {
    'x-carryover-session': 'of-the-page',
    authorization: 'Bearer of-the-page',
    'x-other': '1',
  };
  const page1 = await asked(page, '/api/page', { headers });
  expect(page1.headers).toMatchObject({
    'content-type': 'text/html',
    etag: '"1"',
    'x-content-type-options': 'nosniff',
  });
  expect(page1.headers['content-security-policy']).toContain("default-src 'none'");
  for (const name of [
    'set-cookie',
    'access-control-allow-origin',
    'clear-site-data',
    'refresh',
    'service-worker-allowed',
  ])
    expect(page1.headers[name]).toBeUndefined();
  await asked(page, '/api/page');
  for (const { headers: sent } of told.slice(-2)) {
    expect(sent.authorization).toBe(`Bearer ${issued.token}`);
    expect(JSON.stringify(sent)).not.toMatch(
      /of-the-page|cookie|x-other|localhost:\d+".*origin|\.team\.localhost/,
    );
  }
  expect(JSON.parse((await asked(page, '/api/moved')).text)).toMatchObject({
    detailedErrorCode: 45092,
    error: expect.stringContaining(new URL(elsewhere.address).host),
  });
  expect(elsewhere.told).toEqual([]);
  // As much as is read; then the connection ends.
  await page.evaluate(async () => {
    const { body } = await fetch('/api/endless');
    const reader = (body as ReadableStream).getReader();
    await reader.read();
    await reader.cancel();
  });
  await until(async () => closed === 1);

  // Without a keychain the next start knows the desk, and nobody is signed in.
  expect(await app.quit()).toBe(0);
  const again = await launch({
    dataDir: app.dataDir,
    system: { caPem: certificate.caPem, keychain: 'none' },
  });
  expect(again.page.url()).toContain(`//${id}.team.localhost:`);
  const [desk] = (await desksOf(again)).teams;
  expect(desk).toEqual({ id, address, isShown: true, isKept: true });
  // Cancelled before the person agreed.
  const signedIn = inPage(again.page, (it, which) => it.carryover.signInTeam(which), id);
  const waiting = await again.next<string>('external');
  await inPage(again.page, (it) => it.carryover.cancelTeamSignIn());
  expect(await signedIn).toBe(false);
  await expect(agreeAnyway(waiting)).rejects.toThrow();
}, 120_000);
