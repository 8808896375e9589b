import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import type { MessageDetail } from '#contract/message.ts';
import { serve, startCli, startCliIn } from '#test/support/cli.ts';
import { pipeHere, runHere } from '#test/support/cli-here.ts';
import { freePorts } from '#test/support/free-ports.ts';
import { startHostHere } from '#test/support/host-here.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const launcher = join(packageRoot(), 'electron/cli/launcher.cjs');
const modeOf = (path: string): number => statSync(path).mode & 0o777;

test('--json: one ready line on stdout, everything in place, and SIGTERM ends it with 0', async () => {
  const dataDir = join(temporaryFolder(), 'data');
  const host = await serve('--data', dataDir);
  const { ready } = host;
  expect(Object.keys(ready)).toEqual(['event', 'apiUrl', 'apiKey', 'deskUrl', 'deskToken', 'dataDir', 'pid']);
  expect([ready.event, ready.dataDir, ready.pid]).toEqual(['ready', dataDir, host.process.pid]);
  expect([modeOf(dataDir), modeOf(join(dataDir, 'host.json'))]).toEqual([0o700, 0o600]);
  expect(JSON.parse(readFileSync(join(dataDir, 'host.json'), 'utf8'))).toMatchObject({
    pid: ready.pid,
    apiUrl: ready.apiUrl,
    deskToken: ready.deskToken,
  });
  const authorization = `Basic ${Buffer.from(ready.apiKey).toString('base64')}`;
  expect((await fetch(`${ready.apiUrl}/companies`, { headers: { authorization } })).status).toBe(200);

  host.process.kill('SIGTERM');
  const { code, stdout } = await host.ended;
  expect(code).toBe(0);
  expect(stdout.trim().split('\n')).toHaveLength(1);
  expect(existsSync(join(dataDir, 'host.json'))).toBe(false);
});

test('for a person: where it is, the page at an address that works once, and a curl line that works', async () => {
  const data = temporaryFolder();
  const run = startCli('serve', ...freePorts, '--data', data);
  await run.saw('Ctrl+C stops it');
  expect(run.out.stdout).toMatch(
    /Page +http:\/\/127\.0\.0\.1:\d+\/#ticket=[\w-]+\n +works once; for another: carryover open/,
  );
  expect(run.out.stdout).not.toContain(JSON.parse(readFileSync(join(data, 'host.json'), 'utf8')).deskToken);
  const [, url] = /Public API +(\S+)/.exec(run.out.stdout) ?? [];
  expect(run.out.stdout).toContain(`${url}/docs`);
  const { stdout: keys } = await runHere('keys', '--json', '--data', data);
  const key = Buffer.from(JSON.parse(keys).results[0].apiKey);
  for (const coding of ['utf8', 'base64', 'base64url', 'hex'] as const) {
    // Not in the middle of something longer either: only how a coding begins depends on what comes before.
    expect([coding, run.out.stdout.includes(key.toString(coding).slice(0, 20))]).toEqual([coding, false]);
  }
  const [, curl] = /^ +(curl .*)$/m.exec(run.out.stdout) ?? [];
  const shell = `carryover() { "${process.execPath}" "${launcher}" "$@"; }\n${curl}`;
  expect(JSON.parse(execFileSync('sh', ['-c', shell], { encoding: 'utf8' }))).toMatchObject({
    name: 'Acme Bakery',
  });
  run.process.kill('SIGINT');
  expect((await run.ended).code).toBe(0);
});

test('a second host on the same folder is refused, and says who is there; that one, killed, leaves nothing in the way of the next', async () => {
  const dataDir = temporaryFolder();
  const first = await serve('--data', dataDir);
  const second = await runHere('serve', '--json', ...freePorts, '--data', dataDir);
  expect([second.code, second.stdout]).toEqual([1, '']);
  expect(second.stderr).toContain(`process ${first.ready.pid}`);
  expect(second.stderr).toContain('--data');

  first.process.kill('SIGKILL');
  await first.ended;
  expect(existsSync(join(dataDir, 'host.json'))).toBe(true);
  const { code, stdout } = await runHere('keys', '--json', '--data', dataDir);
  expect(code).toBe(0);
  expect(JSON.parse(stdout).results[0].apiKey).toBe(first.ready.apiKey);
  expect(existsSync(join(dataDir, 'host.json'))).toBe(false);
});

test.each([
  ['API', '--api-port', '--desk-port'],
  ['desk', '--desk-port', '--api-port'],
])(
  'the %s port in use: said with the option that changes it, and nothing is left running',
  async (name, option, other) => {
    const port = await listening(createServer());
    const dataDir = temporaryFolder();
    const { code, stderr, stdout } = await runHere(
      'serve',
      '--json',
      option,
      String(port),
      other,
      '0',
      '--data',
      dataDir,
    );
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`The ${name} port ${port} is in use`);
    expect(stderr).toContain(option);
    expect(existsSync(join(dataDir, 'host.json'))).toBe(false);
  },
);

