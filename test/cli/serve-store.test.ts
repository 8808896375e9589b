import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import type { ReadyLine } from '#contract/desk.ts';
import { type Ended, type serve, serveIn, startCliIn } from '#test/support/cli.ts';
import { runHere, runHereIn } from '#test/support/cli-here.ts';
import { freePorts } from '#test/support/free-ports.ts';
import { startPostgres } from '#test/support/postgres/server.ts';
import { temporaryStore } from '#test/support/postgres/shared.ts';
import { hasOpenssl, privateCa } from '#test/support/private-ca.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

type Served = Awaited<ReturnType<typeof serve>>;

const fileOf = (name: string, content: string | Buffer, mode = 0o600): string => {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  chmodSync(path, mode);
  return path;
};

const addCompany = async (
  { ready }: { readonly ready: Omit<ReadyLine, 'event'> },
  name: string,
): Promise<string> => {
  const response = await fetch(`${ready.apiUrl}/companies`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(ready.apiKey)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { id: string }).id;
};

const companies = async ({ ready }: { readonly ready: Omit<ReadyLine, 'event'> }): Promise<string[]> => {
  const headers = { authorization: `Basic ${btoa(ready.apiKey)}` };
  const response = await fetch(`${ready.apiUrl}/companies?page=1&pageSize=100`, { headers });
  return ((await response.json()) as { results: { name: string }[] }).results.map(({ name }) => name);
};

const stop = async (host: Served): Promise<Ended> => {
  host.process.kill('SIGTERM');
  return host.ended;
};

/** A start that is to fail: what it said, and that it made nothing in its folder but locks. */
const refusedStart = async (env: NodeJS.ProcessEnv, ...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await runHereIn(env, 'serve', '--json', ...freePorts, ...args);
  expect(code).not.toBe(0);
  expect(stdout).toBe('');
  return stderr;
};

const keyText = () => randomBytes(32).toString('base64');

test('the store is on the server, the password nowhere, and the next start finds both again', async () => {
  const { address, env } = await temporaryStore();
  const dataDir = temporaryFolder();
  const first = await serveIn(env, '--data', dataDir, '--store', address, '--store-connections', '6');
  await addCompany(first, 'Acme Bakery');
  const ended = await stop(first);
  expect(ended.code).toBe(0);
  expect(existsSync(join(dataDir, 'service.db'))).toBe(false);
  const written = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'));
  for (const text of [ended.stdout, ended.stderr, ...written]) expect(text).not.toContain(env.PGPASSWORD);

  vi.stubEnv('PGPASSWORD', env.PGPASSWORD);
  const again = await testHost({ dataDir });
  expect(await companies(again)).toEqual(['Acme Bakery']);
  expect(again.ready.apiKey).toBe(first.ready.apiKey);
  await again.stop(0);

  const onFiles = await testHost({ dataDir, store: false });
  expect(await companies(onFiles)).toEqual([]);
}, 60_000);

test('two processes at once: one key, one identity, and never the same id; one that was away while a newer build took something away ends, and says why', async () => {
  const { address, env, place } = await temporaryStore();
  const key = fileOf('key', `${keyText()}\n`);
  const given = {
    ...env,
    CARRYOVER_STORE: address,
    CARRYOVER_DATA_KEY_FILE: key,
    CARRYOVER_API_KEY: 'given-key-of-the-team',
  };
  const start = () => serveIn(given, '--data', temporaryFolder());
  const [one, other] = await Promise.all([start(), start()]);
  // An API key that is given is that of the store.
  for (const { ready } of [one, other]) expect(ready.apiKey).toBe('given-key-of-the-team');
  const ids = await Promise.all(
    Array.from({ length: 20 }, (_, at) => addCompany(at % 2 === 0 ? one : other, `Company ${at}`)),
  );
  expect(new Set(ids).size).toBe(20);
  expect((await companies(one)).sort()).toEqual((await companies(other)).sort());
  await stop(other);

  const client = new pg.Client({ ...place.address, password: place.password });
  await client.connect();
  const schema = `"${place.address.prefix}_service"`;
  await client.query(`insert into ${schema}.migrations (name) values ('9001-next-contract')`);
  await client.query(`delete from ${schema}.processes`);
  await client.end();
  const { code, stderr } = await one.ended;
  expect(code).toBe(1);
  expect(stderr).toContain('9001-next-contract');
}, 60_000);

