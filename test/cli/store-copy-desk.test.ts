import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { silentLog } from '#base/log.ts';
import type { TokenSet } from '#contract/sandbox.ts';
import type { Run } from '#contract/token-runs.ts';
import { type Host, startHost } from '#host/index.ts';
import { startCliIn } from '#test/support/cli.ts';
import { runHereIn } from '#test/support/cli-here.ts';
import { clientOf } from '#test/support/desk-client.ts';
import { type HostProcess, until } from '#test/support/host-process.ts';
import { deskOf, endOfJob } from '#test/support/migrating.ts';
import { temporaryStore } from '#test/support/postgres/shared.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

/** A data folder with a case of some of everything: text of all kinds, a file, rows with credentials, a run that has ended. */
const model = mkdtempSync(join(tmpdir(), 'carryover-model-'));
const rows = 8;
let caseId = '';

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers as clients do
type Json = any;

const callersOf = ({ ready }: Pick<Host, 'ready'>): HostProcess => {
  const caller =
    (url: string, authorization: string): HostProcess['desk'] =>
    (method, path, body) => {
      const headers = {
        authorization,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      };
      return fetch(url + path, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    };
  return { desk: caller(ready.deskUrl, `Bearer ${ready.deskToken}`) } as HostProcess;
};

const hostIn = (dataDir: string): Promise<Host> =>
  startHost({ dataDir, apiPort: 0, deskPort: 0, bind: '127.0.0.1', allowHosts: [], log: silentLog() });

beforeAll(async () => {
  const host = await hostIn(model);
  const desk = deskOf(callersOf(host));
  const { results } = await desk.post<{ results: TokenSet[] }>('/api/simulator/tokens', {
    platformKey: 'qhyg',
    count: rows,
    behaviour: 'good',
  });
  const header = ['ref', 'name', 'platform', ...Object.keys(results[0]?.credentials ?? {})];
  const lines = results.map(({ platformKey, credentials }, n) =>
    [`C-${n}`, `Bäckerei 🥐 ${n}`, platformKey, ...Object.values(credentials)].join(),
  );
  const file = join(model, '..', `companies-${process.pid}.csv`);
  writeFileSync(file, [header.join(), ...lines].join('\n'));
  caseId = (await desk.post<Json>('/api/cases', { name: 'Ünï \ufdd0', parts: ['tokens'] })).id;
  await endOfJob(desk, `/api/cases/${caseId}/tokens/imports`, { path: file });
  rmSync(file);
  const run = await desk.post<Run>(`/api/cases/${caseId}/tokens/runs`, { kind: 'pilot', refs: ['C-0'] });
  const path = `/api/cases/${caseId}/tokens/runs/${run.id}`;
  await until(async () => (await desk.get<Run>(path)).state === 'done');
  await desk.post(`/api/cases/${caseId}/notes`, { text: 'nul \u0000 and \u2028 lines' });
  await desk.post('/api/targets', { name: 'staging', baseUrl: 'https://staging.example', apiKey: 'k-1' });
  await host.stop(0);
}, 60_000);
afterAll(() => rmSync(model, { recursive: true, force: true }));

const modelCopy = (): string => {
  const folder = temporaryFolder();
  cpSync(model, folder, { recursive: true });
  return folder;
};

/** In this process; those that are killed, until they are done, have one of their own. */
const copy = (env: NodeJS.ProcessEnv, ...args: string[]) => runHereIn(env, 'store', 'copy', ...args);
const keyOf = (folder: string): string[] => ['--data-key-file', join(folder, 'carryover.key')];

/** All that a desk's own files hold; keys of rows and the count of starts aside. */
const contentOf = (dataDir: string): unknown =>
  ['desk.db', 'vault.db'].map((file) => {
    const sqlite = new Database(join(dataDir, file), { readonly: true });
    try {
      const names = sqlite
        .prepare("select name from sqlite_master where type = 'table' and name not like 'kysely%' order by 1")
        .pluck()
        .all() as string[];
      return names.map((name) => [
        name,
        sqlite.prepare(`select * from "${name}"`).raw().all().map(String).sort(),
      ]);
    } finally {
      sqlite.close();
    }
  });

/** What a person sees of the case, and what a verification says. */
const seen = async (host: Pick<Host, 'ready'>) => {
  const { desk } = clientOf(callersOf(host));
  const { results } = await desk('GET', `/api/cases/${caseId}/tokens/rows?limit=100`);
  const { notes, name } = await desk('GET', `/api/cases/${caseId}`);
  const { signing, sealing } = await desk('GET', '/api/identity');
  return { results, notes, name, key: signing.publicKey, recipient: sealing.recipient };
};
const verified = async (host: Pick<Host, 'ready'>): Promise<unknown[]> => {
  const check = await endOfJob<Json>(deskOf(callersOf(host)), '/api/verification', undefined);
  return check.problems;
};

test('a desk is copied to a server and back: cases, rows, keys and chains are the same, and its runs go on', async () => {
  const { address, env } = await temporaryStore();
  const folder = modelCopy();
  const { code, stdout, stderr } = await copy(env, folder, address);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('chains, signatures and seals of the desk are verified: 1 case,');
  expect(stdout).toContain(`The keys of ${rows - 1} rows with credentials were not copied`);

  const before = contentOf(folder);
  const back = temporaryFolder();
  const returned = await copy(env, address, back, ...keyOf(folder));
  expect({ code: returned.code, stderr: returned.stderr }).toEqual({ code: 0, stderr: '' });
  expect(contentOf(back)).toEqual(before);
  for (const file of ['identity.json', 'sealing.json', 'journal.head'])
    expect(readFileSync(join(back, file), 'utf8')).toBe(readFileSync(join(folder, file), 'utf8'));

  cpSync(join(folder, 'row-keys'), join(back, 'row-keys'), { recursive: true });

  const onFiles = await hostIn(folder);
  const expected = await seen(onFiles);
  await onFiles.stop(0);
  vi.stubEnv('PGPASSWORD', env.PGPASSWORD);
  const onServer = await testHost({
    store: address,
    dataKeyFile: join(folder, 'carryover.key'),
    rowKeys: join(folder, 'row-keys'),
  });
  expect(await seen(onServer)).toEqual(expected);
  expect(await verified(onServer)).toEqual([]);
  const desk = deskOf(callersOf(onServer));
  const run = await desk.post<Run>(`/api/cases/${caseId}/tokens/runs`, { kind: 'run' });
  const path = `/api/cases/${caseId}/tokens/runs/${run.id}`;
  const ended = await until(async () => {
    const found = await desk.get<Run>(path);
    return found.state === 'done' && found;
  });
  expect(ended.counts).toMatchObject({ rows: rows - 1, done: rows - 1 });
  await onServer.stop(0);

  const again = await hostIn(back);
  expect(await seen(again)).toEqual(expected);
  expect(await verified(again)).toEqual([]);
  await again.stop(0);
}, 120_000);

test('a copy of a desk that is killed at any moment is resumed, in both directions, and served by nobody before', async () => {
  const { address, env } = await temporaryStore();
  const folder = modelCopy();
  const back = temporaryFolder();
  const mostKills = 3;
  const finish = async (...args: string[]): Promise<number> => {
    for (let kills = 0; ; kills += 1) {
      const run = startCliIn(env, 'store', 'copy', ...args);
      const timer = setTimeout(() => run.process.kill('SIGKILL'), 300 + kills * 300);
      if (kills === mostKills) clearTimeout(timer);
      const { code, stderr } = await run.ended;
      clearTimeout(timer);
      // The one before was killed once it was whole, before it could say so.
      const isWhole = kills > 0 && /there is a database already|it holds data already/.test(stderr);
      if (code === 0 || isWhole) return kills;
      expect(stderr).toBe('');
    }
  };
  expect(await finish(folder, address)).toBeGreaterThan(0);
  expect(await finish(address, back, ...keyOf(folder))).toBeGreaterThan(0);
  expect(contentOf(back)).toEqual(contentOf(folder));
}, 240_000);

test('what was changed by hand is copied as it is, and said', async () => {
  const { address, env } = await temporaryStore();
  const folder = modelCopy();
  const sqlite = new Database(join(folder, 'desk.db'));
  sqlite.exec("update token_rows set name = 'somebody else' where ref = 'C-1'");
  sqlite.close();
  const { code, stdout } = await copy(env, folder, address);
  expect(code).toBe(0);
  expect(stdout).toMatch(/The desk has 1 finding, as the source has/);
  const other = modelCopy();
  rmSync(join(other, 'service.db'));
  rmSync(join(other, 'desk.db'));
  rmSync(join(other, 'vault.db'));
  writeFileSync(join(other, 'identity.json'), '{"publicKey":"x","sealedKey":"y"}');
  const refused = await copy(env, address, other, ...keyOf(folder));
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('a signing key of its own')]);
  expect(existsSync(join(other, 'desk.db.copy'))).toBe(false);
}, 60_000);

test('a vault that still has keys of rows is not copied to a server', async () => {
  const { address, env } = await temporaryStore();
  const folder = modelCopy();
  const sqlite = new Database(join(folder, 'vault.db'));
  sqlite.exec('update row_secrets set salt = randomblob(32), key_set = null, key_id = null');
  sqlite.close();
  const { code, stderr } = await copy(env, folder, address);
  expect([code, stderr]).toEqual([1, expect.stringContaining('keys of token credentials are still in it')]);
});
