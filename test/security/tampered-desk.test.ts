import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { readKeyFile } from '#base/sealing.ts';
import type { DeskCheck } from '#contract/verification.ts';
import { createStreamCheck } from '#desk/audit/check-streams.ts';
import type { Cases } from '#desk/cases/cases.ts';
import { createCases } from '#desk/cases/index.ts';
import { createDeskContext } from '#desk/context.ts';
import { createJobs } from '#desk/jobs/index.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { openDeskFile } from '#desk/store/file-store.ts';
import { heldOtherwise, sealedTables } from '#desk/store/sealed-tables.ts';
import { checkLedgers } from '#desk/tokens/run/check-ledgers.ts';
import { createVerification } from '#desk/verification/index.ts';
import { livedIn } from '#test/support/lived-in.ts';
import { runs } from '#test/support/runs.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

/** What nobody is shown: who changes it by hand changes nothing that is read. */
const notShown: Readonly<Record<string, string>> = {
  kysely_migration: 'which forms the database has had: another one is refused at the start',
  kysely_migration_lock: 'a lock',
  sqlite_sequence: "SQLite's own numbers",
  row_tags: 'tags of rows, shown nowhere; that one is gone shows at its row',
  case_stale: 'which entries of the list are derived again; one that is gone shows at the entry',
  row_sums: 'sums of tables, shown nowhere; that one is gone shows',
  desk_jobs: 'jobs of a day, each sealed with its id: one that was changed is dropped',
  person_sign_ins:
    'sign-ins at the provider, each sealed with its person: without it the person signs in again',
  notification_marks: 'which notifications a person has read; what they say is in the audit chains',
};

/** A folder in which everything is that screens show, and nobody works any more. */
const livedInFolder = async (): Promise<string> => {
  const host = await testHost();
  const { desk, ready } = host;
  const { caseId } = await livedIn(desk);
  const ask = async (method: string, path: string, body: unknown): Promise<void> => {
    const { status, body: answer } = await desk(method, path, body);
    expect(status, JSON.stringify(answer)).toBe(200);
  };
  const given = { baseUrl: 'https://remote.example', apiKey: 'k'.repeat(40) };
  await ask('POST', '/api/targets', { name: 'one', ...given });
  await ask('POST', '/api/targets', { name: 'two', ...given, callbackUrl: 'https://app.example/callback' });
  for (const name of ['SIEM', 'Chat'])
    await ask('POST', '/api/audit/streams', { name, url: 'http://127.0.0.1:9/', format: 'ndjson' });
  const content = Buffer.from('what was said').toString('base64');
  await desk('POST', `/api/cases/${caseId}/attachments`, { name: 'mail.txt', content });
  for (const name of ['gone', 'gone too']) {
    const { id } = (await desk('POST', '/api/cases', { name })).body;
    const { digest } = (await desk('GET', `/api/cases/${id}/removal`)).body;
    expect((await desk('DELETE', `/api/cases/${id}?confirm=${digest}`)).status).toBeLessThan(300);
  }
  await desk('POST', '/api/cases', { name: 'another' });
  await host.stop(0);
  await withFolder(ready.dataDir, async ({ cases, context }) => {
    const note = { kind: 'note.added', content: { id: context.newId(), text: 'with secrets' } } as const;
    const secrets = ['one', 'two'].map((name) => ({ name, value: `pl4nted ${name}` }));
    await cases.act(caseId, 'Ada', note, { secrets });
    // An entry of the list that is out of date is derived again, whatever it was: here none is.
    await cases.list();
  });
  return ready.dataDir;
};

/** Works on a folder that no host runs on. */
const withFolder = async <T>(dataDir: string, work: (fixture: FolderFixture) => Promise<T>): Promise<T> => {
  const store = await openDeskFile(join(dataDir, 'desk.db'));
  try {
    const dataKey = readKeyFile(dataDir) as Buffer;
    const context = await createDeskContext({
      store,
      dataDir,
      dataKey,
      log: silentLog(),
      announce: () => {},
    });
    return await work({ context, cases: createCases(context) });
  } finally {
    await store.close();
  }
};

interface FolderFixture {
  readonly context: DeskContext;
  readonly cases: Cases;
}

/** Verifies a folder that no host runs on. */
const verify = (dataDir: string): Promise<DeskCheck> =>
  withFolder(dataDir, async ({ context, cases }) => {
    const jobs = createJobs(context);
    const tokens = { checkLedgers: async (id: string) => checkLedgers(context.store, await cases.state(id)) };
    const verification = createVerification(context, {
      cases,
      tokens,
      jobs,
      streams: createStreamCheck(context),
    });
    const { id } = await verification.start('tester');
    for (;;) {
      const job = jobs.show(id);
      if (job.state === 'failed') throw new Error(job.error);
      if (job.state !== 'running') return job.result as DeskCheck;
      await new Promise((resolve) => setImmediate(resolve));
    }
  });

interface Tampering {
  readonly table: string;
  readonly column: string;
  readonly row: number;
  readonly how: 'change' | 'delete' | 'duplicate';
  readonly seed: number;
}

