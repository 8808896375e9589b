import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startConsumer } from '#test/support/consumer.ts';
import { startHostProcess, until } from '#test/support/host-process.ts';
import { filesIn, foundIn } from '#test/support/planted.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { startTestService } from '#test/support/test-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers as clients do
type Json = any;

/** Random-looking, and unlike anything that is masked down to its end. */
const secrets = {
  apiKey: 'plantedKey-4rT8wQz1Lm6PxV',
  wrongKey: 'plantedWrong-9sD2fGh7Jk3Zb',
  profileHeader: 'plantedProfile-6yU1iOp4As8',
  portalHeader: 'plantedPortal-2xC5vBn9Mq7W',
  password: 'plantedPass-8eR3tYu6Io1Pa',
  bearer: 'plantedBearer-5gH9jKl2Zx4Cv',
  custom: 'plantedCustom-7bN1mQw3Er5Ty',
  refused: 'plantedRefused-3uI6oPa9Sd2F',
  inSource: 'plantedSource-1gH4jKl7Zx0Cv',
  inLog: 'plantedLog-9bN2mQw5Er8TyUi',
  inAttachment: 'plantedAttached-4oPa7Sd0FgH3',
} as const;

test('no planted secret is found in the clear: databases, logs, stream, exports, errors', async () => {
  const dataDir = temporaryFolder();
  const host = await startHostProcess(['--data', dataDir, '--verbose']);
  const remote = await startTestService({ apiKey: secrets.apiKey });
  const consumer = await startConsumer();

  // Everything that any answer says, but for what is revealed on request.
  const said: string[] = [];
  const call = async (
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: Json }> => {
    const response = await host.desk(method, path, body);
    const text = await response.text();
    said.push(text);
    return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text };
  };
  const ok = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const answer = await call(method, path, body);
    expect([path, answer.status < 300, answer.status < 300 || answer.body]).toEqual([path, true, true]);
    return answer.body;
  };
  const stream = await host.desk('GET', '/api/stream');
  const streamed = (async () => {
    for await (const chunk of stream.body as unknown as AsyncIterable<Uint8Array>)
      said.push(Buffer.from(chunk).toString());
  })().catch(() => {});

  // A remote target, with the right key and with a wrong one.
  const target = await ok('POST', '/api/targets', {
    name: 'production',
    baseUrl: remote.apiUrl,
    apiKey: secrets.apiKey,
  });
  await ok('POST', `/api/targets/${target.id}/test`);
  const wrong = await ok('POST', '/api/targets', {
    name: 'wrong',
    baseUrl: remote.apiUrl,
    apiKey: secrets.wrongKey,
  });
  await ok('POST', `/api/targets/${wrong.id}/test`);
  const dead = await ok('POST', '/api/targets', {
    name: 'dead',
    baseUrl: 'http://127.0.0.1:9',
    apiKey: secrets.wrongKey,
  });
  await ok('POST', `/api/targets/${dead.id}/test`);
  await call('POST', '/api/targets', {
    name: 'bad',
    baseUrl: `https://u:${secrets.wrongKey}@x.example`,
    apiKey: 'k',
  });
  await call('POST', '/api/targets', {
    name: 'bad',
    baseUrl: 'https://x.example',
    apiKey: `${secrets.wrongKey}\n`,
  });

  // The local service, with auth headers of every origin.
  const rule = { type: 'Data sync completed', notifiers: { webhook: `${consumer.url}/hooks` } };
  const profile = { name: 'Acme', redirectUrl: 'https://acme.example' };
  for (const api of [host.api, remote.call]) {
    await api('PUT', '/profile', { ...profile, alertAuthHeader: `Bearer ${secrets.profileHeader}` });
    await api('POST', '/rules', rule);
  }
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'hooks.js'),
    `app.post('/hooks', (req, res) => {
  if (req.headers.authorization !== 'Bearer ${secrets.inSource}') return res.sendStatus(401);
  handle(req.body.RuleType);
  const answer = call('/rules/alerts?key=${secrets.inSource}', { headers: { authorization: 'Basic ${secrets.inSource}' } });
});
`,
  );
  const entry = (day: number, path: string) =>
    JSON.stringify({ method: 'GET', path, time: `2026-01-0${day}T00:00:00Z`, authorization: secrets.inLog });
  const log = join(folder, 'access.jsonl');
  writeFileSync(
    log,
    `${[entry(1, '/companies'), entry(2, `/rules/alerts?key=${secrets.inLog}`), entry(9, '/companies'), `{"broken ${secrets.inLog}`].join('\n')}\n`,
  );

  const finish = async (job: { id: string }) =>
    until(async () => {
      const now = (await call('GET', `/api/jobs/${job.id}`)).body;
      return now.state !== 'running' && now;
    });
  for (const targetId of ['local', target.id, wrong.id]) {
    const { id } = await ok('POST', '/api/cases', { name: `case of ${targetId}`, targetId });
    const path = `/api/cases/${id}`;
    await finish(
      await ok('POST', '/api/checks', {
        caseId: id,
        configuration: {},
        source: [{ path: folder }],
        traffic: { paths: [log] },
      }),
    );
    if (targetId === wrong.id) continue;
    for (const row of ['alerts-endpoints', 'rule-id']) {
      await ok('PUT', `${path}/rows/${row}/overrule`, { state: 'absent', by: 'Jo', reason: 'known' });
    }
    await ok('POST', `${path}/request`);
    if (targetId === 'local') {
      const portalAuthHeader = `Bearer ${secrets.portalHeader}`;
      await ok('POST', `${path}/request/sent`, { by: 'Jo' });
      await ok('POST', `${path}/cutover`, { by: 'Jo', portalAuthHeader });
      await ok('POST', `${path}/cutover/check`);
    } else {
      await remote.control.sandbox.cutover({});
    }
    for (const { webhook } of (await ok('GET', `${path}/endpoints`)).results) {
      const headers = `${path}/endpoints/${webhook.id}/headers`;
      await ok('PUT', headers, { authorization: { scheme: 'basic', user: 'u', password: secrets.password } });
      const custom = { name: 'X-Team', value: secrets.custom };
      await ok('PUT', headers, {
        authorization: { scheme: 'bearer', token: secrets.bearer },
        headers: [custom],
      });
      const bad = await call('PUT', headers, {
        authorization: { scheme: 'raw', value: `${secrets.refused}\r\n` },
      });
      expect(bad.status).toBe(400);
      const received = `authorization: Bearer ${secrets.bearer}\nx-team: ${secrets.refused}\n`;
      await call('POST', `${headers}/check`, targetId === 'local' ? {} : { received });
      // What is revealed is not kept among what was said: it is what was asked for.
      expect((await host.desk('GET', `${headers}?reveal=true`)).status).toBe(200);
      await ok('GET', headers);
    }
    const content = Buffer.from(`token ${secrets.inAttachment}`).toString('base64');
    await ok('POST', `${path}/attachments`, { name: 'notes.txt', content, secret: true });
    for (const read of ['', '/entries', '/eligibility', '/request', '/request.md', '/recipes', '/removal']) {
      await ok('GET', `${path}${read}`);
    }
    await ok('POST', `${path}/export`);
    await ok('POST', `${path}/export`, { passphrase: 'correct horse battery' });
    await ok('POST', `${path}/verify`);
  }
  await ok('GET', '/api/targets');
  await ok('GET', '/api/jobs');

  expect(said.length).toBeGreaterThan(50);
  expect(
    said.flatMap((text) => foundIn(secrets, text).map((name) => `${name} in ${text.slice(0, 300)}`)),
  ).toEqual([]);
  expect(await host.end('SIGTERM')).toBe(0);
  await streamed;
  expect(foundIn(secrets, host.stderr())).toEqual([]);
  const files = filesIn(dataDir);
  expect(files.map(({ path }) => path)).toEqual(expect.arrayContaining([join(dataDir, 'desk.db')]));
  expect(
    files.flatMap(({ path, content }) => foundIn(secrets, content).map((name) => `${name} in ${path}`)),
  ).toEqual([]);
  // The search itself works: what is not sealed is found.
  expect(foundIn({ name: 'case of local' }, Buffer.concat(files.map(({ content }) => content)))).toEqual([
    'name',
  ]);
});

test('a host that is killed leaves no secret in its databases and logs either', async () => {
  const dataDir = temporaryFolder();
  const host = await startHostProcess(['--data', dataDir]);
  const added = await host.desk('POST', '/api/targets', {
    name: 'production',
    baseUrl: 'https://api.example.com',
    apiKey: secrets.apiKey,
  });
  expect(added.status).toBe(200);
  await host.end('SIGKILL');
  const files = filesIn(dataDir);
  expect(files.some(({ path }) => path.endsWith('desk.db-wal'))).toBe(true);
  expect(files.flatMap(({ content }) => foundIn(secrets, content))).toEqual([]);
});
