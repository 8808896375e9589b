import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { silentLog } from '#base/log.ts';
import type { ServerPlace } from '#base/store/postgres/database.ts';
import { startHost } from '#host/index.ts';
import { type Ended, startCliIn } from '#test/support/cli.ts';
import { runHereIn } from '#test/support/cli-here.ts';
import { freePorts } from '#test/support/free-ports.ts';
import { temporaryStore } from '#test/support/postgres/shared.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

/** A data folder whose store holds some of everything that the two databases keep in different ways. */
const model = mkdtempSync(join(tmpdir(), 'carryover-model-'));
/** Several batches of the largest, which is 4,000 rows. */
const requests = 10_000;

beforeAll(async () => {
  const host = await startHost({
    dataDir: model,
    apiPort: 0,
    deskPort: 0,
    bind: '127.0.0.1',
    allowHosts: [],
    log: silentLog(),
  });
  const { ready } = host;
  const call = (path: string, body: unknown) =>
    fetch(ready.apiUrl + path, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(ready.apiKey)}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  for (const name of ['Acme', 'Nul', 'Marked', 'Ünï 🥐']) {
    expect((await call('/companies', { name })).status).toBe(200);
  }
  await host.stop(0);
  const sqlite = new Database(join(model, 'service.db'));
  sqlite.pragma('foreign_keys = OFF');
  const rename = sqlite.prepare('update companies set name = ? where name = ?');
  rename.run('Nul \u0000 in it', 'Nul');
  rename.run('\ufdd0m \ufdd00 marked', 'Marked');
  const insertAttempt = sqlite.prepare(
    `insert into attempts (seq, delivery_seq, number, trigger, at, duration_ms, request_headers_json, response_body)
     values (?, 1, 1, 'schedule', ?, ?, ?, ?)`,
  );
  const floats = [0.1, 1e308, 5e-324, -1.5, 1 / 3];
  sqlite.transaction(() => {
    floats.forEach((value, at) => {
      const headers = JSON.stringify({ half: '\ud800', nul: 'a\u0000b' });
      insertAttempt.run(at + 1, Number.MAX_SAFE_INTEGER - at, value, headers, randomBytes(at * 1000));
    });
    const insertRequest = sqlite.prepare(
      `insert into requests (at, method, path, status_code, duration_ms, correlation_id, deprecated)
       values (?, 'GET', ?, 200, ?, ?, 0)`,
    );
    for (let at = 0; at < requests; at++) insertRequest.run(at, `/p\u0000${at}`, at / 7, `c${at}`);
    // What was there once keeps its number.
    sqlite.prepare('delete from requests where seq > ?').run(requests - 10);
  })();
  sqlite.close();
}, 60_000);
afterAll(() => rmSync(model, { recursive: true, force: true }));

const modelCopy = (): string => {
  const folder = temporaryFolder();
  cpSync(model, folder, { recursive: true });
  return folder;
};

/** All that a store holds, and what its next numbers are; but for the count of starts, which a copy raises. */
const contentOf = (dataDir: string): Record<string, unknown[]> => {
  const sqlite = new Database(join(dataDir, 'service.db'), { readonly: true });
  try {
    const names = sqlite
      .prepare(
        "select name from sqlite_master where type = 'table' and name not like 'kysely%' order by name",
      )
      .pluck()
      .all() as string[];
    const rows = (name: string): unknown[] => {
      const all = sqlite.prepare(`select * from "${name}"`).raw().all() as unknown[][];
      const kept = all.filter((row) => row[0] !== 'generation');
      return name === 'requests'
        ? [JSON.stringify(kept)]
        : kept.toSorted((a, b) => (String(a) < String(b) ? -1 : 1));
    };
    return Object.fromEntries(names.map((name) => [name, rows(name)]));
  } finally {
    sqlite.close();
  }
};

/** Also of those that are gone. */
const highestRequest = (dataDir: string): number => {
  const sqlite = new Database(join(dataDir, 'service.db'), { readonly: true });
  const seq = sqlite.prepare("select seq from sqlite_sequence where name = 'requests'").pluck().get();
  sqlite.close();
  return seq as number;
};

const schemaOf = (dataDir: string): unknown[] => {
  const sqlite = new Database(join(dataDir, 'service.db'), { readonly: true });
  const all = sqlite.prepare('select type, name, sql from sqlite_master order by type, name').raw().all();
  sqlite.close();
  return all;
};

/** In this process; those that are killed, until they are done, have one of their own. */
const copy = (env: NodeJS.ProcessEnv, ...args: string[]): Promise<Ended> =>
  runHereIn(env, 'store', 'copy', ...args);
const serve = (env: NodeJS.ProcessEnv, ...args: string[]): Promise<Ended> =>
  runHereIn(env, 'serve', '--json', ...freePorts, ...args);