test.each([
  [
    'an address that is not here',
    ['--bind', '203.0.113.7', '--https-url', 'https://desk.example'],
    /203\.0\.113\.7 is not an address of this machine/,
  ],
  [
    'a data folder that is a file',
    ['--data', import.meta.filename],
    /data folder .* can't be used: it is a file/,
  ],
])('%s: said in words, exit code 1', async (_what, args, words) => {
  const folder = ['--data', temporaryFolder()];
  const { code, stderr } = await runHere('serve', ...freePorts, ...folder, ...args);
  expect(code).toBe(1);
  expect(stderr).toMatch(words);
  expect(stderr).not.toContain('    at ');
});

test('an API key comes out of the environment or a pipe, and one that is empty is said to be', async () => {
  const folders = ['--data', temporaryFolder(), ...freePorts, '--json'];
  const run = startCliIn({ CARRYOVER_API_KEY: 'from-the-environment' }, 'serve', ...folders);
  await run.saw(/"event":"ready"/);
  const { port } = new URL(JSON.parse(run.out.stdout).apiUrl);
  const headers = { authorization: `Basic ${Buffer.from('from-the-environment').toString('base64')}` };
  expect((await fetch(`http://127.0.0.1:${port}/companies`, { headers })).status).toBe(200);
  run.process.kill('SIGTERM');
  await run.ended;

  const piped = await pipeHere(' \n', 'serve', ...folders, '--api-key-file', '-');
  expect([piped.code, piped.stderr]).toEqual([
    2,
    expect.stringContaining('What was piped in holds no API key'),
  ]);
});

test('what is in flight ends before the host does', async () => {
  const dataDir = temporaryFolder();
  const host = await serve('--data', dataDir);
  const arrived = Promise.withResolvers<void>();
  const consumer = createServer((_request, response) => {
    arrived.resolve();
    setTimeout(() => response.end(), 700);
  });
  const messageId = await sendTo(host.ready, await listening(consumer));
  await arrived.promise;
  host.process.kill('SIGTERM');
  expect((await host.ended).code).toBe(0);
  const again = await startHostHere({ dataDir });
  const message = await desk<MessageDetail>(again.ready, `/api/messages/${messageId}`);
  expect(message.attempts.map(({ number, statusCode }) => [number, statusCode])).toEqual([[1, 200]]);
});

test('the drain ends after 5 s, with 0; a second signal ends it at once', async () => {
  const silent = await listening(createServer(() => {}));
  const patient = await serve('--data', temporaryFolder());
  const hurried = await serve('--data', temporaryFolder());
  await Promise.all([sendTo(patient.ready, silent), sendTo(hurried.ready, silent)]);
  const begun = performance.now();
  patient.process.kill('SIGTERM');
  hurried.process.kill('SIGTERM');
  setTimeout(() => hurried.process.kill('SIGTERM'), 300);
  expect((await hurried.ended).code).toBe(1);
  expect(performance.now() - begun).toBeLessThan(3000);
  expect((await patient.ended).code).toBe(0);
  expect(performance.now() - begun).toBeLessThan(7000);
});

test('the seed, the key and the clock are as asked for; a later start goes on with the clock', async () => {
  const dataDir = temporaryFolder();
  const keyFile = join(temporaryFolder(), 'key.txt');
  writeFileSync(keyFile, 'a-key-of-mine\n');
  const host = await serve('--data', dataDir, '--clock', 'virtual', '--seed', '7', '--api-key-file', keyFile);
  const authorization = `Basic ${Buffer.from('a-key-of-mine').toString('base64')}`;
  expect((await fetch(`${host.ready.apiUrl}/companies`, { headers: { authorization } })).status).toBe(200);
  expect(await desk(host.ready, '/api/clock')).toMatchObject({ mode: 'virtual' });
  host.process.kill('SIGTERM');
  await host.ended;
  const { stdout } = await runHere('clock', 'show', '--json', '--data', dataDir);
  expect(JSON.parse(stdout).mode).toBe('virtual');
});

const listening = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
};

type Ready = Awaited<ReturnType<typeof serve>>['ready'];

const desk = async <T>({ deskUrl, deskToken }: Ready, path: string, body?: unknown): Promise<T> => {
  const headers = { authorization: `Bearer ${deskToken}`, 'content-type': 'application/json' };
  const response = await fetch(
    deskUrl + path,
    body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) },
  );
  return (await response.json()) as T;
};

/** Makes an endpoint at the port and publishes an event to it. */
const sendTo = async (ready: Ready, port: number): Promise<string> => {
  const authorization = `Basic ${Buffer.from(ready.apiKey).toString('base64')}`;
  const response = await fetch(`${ready.apiUrl}/webhooks`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ url: `http://127.0.0.1:${port}/`, eventTypes: ['company.created'] }),
  });
  expect(response.status).toBe(201);
  const event = { eventType: 'company.created' };
  return (await desk<{ messageId: string }>(ready, '/api/events', event)).messageId;
};
