import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sessionHeader } from '#contract/session-header.ts';
import { until } from '#test/support/host-process.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

/** Files of the host's disk are named by the command line and the app, never by the session of a browser. */

const planted = 'PlantedSecretOfTheDisk';

const signedIn = async () => {
  const host = await testHost();
  const { body: ticket } = await host.desk('POST', '/api/session/tickets');
  const { deskUrl } = host.ready;
  const { body: made } = await host.desk('POST', '/api/cases', {
    name: 'acme',
    parts: ['tokens', 'webhooks'],
  });
  const send = async (method: string, path: string, body?: unknown, headers = {}) => {
    const isBytes = typeof body === 'string';
    const answer = await fetch(deskUrl + path, {
      method,
      headers: {
        'content-type': isBytes ? 'application/octet-stream' : 'application/json',
        ...headers,
      },
      ...(body === undefined ? {} : { body: isBytes ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  const { body } = await send('POST', '/api/session', { ticket: ticket.ticket });
  const page = (method: string, path: string, sent?: unknown) =>
    send(method, path, sent, { [sessionHeader]: body.session });
  return { ...host, page, caseId: made.id as string };
};

/** Every request that names a file, with where in it the path stands. */
const requests: [string, (caseId: string, path: string) => [string, string, unknown?]][] = [
  ['an attachment', (id, path) => ['POST', `/api/cases/${id}/attachments`, { path }]],
  ['source code', (caseId, path) => ['POST', '/api/checks', { caseId, source: [{ path }] }]],
  ['a second source', (caseId, path) => ['POST', '/api/checks', { caseId, source: [{ path }, { path }] }]],
  ['a traffic log', (caseId, path) => ['POST', '/api/checks', { caseId, traffic: { paths: [path] } }]],
  ...(['rulesFile', 'profileFile', 'webhooksFile'] as const).map((file): (typeof requests)[number] => [
    `a ${file}`,
    (caseId, path) => ['POST', '/api/checks', { caseId, configuration: { [file]: path } }],
  ]),
  ['a report of a test run', (caseId, path) => ['POST', '/api/checks', { caseId, execReports: [{ path }] }]],
  ['a check without a case', (_id, path) => ['POST', '/api/checks', { source: [{ path }] }]],
  [
    'rules for recipes',
    (id, path) => ['GET', `/api/cases/${id}/recipes?rulesFile=${encodeURIComponent(path)}`],
  ],
  ['a recording', (id, path) => ['POST', `/api/cases/${id}/cutover/parity`, { recordings: [{ path }] }]],
  [
    'a second recording',
    (id, path) => ['POST', `/api/cases/${id}/cutover/parity`, { recordings: [{ path }, { path }] }],
  ],
  [
    'a list of tokens',
    (id, path) => ['POST', `/api/cases/${id}/tokens/imports`, { path, platformKey: 'gbol' }],
  ],
  [
    'a list that is only validated',
    (id, path) => ['POST', `/api/cases/${id}/tokens/imports`, { path, dryRun: true }],
  ],
  ['a filled-in form', (id, path) => ['POST', `/api/cases/${id}/exchange/answers`, { path }]],
];

test('a file is refused to a browser by its path in every request that names one, and taken from the app', async () => {
  const { desk, page } = await signedIn();
  const folder = temporaryFolder();
  const path = join(folder, 'shadow');
  writeFileSync(path, planted);
  const jobs = async () => (await desk('GET', '/api/jobs')).body.results.map(({ id }: { id: string }) => id);
  for (const [what, requestOf] of requests) {
    const parts = ['tokens', 'webhooks'];
    const { id: caseId } = (await desk('POST', '/api/cases', { name: what, parts })).body;
    const [before, jobsBefore] = [(await desk('GET', `/api/cases/${caseId}`)).body, await jobs()];
    for (const named of [
      path,
      '/etc/shadow',
      folder,
      '/proc/self/environ',
      'relative',
      `file://${path}`,
      ' ',
      '//etc/shadow',
    ]) {
      const { status, body } = await page(...requestOf(caseId, named));
      expect([what, named, status, body.detailedErrorCode]).toEqual([what, named, 403, 41118]);
      expect(body.error).toMatch(/Upload the file, or use the desktop app or the command line\.$/);
      expect(body.error).not.toContain('shadow');
    }
    expect((await desk('GET', `/api/cases/${caseId}`)).body).toEqual(before);
    expect(await jobs()).toEqual(jobsBefore);
    const { status } = await desk(...requestOf(caseId, path));
    expect([what, status]).not.toEqual([what, 403]);
  }
});

test('what a browser uploaded it names by its id, and nothing else of the disk by way of one', async () => {
  const { page, desk, caseId, ready } = await signedIn();
  const { body: upload } = await page('POST', '/api/uploads?name=note.txt', planted);
  expect(upload.path).toBe(`upload:${upload.id}`);
  expect(JSON.stringify(upload)).not.toContain(ready.dataDir);
  const attached = await page('POST', `/api/cases/${caseId}/attachments`, { path: upload.path });
  expect([attached.status, attached.body.attachments[0].name]).toEqual([200, 'note.txt']);

  const { body: code } = await page('POST', '/api/uploads?name=hooks.js', 'if (body.RuleId) alert()');
  const { body: job } = await page('POST', '/api/checks', { caseId, source: [{ path: code.path }] });
  const done = await until(async () => {
    const { results } = (await desk('GET', '/api/jobs')).body;
    return results.find((one: { id: string; state: string }) => one.id === job.id && one.state === 'done');
  });
  expect(done).toBeDefined();

  const other = join(ready.dataDir, 'uploads', 'planted');
  mkdirSync(other, { recursive: true });
  writeFileSync(join(other, 'file'), planted);
  const { body: gone } = await page('POST', '/api/uploads?name=gone.txt', 'x');
  await page('DELETE', `/api/uploads/${gone.id}`);
  for (const id of [
    'planted',
    '../desk.db',
    '',
    '/etc/passwd',
    upload.id.toUpperCase(),
    `${upload.id}/../x`,
    gone.id,
  ]) {
    const { status, body } = await page('POST', `/api/cases/${caseId}/attachments`, { path: `upload:${id}` });
    expect([id, status, body.detailedErrorCode]).toEqual([id, 404, 41105]);
  }
  for (const path of [
    join(ready.dataDir, 'uploads', upload.id, 'note.txt'),
    `UPLOAD:${upload.id}`,
    ` ${upload.path}`,
  ]) {
    const { status } = await page('POST', `/api/cases/${caseId}/attachments`, { path });
    expect([path, status]).toEqual([path, 403]);
  }
  expect(readFileSync(join(ready.dataDir, 'uploads', upload.id, 'note.txt'), 'utf8')).toBe(planted);
});

test('a browser creates a data folder in the data folder alone', async () => {
  const { page, desk, ready } = await signedIn();
  await desk('POST', '/api/states', { name: 'base' });
  const { body: upload } = await page('POST', '/api/uploads?name=note.txt', planted);
  const folder = temporaryFolder();
  for (const into of [join(folder, 'fork'), 'relative', '/proc/self/fork', upload.path, 'upload:']) {
    const { status, body } = await page('POST', '/api/states/base/fork', { into });
    expect([into, status, body.detailedErrorCode]).toEqual([into, 403, 41812]);
    expect(body.error).not.toContain(into);
  }
  expect(readdirSync(folder)).toEqual([]);
  const { status, body } = await page('POST', '/api/states/base/fork', {});
  expect([status, body.dataDir]).toEqual([200, join(ready.dataDir, 'forks', 'base')]);
});

test('every field of the desk that says it is a path is one of those that are tried here', async () => {
  const { ready } = await testHost();
  const document = (await (await fetch(`${ready.deskUrl}/api/openapi.json`)).json()) as { paths: object };
  const found = new Set<string>();
  const look = (route: string, value: unknown, name = ''): void => {
    if (typeof value !== 'object' || value === null) return;
    const { type, description = '' } = value as { type?: unknown; description?: string };
    const isPath =
      /^(path|paths|file|folder|.*(File|Folder|Path|Dir))$/.test(name) || /absolute/i.test(description);
    if (type === 'string' && isPath) found.add(`${route} ${name}`);
    for (const [key, below] of Object.entries(value)) look(route, below, key === 'items' ? name : key);
  };
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, { requestBody, parameters }] of Object.entries(
      methods as Record<string, Record<string, unknown>>,
    )) {
      const route = `${method.toUpperCase()} ${path}`;
      look(route, requestBody);
      for (const one of (parameters ?? []) as { name: string; schema: unknown; in: string }[]) {
        if (one.in === 'query') look(route, one.schema, one.name);
      }
    }
  }
  expect([...found].sort()).toEqual([
    'GET /api/cases/{id}/recipes rulesFile',
    // Of the public API's requests, by which its log is searched.
    'GET /api/requests path',
    // The content of one, not its path.
    'POST /api/cases/import file',
    'POST /api/cases/{id}/attachments path',
    'POST /api/cases/{id}/cutover/parity path',
    'POST /api/cases/{id}/exchange/answers path',
    // Names of scanned files in the evidence: nothing is read there.
    'POST /api/cases/{id}/mentions/bulk file',
    'POST /api/cases/{id}/mentions/bulk/count file',
    'POST /api/cases/{id}/tokens/imports path',
    'POST /api/checks path',
    'POST /api/checks paths',
    'POST /api/checks profileFile',
    'POST /api/checks rulesFile',
    'POST /api/checks webhooksFile',
    // The text of a key file, not its path.
    'POST /api/identity/import file',
    // Paths of URLs at the local service.
    'POST /api/requests/check path',
    'POST /api/requests/send path',
    // What is created, not read: tried above.
    'POST /api/states/{name}/fork into',
    'PUT /api/faults path',
  ]);
});
