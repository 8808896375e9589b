import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runs } from '#test/support/runs.ts';
import { speak } from '#test/support/speak.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

/**
 * A page in a browser can make any name resolve to this machine (DNS rebinding). Whatever names another host, in any
 * spelling, learns nothing and changes nothing, on any kind of route of both servers, even if it knows the secrets.
 */

/** The lines of a request's head that name a host. */
const foreign: readonly (readonly [name: string, lines: string])[] = [
  ['a foreign name', 'Host: evil.example'],
  ['a foreign name with our port', 'Host: evil.example:PORT'],
  ['upper case', 'Host: EVIL.EXAMPLE'],
  ['a name that begins as ours', 'Host: localhost.evil.example'],
  ['a name that begins as our address', 'Host: 127.0.0.1.evil.example:PORT'],
  ['a name that resolves to us', 'Host: 127.0.0.1.nip.io'],
  ['another name that resolves to us', 'Host: localtest.me'],
  ['a name that ends as ours', 'Host: evil.localhost'],
  ['a name that ends as ours, without a dot', 'Host: evillocalhost'],
  ['a subdomain of an allowed name', 'Host: evil.host.docker.internal'],
  ['the parent of an allowed name', 'Host: docker.internal'],
  ['a punycode name', 'Host: xn--lcalhost-54a.example'],
  ['a look-alike in UTF-8', 'Host: lоcalhost'],
  ['the address in decimal', 'Host: 2130706433'],
  ['the address in octal', 'Host: 0177.0.0.1'],
  ['the address in hex', 'Host: 0x7f.0.0.1'],
  ['the address as one hex figure', 'Host: 0x7f000001'],
  ['the address, shortened', 'Host: 127.1'],
  ['another address of loopback', 'Host: 127.0.0.2'],
  ['the address with leading zeros', 'Host: 127.000.000.001'],
  ['any address', 'Host: 0.0.0.0:PORT'],
  ['a private address', 'Host: 192.168.0.1'],
  ['an IPv4 address mapped to IPv6', 'Host: [::ffff:127.0.0.1]'],
  ['any IPv6 address', 'Host: [::]'],
  ['IPv6 loopback with a zone', 'Host: [::1%25lo]'],
  ['IPv6 loopback written out', 'Host: [0:0:0:0:0:0:0:1]:PORT'],
  ['IPv6 loopback without brackets', 'Host: ::1'],
  ['user information', 'Host: 127.0.0.1@evil.example'],
  ['user information the other way round', 'Host: evil.example@127.0.0.1'],
  ['a port that is a name', 'Host: evil.example:127.0.0.1'],
  ['two ports', 'Host: 127.0.0.1:PORT:80'],
  ['a port that is none', 'Host: 127.0.0.1:99999'],
  ['a port that is too long', 'Host: 127.0.0.1:000000080'],
  ['a negative port', 'Host: 127.0.0.1:-1'],
  ['a port in other figures', 'Host: 127.0.0.1:٨٠'],
  ['two dots at the end', 'Host: localhost..'],
  ['a dot at the beginning', 'Host: .localhost'],
  ['a path', 'Host: 127.0.0.1/evil.example'],
  ['a query', 'Host: 127.0.0.1?evil.example'],
  ['a fragment', 'Host: 127.0.0.1#evil.example'],
  ['a backslash', 'Host: 127.0.0.1\\evil.example'],
  ['a scheme', 'Host: http://127.0.0.1'],
  ['a list', 'Host: 127.0.0.1, evil.example'],
  ['a space within', 'Host: 127.0.0.1 evil.example'],
  ['a tab within', 'Host: 127.0.0.1\tevil.example'],
  ['a space that is not one of HTTP', 'Host: \xa0127.0.0.1\xa0'],
  ['an escape', 'Host: 127.0.0.%31'],
  ['nothing', 'Host:'],
  ['blanks', 'Host: \t '],
  ['no header at all', 'X-Nothing: 1'],
  ['two headers, ours first', 'Host: 127.0.0.1:PORT\r\nHost: evil.example'],
  ['two headers, ours last', 'Host: evil.example\r\nHost: 127.0.0.1:PORT'],
  ['two headers that are ours', 'Host: 127.0.0.1\r\nHost: localhost'],
  ['a header on two lines', 'Host: 127.0.0.1\r\n evil.example'],
  ['a space before the colon', 'Host : 127.0.0.1'],
  ['a forwarded host of ours', 'Host: evil.example\r\nX-Forwarded-Host: 127.0.0.1:PORT'],
  ['a standard forwarded host of ours', 'Host: evil.example\r\nForwarded: host=127.0.0.1;proto=http'],
  [
    'other headers that name a host',
    'Host: evil.example\r\nX-Host: 127.0.0.1\r\nX-Original-Host: 127.0.0.1\r\nX-Real-Host: localhost',
  ],
];

