import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { lockFolder } from '#base/folder-lock.ts';
import { readKitRecord, writeKitRecord } from '#kit/record.ts';
import { kitCommands } from '#kit-cli/index.ts';
import { kitCommandName } from '#kit-cli/kit-command-name.ts';
import type { Ended, Run } from '#test/support/cli.ts';
import { startConsumer } from '#test/support/consumer.ts';
import { addressOf, kitCli, kitHere, serveKit, startKitCli } from '#test/support/kit-cli.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** The commands that the test kit shares with the desktop's command line. */

/** Runs a command to its end, which must be a good one. */
const runs = async (
  args: readonly string[],
  env?: NodeJS.ProcessEnv,
  end: (args: readonly string[], env?: NodeJS.ProcessEnv) => Promise<Ended> = kitHere,
): Promise<Ended> => {
  const ended = await end(args, env);
  expect([args, ended.code, ended.stderr]).toEqual([args, 0, expect.not.stringContaining('unexpectedly')]);
  return ended;
};
// biome-ignore lint/suspicious/noExplicitAny: responses of every shape
const json = async (args: readonly string[], env?: NodeJS.ProcessEnv): Promise<any> =>
  JSON.parse((await runs([...args, '--json'], env)).stdout);

const kill = async ({ process, ended }: Run): Promise<void> => {
  process.kill('SIGKILL');
  await ended;
};
const interrupt = async ({ process, ended }: Run): Promise<Ended> => {
  process.kill('SIGINT');
  return ended;
};

test('on the folder of a running service, and once it was killed on one of their own', async () => {
  const data = join(temporaryFolder(), 'service');
  const on = (...args: string[]): string[] => [...args, '--data', data];
  const served = await serveKit(on('--clock', 'virtual', '--seed', '7'));
  expect(statSync(join(data, 'control.json')).mode & 0o777).toBe(0o600);

  const listening = startKitCli(on('listen', '--json'));
  await listening.saw('Ctrl+C stops');
  expect(listening.out.stderr).toContain(`from the service at ${served.ready.apiUrl}.`);
  const sent = await json(on('send', 'read.completed'));
  expect(sent.deliveries).toMatchObject([{ status: 'Success', lastStatusCode: 200 }]);
  await listening.saw(/"verified":true/);
  const { code, stdout, stderr } = await interrupt(listening);
  expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ verified: true })]);
  expect(stdout + stderr).not.toContain('whsec_');
  expect((await json(on('send', 'read.completed'))).deliveries).toEqual([]);

  const before = await json(on('clock'));
  const after = await json(on('clock', 'advance', '5h'));
  expect(Date.parse(after.now) - Date.parse(before.now)).toBe(5 * 3_600_000);
  expect((await json(on('tokens', 'issue', 'gbol', '--count', '2'))).results).toHaveLength(2);
  const made = await json(on('keys', 'create', 'suite'));
  const keys = await json(on('keys'));
  expect(keys.results.map(({ apiKey }: { apiKey: string }) => apiKey)).toEqual([
    served.ready.apiKey,
    made.apiKey,
  ]);

  const file = join(data, '..', 'shared.carryover-state');
  expect(await json(on('state', 'save', 'base'))).toMatchObject({ name: 'base', messages: 2 });
  expect(await json(on('state', 'save', file))).toMatchObject({ file, messages: 2 });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await runs(on('send', 'read.completed'));
  for (const state of ['base', file]) {
    expect((await json(on('state', 'load', state, '--yes'))).state.messages).toBe(2);
  }
  expect((await json(on('state', 'list'))).results).toMatchObject([{ name: 'base' }]);
  await kill(served);

  expect(existsSync(join(data, 'control.json'))).toBe(true);
  expect((await json(on('keys'))).results).toEqual(keys.results);
  expect(existsSync(join(data, 'control.json'))).toBe(false);
  const into = join(data, '..', 'fork');
  expect(await json(on('state', 'fork', 'base', '--into', into))).toMatchObject({ dataDir: into });
  expect((await json(['keys', '--data', into])).results).toHaveLength(2);
  expect(await json(on('state', 'remove', 'base', '--yes'))).toEqual({ removed: 'base' });
});

