import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { sessionHeader } from '#contract/session-header.ts';
import { startConsumer } from '#test/support/consumer.ts';
import { startHostProcess, until } from '#test/support/host-process.ts';
import { filesIn, foundIn } from '#test/support/planted.ts';
import { clearPdf, readPdf } from '#test/support/read-pdf.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { startTestService } from '#test/support/test-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers as clients do
type Json = any;

/**
 * Secrets are planted wherever one can be given, and looked for wherever anything is written or answered, in every
 * encoding, while the host runs and after it was killed or emptied.
 */

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
  proxyPassword: 'plantedProxy-6hJ2kLw8Qx1Vn',
  passphrase: 'plantedPassphrase-3mN7bVc1Xz',
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
  await ok('POST', '/api/targets', {
    name: 'behind a proxy',
    baseUrl: 'https://198.51.100.7',
    apiKey: secrets.apiKey,
    proxyUrl: `http://planted:${secrets.proxyPassword}@127.0.0.1:9`,
  }).then((added) => ok('POST', `/api/targets/${added.id}/test`));
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
        // What is read of files is the same for each target, and the wrong key is to be seen in the configuration.
        ...(targetId === wrong.id ? {} : { source: [{ path: folder }], traffic: { paths: [log] } }),
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
    await ok('POST', `${path}/export`, { passphrase: secrets.passphrase });
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

interface Field {
  readonly name: string;
  readonly secret: boolean;
  readonly pattern: string;
  readonly example: string;
}
interface Platform {
  readonly platformKey: string;
  readonly credentials: readonly Field[];
  readonly managedDetails?: readonly Field[];
}

/** Signs that every encoding writes in its own way, where the platform takes them. */
const plantable = (place: string, { pattern }: Field): string => {
  const own = hash('sha256', place);
  const candidates = [
    `planted-${own.slice(0, 12)}"<&/+=${own.slice(12, 20)}`,
    `planted-${own.slice(0, 20)}`,
    own,
  ];
  const fits = candidates.find((value) => new RegExp(`^(?:${pattern})$`).test(value));
  if (fits === undefined) throw new Error(`Nothing can be planted in ${place}: ${pattern}`);
  return fits;
};

/** Its text, what is said of it, the files in it, and its streams in the clear. */
const partsOfPdf = async (content: Buffer): Promise<string[]> => {
  const { pages, attachments, ...about } = await readPdf(content);
  const text = pages.map((page) => page.text).join('\n');
  expect([text.length > 200, attachments.size]).toEqual([true, 2]);
  // Long words are parted at the ends of lines.
  const parts = [text, text.replaceAll(/\s+/g, ''), JSON.stringify(about), ...attachments.values()];
  return [...parts.map((part) => `PDF ${part}`), await clearPdf(content)];
};

/** Another organisation for each format, where the example has a digit to tell them apart. */
const exampleIn = (format: string, { example, pattern }: Field): string => {
  const other = example.replace(/\d(?=\D*$)/, String(format.length));
  return new RegExp(`^(?:${pattern})$`).test(other) ? other : example;
};

/** Where secrets are looked for besides those that were planted: what the host itself makes. */
const ownFiles: Readonly<Record<string, RegExp>> = {
  deskToken: /^host\.json$/,
  dataKey: /^carryover\.key$/,
};

/** `secret in file`, for each secret that a file of the folder holds and may not. */
const leaksIn = (dataDir: string, planted: Readonly<Record<string, string>>): string[] =>
  filesIn(dataDir).flatMap(({ path, content }) => {
    const file = relative(dataDir, path);
    return foundIn(planted, content)
      .filter((name) => ownFiles[name]?.test(file) !== true)
      .map((name) => `${name} in ${file}`);
  });