const answered: readonly (readonly [name: string, lines: string])[] = [
  ['the address', 'Host: 127.0.0.1'],
  ['the address with the port', 'Host: 127.0.0.1:PORT'],
  ['blanks around it', 'Host: \t 127.0.0.1:PORT \t'],
  ['the name', 'Host: localhost:PORT'],
  ['the name in upper case', 'HOST: LOCALHOST'],
  ['the name with the dot of the root', 'Host: localhost.:PORT'],
  ['the IPv6 address', 'Host: [::1]:PORT'],
  ['an allowed name', 'Host: Host.Docker.Internal:PORT'],
  ['a forwarded host that is not ours', 'Host: 127.0.0.1\r\nX-Forwarded-Host: evil.example'],
];

const caseName = 'planted name of a case';
const companyName = 'planted name of a company';
const inPage = 'planted in the page';
const inAsset = 'planted in an asset';

/** Targets of either server, and what its answer holds when it is let through. */
type Routes = readonly (readonly [target: string, holds: string | RegExp])[];

const started = async () => {
  const rendererDir = temporaryFolder();
  mkdirSync(join(rendererDir, 'assets'));
  writeFileSync(join(rendererDir, 'index.html'), `<!doctype html><p>${inPage}</p>`);
  writeFileSync(join(rendererDir, 'assets', 'app-1234.js'), `// ${inAsset}`);
  const host = await testHost({ rendererDir, allowHosts: ['host.docker.internal'] });
  const { apiUrl, apiKey, deskUrl, deskToken } = host.ready;
  const company = (await host.api('POST', '/companies', { name: companyName })).body;
  await host.desk('POST', '/api/cases', { name: caseName, targetId: 'local' });
  const deskRoutes: Routes = [
    ['GET /', inPage],
    ['GET /cases/1', inPage],
    ['GET /index.html', inPage],
    ['GET /assets/app-1234.js', inAsset],
    ['GET /api/docs/', /<html/i],
    ['GET /api/docs/static/swagger-ui.css', '.swagger-ui'],
    ['GET /api/openapi.json', '"openapi"'],
    ['GET /api/cases', caseName],
    ['GET /%61pi/cases', caseName],
    ['GET /api/keys', apiKey],
    ['GET /api/session', '"app"'],
    ['POST /api/session/tickets', '"ticket"'],
    ['DELETE /api/session', / 204 /],
    ['HEAD /', / 200 /],
    ['OPTIONS /api/cases', / 404 /],
    ['GET /api/nothing', / 404 /],
    ['GET /api/%', / 404 /],
  ];
  const apiRoutes: Routes = [
    ['GET /companies', companyName],
    ['GET /Companies', / 404 /],
    [`GET /companies/${company.id}`, companyName],
    [`GET /link/company/${company.id}`, companyName],
    ['GET /apiKeys', '"Default"'],
    ['GET /docs', /<html/i],
    ['GET /docs/static/swagger-ui.css', '.swagger-ui'],
    ['GET /openapi.json', '"openapi"'],
    ['OPTIONS /companies', / 204 /],
    ['DELETE /companies', / 405 /],
    ['GET /nothing', / 404 /],
    ['GET /companies/%zz', / 404 /],
  ];
  return {
    host,
    servers: [
      { url: deskUrl, authorization: `Bearer ${deskToken}`, routes: deskRoutes },
      { url: apiUrl, authorization: `Basic ${btoa(`${apiKey}:`)}`, routes: apiRoutes },
    ],
  };
};

type Server = Awaited<ReturnType<typeof started>>['servers'][number];

const ask = ({ url, authorization }: Server, target: string, lines: string): Promise<string> => {
  const head = `${target} HTTP/1.1\r\n${lines.replaceAll('PORT', new URL(url).port)}\r\n`;
  const rest = `Accept: text/html, */*\r\nAuthorization: ${authorization}\r\nConnection: close\r\n\r\n`;
  return speak(
    url,
    Buffer.concat([Buffer.from(head, head.includes('\xa0') ? 'latin1' : 'utf8'), Buffer.from(rest)]),
  );
};

const refusals = /^HTTP\/1\.1 (403 Forbidden|400 Bad Request)\r\n/;

/** What of data an answer holds, beside a refusal in the usual shape. */
const told = (answer: string, routes: Routes): string[] => {
  const end = answer.indexOf('\r\n\r\n');
  const [head, body] = [answer.slice(0, end), answer.slice(end + 4)];
  const texts = routes.flatMap(([, holds]) => (typeof holds === 'string' ? [holds] : []));
  return [
    ...(refusals.test(answer) ? [] : [`not refused: ${head.slice(0, 60)}`]),
    ...(/^(set-cookie|access-control-|location|etag)/im.test(head) ? ['a header'] : []),
    ...(body === '' || isRefusal(body) ? [] : [`a body: ${body.slice(0, 80)}`]),
    ...texts.filter((text) => body.includes(text)),
  ];
};