test('with the service of exec around them, which they leave as they found it', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'base.carryover-state');
  const carryover = `"${process.execPath}" "${kitCli}"`;
  const lines = [
    'send connection.connected --json',
    'keys --json',
    `state save "${file}" --json --without-secrets`,
    'state save base --json',
    'clock advance 28h --json',
    'state load base --yes --json',
    `state fork base --into "${join(folder, 'fork')}" --json`,
    'tokens issue gbol --json',
  ];
  const script = lines.map((line) => `${carryover} ${line}`).join(' && ');
  const home = temporaryFolder();
  const env = { CARRYOVER_STATE_PASSPHRASE: '', HOME: home, XDG_DATA_HOME: home };
  const { stdout } = await runs(
    ['exec', '--seed', '7', '--', 'sh', '-c', script],
    env,
    (...given) => startKitCli(...given).ended,
  );
  const said = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(said).toMatchObject([
    { eventType: 'connection.connected' },
    { results: [{ name: 'Default' }] },
    { file, secrets: 'none' },
    { name: 'base', messages: 1 },
    { mode: 'virtual' },
    { state: { name: 'base' } },
    { dataDir: join(folder, 'fork') },
    { results: [{ platformKey: 'gbol' }] },
  ]);
  expect(readdirSync(home)).toEqual([]);
  // The temporary service's key is nowhere on the disk; the fork has its secrets all the same.
  const [, { results: keys }, , , , , { missing }] = said;
  expect(missing).toEqual([]);
  const forked = await json(['keys', '--data', join(folder, 'fork')]);
  expect(forked.results).toEqual(expect.arrayContaining(keys));
});