test('too few connections are refused, with the reason', async () => {
  const { address, env } = await temporaryStore();
  const store = ['--data', temporaryFolder(), '--store', address];
  expect(await refusedStart(env, ...store, '--store-connections', '5')).toContain(
    'from 6 to 500: the service needs 2 and the desk 4.',
  );
}, 60_000);

test('two processes with different keys begin an empty store at once: one of them is refused', async () => {
  const { address, env } = await temporaryStore();
  const start = () =>
    startCliIn(
      env,
      'serve',
      '--json',
      ...freePorts,
      ...['--store', address, '--data', temporaryFolder()],
      ...['--data-key-file', fileOf('key', randomBytes(32))],
    );
  const runs = [start(), start()];
  const outcomes = await Promise.all(
    runs.map((run) =>
      run.saw(/^\{"event":"ready".*\}\n/m).then(
        () => 'ready',
        () => 'refused',
      ),
    ),
  );
  expect(outcomes.sort()).toEqual(['ready', 'refused']);
  const said = runs.map(({ out }) => out.stderr).join('');
  expect(said).toContain('was begun with another data key');
  expect(said).toContain('--data-key-file');
}, 60_000);

test('another key than that of the store is refused before anything is written', async () => {
  const { address, env, place } = await temporaryStore();
  vi.stubEnv('PGPASSWORD', env.PGPASSWORD);
  await (await testHost({ store: address })).stop(0);
  const client = new pg.Client({
    ...place.address,
    password: place.password,
    options: `-c search_path=${place.address.prefix}_service`,
  });
  await client.connect();
  const facts = async () => (await client.query('select * from facts order by name')).rows;
  const before = await facts();

  const wrong = fileOf('key', randomBytes(32));
  const other = await refusedStart(
    env,
    '--data',
    temporaryFolder(),
    '--store',
    address,
    '--data-key-file',
    wrong,
  );
  expect(other).toContain('was begun with another data key');
  // A folder that has no key makes none: it would be the wrong one.
  const keyless = temporaryFolder();
  expect(await refusedStart(env, '--data', keyless, '--store', address)).toContain(
    'this data folder has no key',
  );
  expect(existsSync(join(keyless, 'carryover.key'))).toBe(false);

  expect(await facts()).toEqual(before);
  await client.end();
}, 60_000);

test.each([
  ['may be read by others', () => fileOf('key', keyText(), 0o644)],
  ['holds no data key', () => fileOf('key', 'too short')],
  ["can't be read: there is no such file", () => join(temporaryFolder(), 'none')],
])('a data key file is refused: it %s', async (words, file) => {
  const stderr = await refusedStart({}, '--data', temporaryFolder(), '--data-key-file', file());
  expect(stderr).toContain(words);
});

test('passwords come from a file of one’s own, or that of PostgreSQL', async () => {
  const { address, env, place } = await temporaryStore();
  const password = env.PGPASSWORD ?? '';
  const dataDir = temporaryFolder();
  const args = ['--data', dataDir, '--store', address];
  const escaped = password.replaceAll(/[\\:]/g, '\\$&');
  const line = `${place.address.host}:*:${place.address.database}:${place.address.user}:${escaped}\n`;
  const sources: Record<string, string>[] = [
    { CARRYOVER_STORE_PASSWORD_FILE: fileOf('password', `${password}\n`) },
    { PGPASSFILE: fileOf('pgpass', `# of the team\nother:*:*:*:no\n${line}`) },
  ];
  vi.stubEnv('PGPASSWORD', '');
  for (const source of sources) {
    for (const [name, value] of Object.entries(source)) vi.stubEnv(name, value);
    await (await testHost({ dataDir, store: address })).stop(0);
    for (const name of Object.keys(source)) vi.stubEnv(name, undefined);
  }

  const refused = [
    [{ CARRYOVER_STORE_PASSWORD_FILE: fileOf('password', password, 0o640) }, 'is not for its owner alone'],
    [{ PGPASSFILE: fileOf('pgpass', line, 0o644) }, 'may be read by others'],
    [{ PGPASSFILE: fileOf('pgpass', 'other:*:*:*:no') }, 'refuses this user'],
    [{ PGPASSWORD: 'wrong' }, 'refuses this user'],
  ] as const;
  for (const [source, words] of refused) {
    const stderr = await refusedStart({ PGPASSWORD: '', ...source }, ...args);
    expect(stderr).toContain(words);
    expect(stderr).not.toContain(password);
  }
}, 90_000);