/** Answers whether anything was changed. */
const tamper = (file: string, { table, column, row, how, seed }: Tampering): boolean => {
  const sqlite = new Database(file);
  try {
    const rows = sqlite.prepare(`select * from "${table}"`).all() as Record<string, unknown>[];
    const chosen = rows[row % rows.length];
    if (chosen === undefined) return false;
    const names = Object.keys(chosen);
    const where = names.map((name) => `"${name}" is @${name}`).join(' and ');
    const changed = changedValue(chosen[column], rows[seed % rows.length]?.[column], seed);
    if (how === 'delete') sqlite.prepare(`delete from "${table}" where ${where}`).run(chosen);
    else if (how === 'change') {
      const values = { ...chosen, changed_value: changed };
      sqlite.prepare(`update "${table}" set "${column}" = @changed_value where ${where}`).run(values);
    } else {
      const copy = { ...chosen, [column]: changed };
      sqlite
        .prepare(`insert into "${table}" values (${names.map((name) => `@${name}`).join(', ')})`)
        .run(copy);
    }
    const after = sqlite.prepare(`select * from "${table}"`).all();
    return JSON.stringify(after) !== JSON.stringify(rows);
  } catch (error) {
    // What the table's own rules refuse changes nothing.
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_CONSTRAINT')) return false;
    throw error;
  } finally {
    sqlite.close();
  }
};

const changedValue = (value: unknown, other: unknown, seed: number): unknown => {
  if (seed % 5 === 0 && other !== value) return other;
  if (typeof value === 'number') return seed % 2 === 0 ? value + 1 : seed;
  if (value instanceof Buffer) return Buffer.concat([value.subarray(1), Buffer.from([seed % 256])]);
  if (typeof value === 'string' && value.length > 0) {
    const at = seed % value.length;
    return `${value.slice(0, at)}${value[at] === 'x' ? 'y' : 'x'}${value.slice(at + 1)}`;
  }
  return `put in ${seed}`;
};

const columnsIn = (file: string): Map<string, string[]> => {
  const sqlite = new Database(file, { readonly: true });
  const tables = sqlite
    .prepare("select name from sqlite_master where type = 'table'")
    .pluck()
    .all() as string[];
  const columns = tables.map((table) => {
    const names = (sqlite.pragma(`table_info("${table}")`) as { name: string }[]).map(({ name }) => name);
    return [table, names] as const;
  });
  sqlite.close();
  return new Map(columns);
};

test('whatever is changed, removed or added by hand in desk.db, verify finds it', async () => {
  const dataDir = await livedInFolder();
  const file = join(dataDir, 'desk.db');
  const work = temporaryFolder();
  const workFile = join(work, 'desk.db');
  for (const name of ['identity.json', 'journal.head', 'carryover.key'])
    cpSync(join(dataDir, name), join(work, name));
  const put = (): void => {
    for (const end of ['-wal', '-shm']) rmSync(workFile + end, { force: true });
    cpSync(file, workFile);
  };
  put();
  expect((await verify(work)).problems).toEqual([]);

  const columns = columnsIn(file);
  const covered = new Set([...Object.keys(sealedTables), ...Object.keys(heldOtherwise)]);
  for (const table of columns.keys()) {
    expect(
      covered.has(table) || table in notShown,
      `${table} is neither sealed, nor held by a chain, nor known as not shown: see sealed-tables.ts`,
    ).toBe(true);
  }
  const places = [...columns].flatMap(([table, names]) =>
    table in notShown ? [] : names.map((column) => ({ table, column })),
  );
  const counts = new Map<string, number>();
  const look = async (tampering: Tampering): Promise<boolean> => {
    put();
    if (!tamper(workFile, tampering)) return false;
    const { table, column, how } = tampering;
    if (how === 'change') counts.set(`${table}.${column}`, (counts.get(`${table}.${column}`) ?? 0) + 1);
    const { state, problems } = await verify(work);
    expect(state, JSON.stringify(tampering)).toBe('broken');
    expect(
      problems.every(({ what }) => /^[A-Z0-9].*\.$/s.test(what)),
      JSON.stringify(problems),
    ).toBe(true);
    return true;
  };
  // Every column once, a row of every table removed and one added, and then at random. A key may not take the value of
  // another row: the two seeds of a column are odd and not both divisible by 5, so that one of them puts in a value that
  // no row has.
  for (const [at, place] of places.entries()) {
    const seed = at * 2 + 1;
    if (!(await look({ ...place, row: at + 7, how: 'change', seed: seed + 2 })))
      await look({ ...place, row: 0, how: 'change', seed });
  }
  for (const place of new Map(places.map((one) => [one.table, one])).values()) {
    for (const how of ['delete', 'duplicate'] as const) await look({ ...place, row: 0, how, seed: 3 });
  }
  const random = fc.record({
    place: fc.constantFrom(...places),
    row: fc.nat(10_000),
    how: fc.constantFrom('change' as const, 'change' as const, 'delete' as const, 'duplicate' as const),
    seed: fc.nat(100_000),
  });
  const asked = fc.asyncProperty(random, async ({ place, ...rest }) => {
    await look({ ...place, ...rest });
  });
  await fc.assert(asked, { numRuns: runs(20), endOnFailure: true });
  const empty = places.filter(({ table, column }) => !counts.has(`${table}.${column}`));
  expect(empty).toEqual([]);
}, 600_000);