/** Each form on a third of the routes, so that twenty forms are tried on each; all of them if more is asked for. */
const isTried = (n: number): boolean => n % Math.max(1, Math.round(3 / runs(1))) === 0;

const isRefusal = (body: string): boolean =>
  body.startsWith('{"statusCode":400,') || /^\{"statusCode":403,.*"detailedErrorCode":40302\}$/.test(body);

test(`${foreign.length} forms that name another host are refused on every kind of route, and told nothing`, async () => {
  expect(foreign.length).toBeGreaterThanOrEqual(30);
  const { host, servers } = await started();
  const before = (await host.desk('GET', '/api/cases')).body;
  const through: string[] = [];
  for (const server of servers) {
    for (const [n, [name, lines]] of foreign.entries()) {
      const targets = server.routes.map(([target]) => target).filter((_, at) => isTried(n + at));
      const answers = await Promise.all(targets.map((target) => ask(server, target, lines)));
      for (const [at, answer] of answers.entries()) {
        const found = told(answer, server.routes);
        if (found.length > 0) through.push(`${name}: ${targets[at]}: ${found.join(', ')}`);
      }
    }
  }
  expect(through).toEqual([]);
  expect((await host.desk('GET', '/api/cases')).body).toEqual(before);
});

test('our own names are answered, which shows that the same requests do ask for data', async () => {
  const { servers } = await started();
  const missing: string[] = [];
  for (const server of servers) {
    for (const [name, lines] of answered) {
      for (const [target, holds] of server.routes) {
        const answer = await ask(server, target, lines);
        const isThere = typeof holds === 'string' ? answer.includes(holds) : holds.test(answer);
        if (!isThere) missing.push(`${name}: ${target}: ${answer.slice(0, 120)}`);
        expect(answer.toLowerCase()).not.toContain('evil.example');
      }
    }
  }
  expect(missing).toEqual([]);
});

const targets: readonly (readonly [what: string, head: string])[] = [
  ['a whole URL of ours', 'GET http://127.0.0.1:PORT/PATH HTTP/1.1\r\nHost: 127.0.0.1:PORT'],
  ['a whole foreign URL', 'GET http://evil.example/PATH HTTP/1.1\r\nHost: 127.0.0.1:PORT'],
  ['a foreign URL for HTTPS', 'GET https://evil.example/PATH HTTP/1.1\r\nHost: 127.0.0.1:PORT'],
  ['a URL with user information', 'GET http://127.0.0.1@evil.example/PATH HTTP/1.1\r\nHost: 127.0.0.1:PORT'],
  ['a URL of no known scheme', 'GET evil:PATH HTTP/1.1\r\nHost: 127.0.0.1:PORT'],
  ['a fragment', 'GET /PATH#evil HTTP/1.1\r\nHost: 127.0.0.1:PORT'],
  ['every resource', 'OPTIONS * HTTP/1.1\r\nHost: 127.0.0.1:PORT'],
  ['a tunnel', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: 127.0.0.1:PORT'],
  ['a path without its slash', 'GET PATH HTTP/1.1\r\nHost: 127.0.0.1:PORT'],
  ['HTTP/1.0 without a host', 'GET /PATH HTTP/1.0\r\nX-Nothing: 1'],
  ['HTTP/1.0 with a foreign host', 'GET /PATH HTTP/1.0\r\nHost: evil.example'],
  ['HTTP/0.9', 'GET /PATH'],
  ['HTTP/2 without asking', 'PRI * HTTP/2.0'],
];

test('a target that is not a path of ours is told nothing', async () => {
  const { servers } = await started();
  for (const server of servers) for (const target of targets) await expectNothingTold(server, target);
});

const expectNothingTold = async (
  { url, authorization, routes }: Server,
  [what, head]: (typeof targets)[number],
): Promise<void> => {
  const path = routes.some(([target]) => target === 'GET /api/cases') ? 'api/cases' : 'companies';
  const bytes = head.replaceAll('PORT', new URL(url).port).replaceAll('PATH', path);
  const answer = await speak(url, `${bytes}\r\nAuthorization: ${authorization}\r\nConnection: close\r\n\r\n`);
  const isRefused = answer === '' || /^HTTP\/1\.1 40[03] /.test(answer);
  expect([what, isRefused ? '' : answer.slice(0, 200)]).toEqual([what, '']);
  for (const [, holds] of routes) if (typeof holds === 'string') expect(answer).not.toContain(holds);
};