test('credentials of every platform, keys, headers and sessions are in no file and no answer, also after a kill and a reset', async () => {
  const dataDir = temporaryFolder();
  let host = await startHostProcess(['--data', dataDir, '--verbose', '--clock', 'virtual']);
  const said: string[] = [];
  const logged: string[] = [];
  const planted: Record<string, string> = { deskToken: host.ready.deskToken };
  const plant = (place: string, value = `planted-${hash('sha256', place).slice(0, 20)}`): string => {
    planted[place] = value;
    return value;
  };
  planted.dataKey = Buffer.from(
    readFileSync(join(dataDir, 'carryover.key'), 'utf8').trim(),
    'base64',
  ).toString('latin1');
  if (!/^[\x20-\x7e]+$/.test(planted.dataKey))
    planted.dataKey = readFileSync(join(dataDir, 'carryover.key'), 'utf8').trim();

  const call = async (
    method: string,
    path: string,
    body?: unknown,
    keep = true,
  ): Promise<{ status: number; body: Json }> => {
    const response = await host.desk(method, path, body);
    const text = await response.text();
    if (keep) said.push(`${method} ${path} ${text}`);
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    return { status: response.status, body: isJson && text !== '' ? JSON.parse(text) : text };
  };
  const ok = async (method: string, path: string, body?: unknown, keep = true): Promise<Json> => {
    const answer = await call(method, path, body, keep);
    expect([path, answer.status < 300, answer.status < 300 || answer.body]).toEqual([path, true, true]);
    return answer.body;
  };
  const api = async (method: string, path: string, body?: unknown, authorization?: string): Promise<Json> => {
    const response = await fetch(host.ready.apiUrl + path, {
      method,
      headers: {
        authorization: authorization ?? `Basic ${btoa(`${host.ready.apiKey}:`)}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    // A caller is answered with its own query, and with the profile as it wrote it: that is the service's wire.
    if (!/^\/(companies\?|profile)/.test(path)) said.push(`${method} ${path} ${text}`);
    return text.startsWith('{') ? JSON.parse(text) : text;
  };
  const finish = (job: { id: string }): Promise<Json> =>
    until(async () => {
      const now = (await call('GET', `/api/jobs/${job.id}`)).body;
      return now.state !== 'running' && now;
    });
  const stream = await host.desk('GET', '/api/stream');
  const streamed = (async () => {
    for await (const chunk of stream.body as unknown as AsyncIterable<Uint8Array>)
      said.push(Buffer.from(chunk).toString());
  })().catch(() => {});

  // Ways in: tickets and sessions, right and wrong keys.
  const { ticket } = await ok('POST', '/api/session/tickets', undefined, false);
  plant('ticket', ticket);
  plant('unused ticket', (await ok('POST', '/api/session/tickets', undefined, false)).ticket);
  const session = await fetch(`${host.ready.deskUrl}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ticket }),
  });
  plant('session', ((await session.json()) as { session: string }).session);
  plant('second API key', (await ok('POST', '/api/keys', { name: 'second' }, false)).apiKey);
  plant('first API key', host.ready.apiKey);
  await api('GET', '/companies', undefined, `Basic ${btoa(plant('wrong API key'))}`);
  await api('GET', '/companies', undefined, `Bearer ${plant('bearer at the API')}`);
  await api('GET', `/companies?apiKey=${plant('key in a query')}`);
  await api('POST', '/companies', `{"name": "x", "token": "${plant('malformed body')}`);
  await api('POST', '/companies', { name: 7, apiKey: plant('refused body') });
  await fetch(`${host.ready.deskUrl}/api/keys`, {
    headers: { authorization: `Bearer ${plant('wrong desk token')}` },
  });
  await fetch(`${host.ready.deskUrl}/api/keys`, {
    headers: { [sessionHeader]: plant('wrong session') },
  });
  await call('POST', '/api/session', { ticket: plant('wrong ticket') });

  // Endpoints of the local service, their signing secrets and headers; the profile.
  // It repeats whatever it is told, as a server in trouble may.
  const consumer = await startConsumer(({ headers, body }) => ({
    status: 500,
    headers: { 'x-echo': String(headers.authorization ?? '') },
    body: JSON.stringify({ headers, body }),
  }));
  await api('PUT', '/profile', {
    name: 'Acme',
    redirectUrl: 'https://acme.example',
    alertAuthHeader: `Basic ${btoa(`user:${plant('profile header')}`)}`,
  });
  await api('POST', '/rules', {
    type: 'Data sync completed',
    notifiers: { webhook: `${consumer.url}/hooks` },
  });
  const made = await api('POST', '/webhooks', {
    url: `${consumer.url}/hooks`,
    eventTypes: ['read.completed'],
  });
  for (const { id } of (await ok('GET', '/api/endpoints')).results) {
    const { secret } = await ok('GET', `/api/endpoints/${id}/secret`, undefined, false);
    plant(`signing secret of ${id}`, secret.replace('whsec_', ''));
    plant(
      `rotated secret of ${id}`,
      (await ok('POST', `/api/endpoints/${id}/secret/rotate`, {}, false)).secret?.replace('whsec_', '') ??
        secret,
    );
    const headers = [
      { name: 'X-Api-Key', value: plant(`custom header of ${id}`) },
      { name: 'Authorization', value: `Bearer ${plant(`bearer of ${id}`)}` },
      { name: 'X-Bare', value: plant(`bare header of ${id}`) },
    ];
    await ok('PUT', `/api/endpoints/${id}/headers`, { headers });
    await ok('POST', `/api/endpoints/${id}/test`, {});
  }
  expect(made.id).toBeDefined();
  await consumer.receivedAtLeast(1);

  // Credentials: of each platform, in each format, and given to a connection.
  const platforms = (await ok('GET', '/api/integrations')).results as Platform[];
  const taking = platforms.filter(({ credentials }) => credentials.length > 0);
  const rowOf = ({ platformKey, credentials }: Platform, format: string): Record<string, string> => ({
    ref: `${platformKey}-${format}`,
    name: `Company ${platformKey} ${format}`,
    platform: platformKey,
    ...Object.fromEntries(
      credentials.map((field) => {
        const place = `${field.name} of ${platformKey} in ${format}`;
        return [field.name, field.secret ? plant(place, plantable(place, field)) : exampleIn(format, field)];
      }),
    ),
  });
  const { id: caseId } = await ok('POST', '/api/cases', {
    name: 'planted',
    parts: ['tokens', 'webhooks'],
    targetId: 'local',
  });
  const path = `/api/cases/${caseId}`;
  const lines = taking.map((platform) => JSON.stringify(rowOf(platform, 'jsonl')));
  const few = taking.filter(({ platformKey }) => ['gbol', 'qhyg'].includes(platformKey));
  const broken = `{"ref":"broken","platform":"gbol","accessToken":"${plant('broken line')}`;
  const [first = {}] = few.map((one) => rowOf(one, 'csv'));
  const csv = `${Object.keys(first).join(',')}\n${Object.values(first)
    .map((value) => `"${value.replaceAll('"', '""')}"`)
    .join(',')}\nbad,Bad,gbol,"${plant('short row')}"\nbad2,Bad,zzzz,"${plant('unknown platform')}",x,y\n`;
  const imports = [
    { content: `${lines.join('\n')}\n${broken}\n`, format: 'jsonl' },
    { content: JSON.stringify(few.map((one) => rowOf(one, 'json'))), format: 'json' },
    { content: csv, format: 'csv' },
    { content: csv, format: 'csv' },
    { content: `token\n${plant('unknown column')}\n`, format: 'csv' },
  ];
  const revoked = { platformKey: 'qhyg', count: 2, behaviour: 'revoked' };
  const issued = (await ok('POST', '/api/simulator/tokens', revoked, false)).results as Json[];
  const refused = issued.map(({ credentials }, at) => {
    plant(`revoked access token ${at}`, credentials.accessToken);
    plant(`revoked refresh token ${at}`, credentials.refreshToken);
    return JSON.stringify({ ref: `revoked-${at}`, name: `Revoked ${at}`, platform: 'qhyg', ...credentials });
  });
  imports.push({ content: refused.join('\n'), format: 'jsonl' });
  for (const one of imports) await finish(await ok('POST', `${path}/tokens/imports`, one));
  const company = await api('POST', '/companies', { name: 'Direct' });
  const connection = await api('POST', `/companies/${company.id}/connections`, { platformKey: 'gbol' });
  const xero = taking.find(({ platformKey }) => platformKey === 'gbol') as Platform;
  const { ref: _ref, name: _name, platform: _platform, ...direct } = rowOf(xero, 'api');
  const authorization = `/companies/${company.id}/connections/${connection.id}/authorization`;
  await api('PUT', authorization, direct);
  await api('PUT', authorization, { ...direct, unknown: plant('unknown field') });
  await api('PUT', authorization, { accessToken: `${plant('refused field')}\n` });

  // Runs, of whose rows some fail at the very call that carries the credentials; rehearsals; the runbook.
  const ended = (runId: string, at = 'runs'): Promise<Json> =>
    until(async () => {
      const { body } = await call('GET', `${path}/tokens/${at}/${runId}`);
      await call('POST', '/api/clock/advance', { by: 'PT10S' });
      return ((body.run ?? body).state as string) !== 'running' && body;
    });
  await ok('POST', `${path}/tokens/runs/dry`, {});
  const route = '/companies/{companyId}/connections/{connectionId}/authorization';
  const fault = { method: 'PUT', route, answer: '403', times: 5 };
  await ok('PUT', '/api/faults', { faults: [fault] });
  const run = await ok('POST', `${path}/tokens/runs`, {});
  expect((await ended(run.id)).state).toBe('paused');
  await ok('PUT', '/api/faults', { faults: [] });
  await ok('POST', `${path}/tokens/runs/resume`);
  expect((await ended(run.id)).counts.failed).toBeGreaterThan(0);
  const rehearsal = await call('POST', `${path}/tokens/rehearsals`, {});
  if (rehearsal.status < 300) await ended(rehearsal.body.runId ?? rehearsal.body.id);
  const managed = platforms.find(({ managedDetails }) => (managedDetails ?? []).some(({ secret }) => secret));
  const runbookOf = managed?.platformKey ?? 'qhyg';
  const book = await call('POST', `${path}/runbook`, { platformKey: runbookOf });
  const fields = ((book.body?.form?.fields ?? []) as Field[]).filter(({ secret }) => secret);
  const details = fields.map((field) => [field.name, plant(`detail ${field.name}`)]);
  if (details.length > 0)
    await call('PUT', `${path}/runbook/details`, { fields: Object.fromEntries(details) });

  await ok('POST', `${path}/attachments`, {
    name: 'secret.txt',
    content: Buffer.from(plant('secret attachment')).toString('base64'),
    secret: true,
  });
  expect(Object.keys(planted).length).toBeGreaterThanOrEqual(70);

  // Everything that is read and written of it.
  const reports = ['eligibility', 'cutover', 'doctor', 'tokens', 'managed', 'case'].flatMap((kind) =>
    ['html', 'md', 'json', 'csv'].map((format) => `${path}/reports/${kind}?format=${format}`),
  );
  for (const report of reports) await call('GET', report);
  // Made of the same report by a process of its own each.
  for (const kind of ['managed', 'case']) {
    const pdf = await host.desk('GET', `${path}/reports/${kind}?format=pdf`);
    said.push(...(await partsOfPdf(Buffer.from(await pdf.arrayBuffer()))));
  }
  for (const format of ['csv', 'json']) await call('GET', `${path}/tokens/mapping?format=${format}`);
  for (const read of [
    '',
    '/entries',
    '/eligibility',
    '/tokens/rows?limit=1000',
    '/tokens/counts',
    '/tokens/runs',
    '/runbook',
    '/runbook/checklist.md',
    '/runbook/handover.md',
    '/recipes',
  ]) {
    await call('GET', path + read);
  }
  await ok('POST', `${path}/export`, {});
  await ok('POST', `${path}/export`, { passphrase: plant('passphrase') });
  await ok('POST', `${path}/verify`);
  for (const read of [
    '/api/targets',
    '/api/jobs',
    '/api/endpoints',
    '/api/messages',
    '/api/requests',
    '/api/openapi.json',
    '/api/about',
    '/api/health',
    '/api/settings',
    '/api/receiver',
    '/api/upcoming',
  ]) {
    await call('GET', read);
  }
  await api('GET', '/openapi.json');
  await api('GET', '/companies?pageSize=1000');
  await api('GET', '/webhooks');
  const bundle = Buffer.from(await (await host.desk('GET', '/api/diagnostics')).arrayBuffer());
  expect(bundle.subarray(0, 2).toString()).toBe('PK');
  await ok('POST', '/api/backups', {});

  const suspects = foundIn(planted, said.join('\n'));
  const inAnswers = suspects.flatMap((name) =>
    said
      .filter((text) => foundIn({ [name]: planted[name] as string }, text).length > 0)
      .map((text) => `${name} in ${text.slice(0, 200)}`),
  );
  expect(inAnswers).toEqual([]);
  expect(foundIn(planted, bundle)).toEqual([]);
  // While it runs, with what the databases have not yet taken over.
  const live = filesIn(dataDir).map(({ path: file }) => relative(dataDir, file));
  expect(live).toEqual(expect.arrayContaining(['desk.db-wal', 'service.db-wal', 'vault.db']));
  expect(leaksIn(dataDir, planted)).toEqual([]);

  await host.end('SIGKILL');
  await streamed;
  logged.push(host.stderr());
  expect(leaksIn(dataDir, planted)).toEqual([]);

  host = await startHostProcess(['--data', dataDir, '--verbose']);
  plant('second desk token', host.ready.deskToken);
  await ok('POST', '/api/reset');
  const after = () => {
    const { 'second desk token': current, ...others } = planted;
    return [...leaksIn(dataDir, others), ...leaksIn(dataDir, { deskToken: current as string })];
  };
  expect(after()).toEqual([]);
  expect(await host.end('SIGTERM')).toBe(0);
  logged.push(host.stderr());
  expect(after()).toEqual([]);
  expect(logged.flatMap((text) => foundIn(planted, text))).toEqual([]);
  // The search itself works: what is not sealed is found.
  const all = Buffer.concat(filesIn(dataDir).map(({ content }) => content));
  expect(foundIn({ name: 'Company gbol jsonl' }, all)).toEqual(['name']);
}, 120_000);

test('every encoding of a secret is found', () => {
  const secret = 'planted-4rT8"<&/+=wQz1Lm';
  const bytes = Buffer.from(secret);
  const base64 = (before: string) => Buffer.from(`${before}${secret}after`).toString('base64');
  const forms = [
    bytes,
    Buffer.from(secret, 'utf16le'),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    base64(''),
    base64('a'),
    base64('ab'),
    Buffer.from(`x${secret}`).toString('base64url'),
    encodeURIComponent(secret),
    JSON.stringify(secret),
    'planted-4rT8&quot;&lt;&amp;/+=wQz1Lm',
  ];
  for (const form of forms) {
    const content = Buffer.concat([Buffer.from('before '), Buffer.from(form), Buffer.from(' after')]);
    expect([String(form), foundIn({ secret }, content)]).toEqual([String(form), ['secret']]);
  }
  expect(foundIn({ secret }, Buffer.from('planted-'))).toEqual([]);
});