const done = async (env: NodeJS.ProcessEnv, ...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await copy(env, ...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
};

const refused = async (env: NodeJS.ProcessEnv, ...args: string[]): Promise<string> => {
  const { code, stderr } = await copy(env, ...args);
  expect(code).toBe(1);
  return stderr;
};

const onServer = async <T>({ address, password }: ServerPlace, text: string): Promise<T[]> => {
  const client = new pg.Client({ ...address, password, options: `-c search_path=${address.prefix}_service` });
  await client.connect();
  try {
    return (await client.query(text)).rows as T[];
  } finally {
    await client.end();
  }
};

test('to a server and back, every table is the same, and what was verified is told', async () => {
  const { address, env, place } = await temporaryStore();
  const folder = modelCopy();
  const told = await done(env, folder, address);
  expect(told).toContain('Copied and verified: 56 tables');
  expect(told).toContain(join(folder, 'carryover.key'));
  const expected = contentOf(folder);
  const highest = highestRequest(folder);
  const [counted] = await onServer<{ count: string }>(place, 'select count(*) from requests');
  expect(counted).toEqual({ count: String(requests - 10) });
  const [next] = await onServer<{ seq: string }>(
    place,
    `insert into requests (at, method, path, status_code, duration_ms, correlation_id, deprecated)
     values (1, 'GET', '/next', 200, 1, 'c', 0) returning seq`,
  );
  expect(next).toEqual({ seq: String(highest + 1) });
  await onServer(place, "delete from requests where path = '/next'");

  const back = temporaryFolder();
  const json = await done(env, address, back, '--data-key-file', join(folder, 'carryover.key'), '--json');
  const { service } = JSON.parse(json) as { service: { table: string; rows: number; sum: string }[] };
  expect(service.find(({ table }) => table === 'attempts')).toMatchObject({ rows: 5 });
  const sequence = expected.sqlite_sequence?.map((row) =>
    (row as unknown[])[0] === 'requests' ? ['requests', highest + 1] : row,
  );
  expect(contentOf(back)).toEqual({ ...expected, sqlite_sequence: sequence });
  expect(schemaOf(back)).toEqual(schemaOf(folder));

  expect((await testHost({ dataDir: back })).ready.apiKey).not.toBe('');
}, 120_000);

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test('a copy that is killed again and again is finished by the same command, in both directions', async () => {
  const { address, env, place } = await temporaryStore();
  const folder = modelCopy();
  const back = temporaryFolder();
  const key = ['--data-key-file', join(folder, 'carryover.key')];
  /** What is killed once more than that comes upon nothing new. */
  const mostKills = 3;
  /** Kills it amid the copy, each time a little later, so that it gets on. @returns how often */
  const finish = async (
    isBegun: () => Promise<boolean>,
    serveRefused: () => Promise<void>,
    ...args: string[]
  ): Promise<number> => {
    for (let kills = 0; ; kills++) {
      const run = startCliIn(env, 'store', 'copy', ...args);
      let isOver = kills === mostKills;
      const killing = (async () => {
        while (!isOver && !(await isBegun())) await wait(20);
        if (isOver) return;
        await wait(Math.random() * 60 + kills * 100);
        run.process.kill('SIGKILL');
      })();
      const { code, stderr } = await run.ended;
      isOver = true;
      await killing;
      // The one before was killed once it was whole, before it could say so.
      const isWhole = kills > 0 && /there is a database already|it holds data already/.test(stderr);
      if (code === 0 || isWhole) return kills;
      expect(stderr).toBe('');
      if (kills === 0) await serveRefused();
    }
  };
  const refusesToServe = async (env: NodeJS.ProcessEnv, ...args: string[]): Promise<void> => {
    expect((await serve(env, ...args)).code).not.toBe(0);
  };
  const marked = (): Promise<boolean> =>
    onServer(place, "select 1 from store where name = 'copy'").then(
      (rows) => rows.length > 0,
      () => false,
    );
  const kills = {
    to: await finish(
      marked,
      () => refusesToServe(env, '--data', temporaryFolder(), '--store', address),
      folder,
      address,
    ),
    back: await finish(
      async () => existsSync(join(back, 'service.db.copy')),
      () => refusesToServe({}, '--data', back),
      ...[address, back, ...key],
    ),
  };
  expect(Math.min(kills.to, kills.back)).toBeGreaterThan(0);
  expect(contentOf(back)).toEqual(contentOf(folder));
}, 240_000);

test('half a copy is served by nobody, and not mixed with another', async () => {
  const { address, env, place } = await temporaryStore();
  const folder = modelCopy();
  await done(env, folder, address);
  await onServer(place, `insert into store values ('copy', '{"from":"elsewhere","tables":{}}')`);
  const served = await serve(env, '--data', modelCopy(), '--store', address);
  expect(served.stderr).toContain('is not whole');
  expect(await refused(env, folder, address)).toContain('a part of another copy');
}, 60_000);

test('what can not be copied is refused in words', async () => {
  const { address, env, place } = await temporaryStore();
  const folder = modelCopy();
  vi.stubEnv('PGPASSWORD', env.PGPASSWORD);
  const host = await testHost({ store: address, dataKeyFile: join(folder, 'carryover.key') });
  expect(await refused(env, folder, address)).toContain('it holds data already');
  const key = ['--data-key-file', join(folder, 'carryover.key')];
  expect(await refused(env, address, temporaryFolder(), ...key)).toContain('works on it: stop that first');
  await host.stop(0);
  expect(await refused(env, address, folder)).toContain('there is a database already');
  const keyless = temporaryFolder();
  expect(await refused(env, address, keyless)).toContain('--data-key-file');
  expect(existsSync(join(keyless, 'service.db'))).toBe(false);
  const other = modelCopy();
  expect(await refused(env, temporaryFolder(), address)).toContain('no data folder');
  await onServer(place, "update store set value = 'other' where name = 'data key'");
  expect(await refused(env, address, temporaryFolder(), ...key)).toContain('another data key');
  await testHost({ dataDir: other });
  expect(await refused(env, other, address)).toContain('already runs on the data folder');
}, 90_000);