test('forwarding: what a consumer missed comes with the next run, also after a kill of both', async () => {
  const data = temporaryFolder();
  const consumer = await startConsumer();
  const first = await serveKit(['--data', data]);
  const forward = async (args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Run> => {
    const run = startKitCli(['listen', '--json', '--forward-to', consumer.url, ...args], env);
    await run.saw('Caught up');
    return run;
  };
  const listening = await forward([], addressOf(first.ready));
  await runs(['send', 'read.completed'], addressOf(first.ready));
  await consumer.receivedAtLeast(1);
  // The cursor moves a moment later; the service's own folder has it, as it is on this machine.
  expect(readdirSync(join(data, 'forwarding'))).toHaveLength(1);
  await interrupt(listening);
  await runs(['send', 'read.completed'], addressOf(first.ready));
  await kill(first);

  const own = await forward(['--data', data]);
  await consumer.receivedAtLeast(2);
  // The port is that of the endpoint, which nobody named.
  expect(await refusal(['listen', '--forward-to', consumer.url, '--data', data])).toMatch(
    /^1 Port \d+, which the endpoint of the last run points at, is in use\. If another `listen`/,
  );
  expect(own.out.stderr).toContain('Missed while not listening: 1 message, delivered now.');
  expect(own.out.stderr).not.toContain('whsec_');
  await interrupt(own);
  expect(new Set(consumer.received.map(({ headers }) => headers['webhook-id'])).size).toBe(2);
});

test('the cursor for a service of another machine is this user’s own', async () => {
  const consumer = await startConsumer();
  const { ready } = await serveKit([]);
  const home = temporaryFolder();
  const { dataDir } = (await (
    await fetch(ready.controlUrl, { headers: { authorization: `Bearer ${ready.controlToken}` } })
  ).json()) as { dataDir: string };
  writeFileSync(join(dataDir, 'control.json'), '{}');
  const listening = startKitCli(['listen', '--forward-to', consumer.url], {
    HOME: home,
    XDG_DATA_HOME: home,
    ...addressOf(ready),
  });
  await listening.saw('Caught up');
  await interrupt(listening);
  expect(existsSync(join(dataDir, 'forwarding'))).toBe(false);
  expect(readdirSync(home, { recursive: true }).some((path) => String(path).includes('forwarding'))).toBe(
    true,
  );
});

const refusal = async (args: readonly string[], env?: NodeJS.ProcessEnv): Promise<string> => {
  const { code, stdout, stderr } = await kitHere([...args, '--json'], env);
  expect(stderr).not.toContain('unexpectedly');
  expect(JSON.parse(stdout)).toEqual({ error: stderr.trim() });
  return `${code} ${stderr}`;
};

/** Anyone who listens, and keeps what it was sent. */
const startImpostor = async (answer: (response: ServerResponse) => void) => {
  const heard: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    heard.push(request);
    answer(response);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/control/v1`, heard };
};

test('an address that a dead service left is not called, and whoever took its port learns nothing', async () => {
  const data = temporaryFolder();
  const { url, heard } = await startImpostor((response) => response.writeHead(204).end());
  const record = { pid: 1, apiUrl: url, controlUrl: url, controlToken: 'token-of-old', secret: 'c2VjcmV0' };
  writeKitRecord(data, record);
  // Nothing holds the folder: the command works on a service of its own.
  expect((await json(['clock', '--data', data])).mode).toBe('system');
  expect(heard).toEqual([]);

  writeKitRecord(data, record);
  const lock = lockFolder(data);
  onTestFinished(() => lock?.release());
  const said = await refusal(['clock', '--data', data]);
  expect(said).toMatch(
    /^1 What listens at .* could not be verified as the service of this folder, so nothing/,
  );
  expect(said).not.toContain('token-of-old');
  expect(heard.length).toBeGreaterThan(0);
  expect(JSON.stringify(heard.map(({ rawHeaders }) => rawHeaders))).not.toMatch(/token-of-old|uthorization/);
});

test('an address that others could read or change, or that is not whole, is none', () => {
  const data = temporaryFolder();
  const path = join(data, 'control.json');
  const whole = {
    pid: 7,
    apiUrl: 'http://127.0.0.1:1',
    controlUrl: 'http://127.0.0.1:2/control/v1',
    controlToken: 'a',
    secret: 'b',
  };
  const read = (content: string, mode = 0o600) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'control.json'), content, { mode });
    return readKitRecord(folder);
  };
  expect(readKitRecord(data)).toBeUndefined();
  writeKitRecord(data, whole);
  expect(readKitRecord(data)).toEqual(whole);
  if (process.platform !== 'win32') expect(read(readFileSync(path, 'utf8'), 0o644)).toBeUndefined();
  const wrong = fc.constantFrom(undefined, null, '', 1, {}, [], 'no url');
  fc.assert(
    fc.property(fc.constantFrom('pid', 'controlUrl', 'secret'), wrong, (field, value) => {
      fc.pre(!(field === 'pid' && value === 1) && !(field === 'secret' && value === 'no url'));
      expect(read(JSON.stringify({ ...whole, [field]: value }))).toBeUndefined();
    }),
    { numRuns: 20 },
  );
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 90 }), (length) => {
      expect(read(JSON.stringify(whole).slice(0, length))).toBeUndefined();
    }),
    { numRuns: 20 },
  );
});

test('without a service, with the wrong token, or with another program at the address: said what to do', async () => {
  const page = await startImpostor((response) => response.end('<html>Sign in</html>'));
  const elsewhere = await startImpostor((response) => response.writeHead(302, { location: '/' }).end());
  const { ready, ...served } = await serveKit([]);
  const env = (controlUrl: string, controlToken = 'some-token-that-is-wrong') => ({
    CARRYOVER_CONTROL_URL: controlUrl,
    CARRYOVER_CONTROL_TOKEN: controlToken,
  });
  expect(await refusal(['keys'])).toMatch(
    /^2 No service to work with: CARRYOVER_CONTROL_URL is not set, and --data is not given\. .*`carryover exec/,
  );
  expect(await refusal(['keys'], env(ready.controlUrl, ''))).toMatch(
    /^2 .*CARRYOVER_CONTROL_TOKEN is not set/,
  );
  expect(await refusal(['keys'], env('127.0.0.1:4412'))).toMatch(/^2 .*CARRYOVER_CONTROL_URL is not a URL/);
  for (const { url } of [page, elsewhere]) {
    expect(await refusal(['keys'], env(url))).toMatch(
      /^1 What CARRYOVER_CONTROL_URL names, .*unexpected format/,
    );
  }
  const wrong = await refusal(['state', 'save', 'base'], env(ready.controlUrl));
  expect(wrong).toMatch(/^1 CARRYOVER_CONTROL_TOKEN is not the token of the service at /);
  expect(wrong).not.toContain('some-token');
  const missing = join(temporaryFolder(), 'mistyped');
  expect(await refusal(['state', 'list', '--data', missing])).toMatch(
    /^2 No folder is at .*mistyped\. Check --data; `carryover serve --data .*` creates a service there/,
  );
  expect(existsSync(missing)).toBe(false);
  await kill({ ...served });
  expect(await refusal(['send', 'read.completed'], env(ready.controlUrl, ready.controlToken))).toMatch(
    /^1 The service at .* \(CARRYOVER_CONTROL_URL\) can't be reached: .*ECONNREFUSED/,
  );
});

test('each command is listed by the name that it is called by, with help of the kit', async () => {
  for (const commands of Object.values(kitCommands)) {
    for (const [name, load] of Object.entries(commands)) {
      const command = await load();
      expect(command.name()).toBe(name);
      const all = [command, ...command.commands].map((one) => one.helpInformation()).join('\n');
      expect(all).not.toMatch(/desk|backup|--desk-port/);
    }
  }
});

test('what it says to run is a command of the package, however npm started it', () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const event of ['npx', 'test']) {
    vi.stubEnv('npm_lifecycle_event', event);
    expect(kitCommandName()).toBe('npx carryover');
  }
  vi.stubEnv('npm_lifecycle_event', undefined);
  expect(kitCommandName()).toBe('carryover');
});
