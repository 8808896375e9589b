import { once } from 'node:events';
import { copyFileSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import { type Run, startNodeIn } from '#test/support/cli.ts';
import { kitHere } from '#test/support/kit-cli.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import type { ServiceAddress } from '#testing/types.ts';

const carryover = join(packageRoot(), 'out', 'kit', 'cli.js');
const token = 'a-token-that-a-container-is-told';

const serveArgs = (data: string, args: readonly string[]): string[] => [
  ...['serve', '--json', '--data', data, '--api-port', '0', '--control-port', '0'],
  ...args,
];
const start = (data: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Run =>
  startNodeIn(env, carryover, ...serveArgs(data, args));

type Ready = ServiceAddress & { pid: number };
interface Served {
  readonly run: Run;
  readonly ready: Ready;
  // biome-ignore lint/suspicious/noExplicitAny: responses of every shape
  control(method: string, path: string, body?: unknown): Promise<any>;
  kill(): Promise<void>;
}

const serve = async (...given: Parameters<typeof start>): Promise<Served> => {
  const run = start(...given);
  await run.saw(/^\{"event":"ready".*\}\n/m);
  const ready: Ready = JSON.parse(run.out.stdout);
  return {
    run,
    ready,
    async control(method, path, body) {
      const response = await fetch(ready.controlUrl + path, {
        method,
        headers: {
          authorization: `Bearer ${ready.controlToken}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      expect(response.ok, `${method} ${path}: ${text}`).toBe(true);
      return text === '' ? undefined : JSON.parse(text);
    },
    async kill() {
      run.process.kill('SIGKILL');
      await run.ended;
    },
  };
};

const refusal = async (...[data, args = [], env = {}]: Parameters<typeof start>): Promise<string> => {
  const { code, stdout, stderr } = await kitHere(serveArgs(data, args), env);
  expect([code, stdout]).toEqual([expect.toBeOneOf([1, 2]), '']);
  expect(stderr).not.toContain('unexpectedly');
  return stderr;
};

const companies = async ({ apiUrl, apiKey }: Ready): Promise<{ id: string; name: string }[]> => {
  const response = await fetch(`${apiUrl}/companies`, {
    headers: { authorization: `Basic ${btoa(apiKey)}` },
  });
  expect(response.status).toBe(200);
  const { results } = (await response.json()) as { results: { id: string; name: string }[] };
  return results.map(({ id, name }) => ({ id, name }));
};

/** Asked by a name of its own, as from another container. */
const statusFor = async ({ controlUrl }: Ready, name: string): Promise<number | undefined> => {
  const [response] = (await once(get(`${controlUrl}/alive`, { headers: { host: name } }), 'response')) as [
    IncomingMessage,
  ];
  response.resume();
  return response.statusCode;
};

test('a folder is kept: after a kill, rows, keys, secrets, states, clock and seed are there', async () => {
  const data = join(temporaryFolder(), 'new', 'folder');
  const first = await serve(data, ['--clock', 'skipping', '--seed', '7']);
  const made = await fetch(`${first.ready.apiUrl}/companies`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(first.ready.apiKey)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ name: 'Kept bakery' }),
  });
  expect(made.status).toBe(200);
  const endpoint = await first.control('POST', '/endpoints', {
    url: 'http://127.0.0.1:9/hooks',
    eventTypes: ['read.completed'],
  });
  const { secret } = await first.control('GET', `/endpoints/${endpoint.id}/secret`);
  await first.control('POST', '/states', { name: 'base' });
  await first.control('POST', '/clock/advance', { by: 'PT5H' });
  const { now } = await first.control('GET', '/clock');
  const listed = await companies(first.ready);
  await first.kill();

  expect(statSync(join(data, 'carryover.key')).mode & 0o777).toBe(0o600);
  const second = await serve(data);
  expect(second.ready.apiKey).toBe(first.ready.apiKey);
  expect(await companies(second.ready)).toEqual(listed);
  expect(listed.map(({ name }) => name)).toContain('Kept bakery');
  expect(await second.control('GET', `/endpoints/${endpoint.id}/secret`)).toMatchObject({ secret });
  expect(await second.control('GET', '')).toMatchObject({ clock: 'skipping', seed: 7 });
  expect((await second.control('GET', '/clock')).now).toBe(now);
  expect((await second.control('GET', '/states')).results).toMatchObject([{ name: 'base' }]);

  expect(await refusal(data)).toContain('Another process already serves the data folder');
  await second.kill();
  expect(await refusal(data, ['--clock', 'system'])).toContain('has a virtual clock, which it keeps');
  expect(await refusal(data, ['--seed', '8'])).toContain('has the seed 7, which it keeps');
  const third = await serve(data, ['--clock', 'virtual', '--seed', '7']);
  expect(await third.control('GET', '')).toMatchObject({ clock: 'virtual', seed: 7 });
});

test('what can’t be served is refused in words, and stays as it is', async () => {
  const data = temporaryFolder();
  await (await serve(data)).kill();
  const [database, key] = [join(data, 'service.db'), join(data, 'carryover.key')];
  const right = readFileSync(key);

  rmSync(key);
  expect(await refusal(data)).toContain('is missing, so the secrets of this folder can');
  writeFileSync(key, 'short');
  expect(await refusal(data)).toContain('is not whole');
  writeFileSync(key, Buffer.alloc(32, 1));
  expect(await refusal(data)).toContain('is not the one of this folder');
  writeFileSync(key, right);

  const copy = join(temporaryFolder(), 'service.db');
  copyFileSync(database, copy);
  for (const end of ['-wal', '-shm']) rmSync(database + end, { force: true });
  writeFileSync(database, 'not a database, but long enough to be read as one'.repeat(100));
  expect(await refusal(data)).toContain('service.db is damaged');
  truncateSync(database);
  expect(await refusal(data)).toContain('service.db is empty');
  rmSync(database);
  expect(await refusal(data)).toContain('service.db is missing');
  expect(readFileSync(key)).toEqual(right);

  const app = temporaryFolder();
  writeFileSync(join(app, 'identity.json'), '{}');
  expect(await refusal(app)).toContain('is a data folder of the Carryover app');
  expect(await refusal(carryover)).toContain('it is a file');
});

test('the environment sets the control token, an API key and host names', async () => {
  const apiKey = 'an-api-key-of-the-environment-0123456789';
  const env = {
    CARRYOVER_CONTROL_TOKEN: token,
    CARRYOVER_API_KEY: apiKey,
    CARRYOVER_ALLOW_HOSTS: 'carryover, kit.test',
  };
  const { ready, run } = await serve(temporaryFolder(), [], env);
  expect(ready.controlToken).toBe(token);
  expect(await companies({ ...ready, apiKey })).toEqual([]);
  expect(await Promise.all(['kit.test', 'other.test'].map((name) => statusFor(ready, name)))).toEqual([
    204, 403,
  ]);
  run.process.kill('SIGTERM');
  expect((await run.ended).code).toBe(0);

  for (const wrong of ['too-short', 'long enough but with blanks in it', 'é'.repeat(30)]) {
    const said = await refusal(temporaryFolder(), [], { CARRYOVER_CONTROL_TOKEN: wrong });
    expect(said).toContain('CARRYOVER_CONTROL_TOKEN must have at least 24 characters');
    expect(said).not.toContain(wrong);
  }
});