test('a password in the address is refused, and not repeated', async () => {
  const stderr = await refusedStart(
    {},
    '--data',
    temporaryFolder(),
    '--store',
    'postgres://a:hunter2@127.0.0.1/b',
  );
  expect(stderr).toContain('PGPASSWORD');
  expect(stderr).not.toContain('hunter2');
});

test.runIf(hasOpenssl)(
  'TLS is verified: the authority, the name, and never plain over a network',
  async () => {
    const ca = privateCa('DNS:localhost');
    const server = await startPostgres({ tls: ca });
    try {
      const env = { PGPASSWORD: server.password };
      const at = (host: string, options: string): string =>
        `postgres://${server.user}@${host}:${server.port}/postgres?${options}`;
      const trusted = `sslmode=verify-full&sslrootcert=${fileOf('ca.pem', ca.caPem, 0o644)}`;
      const start = (address: string) => ['--data', temporaryFolder(), '--store', address];

      vi.stubEnv('PGPASSWORD', server.password);
      const served = await testHost({ store: at('localhost', trusted) });
      const client = new pg.Client({ ...server, host: '127.0.0.1', database: 'postgres' });
      await client.connect();
      const { rows } = await client.query(
        `select bool_and(s.ssl) as encrypted from pg_stat_ssl s join pg_stat_activity a using (pid) where a.application_name = 'carryover'`,
      );
      await client.end();
      expect(rows).toEqual([{ encrypted: true }]);
      await served.stop(0);

      const unknown = await refusedStart(env, ...start(at('localhost', 'sslmode=verify-full')));
      expect(unknown).toContain("can't be reached");
      expect(unknown).toMatch(/certificate/i);
      const other = privateCa('DNS:localhost');
      const otherCa = `sslmode=verify-full&sslrootcert=${fileOf('ca.pem', other.caPem, 0o644)}`;
      expect(await refusedStart(env, ...start(at('localhost', otherCa)))).toContain("can't be reached");
      expect(await refusedStart(env, ...start(at('127.0.0.1', trusted)))).toMatch(/altnames|does not match/i);
      expect(await refusedStart(env, ...start(at('db.example', 'sslmode=disable')))).toContain(
        'anybody between here and db.example',
      );
      expect(
        await refusedStart(env, ...start(at('localhost', 'sslmode=verify-full&sslrootcert=/none.pem'))),
      ).toContain("can't be read");
    } finally {
      server.stop();
    }
  },
  120_000,
);

test('a command without a running host works on the store that the folder was served with', async () => {
  const { address, env } = await temporaryStore();
  const dataDir = temporaryFolder();
  vi.stubEnv('PGPASSWORD', env.PGPASSWORD);
  const host = await testHost({ dataDir, store: address });
  const key = host.ready.apiKey;
  await host.stop(0);
  const { stdout } = await runHere('keys', '--data', dataDir, '--json');
  expect(stdout).toContain(key);
  const { code, stderr } = await runHereIn({ PGPASSWORD: undefined }, 'keys', '--data', dataDir);
  expect(code).not.toBe(0);
  expect(stderr).toContain('refuses this user');
}, 60_000);
