import { hash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { packageRoot, packageVersion } from '#base/package-root.ts';
import { keyFingerprint } from '#base/signing.ts';
import { sampleCaseName } from '#contract/sample-name.ts';
import { runCli } from '#test/support/cli.ts';
import { runHere } from '#test/support/cli-here.ts';
import { countRows, readContents, secretsOf } from '#test/support/data-folders/contents.ts';
import { endOfRun, passphrase, planted } from '#test/support/data-folders/fill.ts';
import { callOf, type Json, type RunningHost } from '#test/support/data-folders/host.ts';
import { fixtures } from '#test/support/data-folders/make.ts';
import { unpackFolder } from '#test/support/data-folders/packed.ts';
import { startHostProcess } from '#test/support/host-process.ts';
import { filesIn } from '#test/support/planted.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

const versions = readdirSync(fixtures()).filter((name) =>
  existsSync(join(fixtures(), name, 'expected.json')),
);
const fixture = (version: string, name: string): string => join(fixtures(), version, name);
const expectedOf = (version: string): Json =>
  JSON.parse(readFileSync(fixture(version, 'expected.json'), 'utf8'));

/** The folder as that version left it. */
const unpacked = async (version: string): Promise<string> => {
  const dataDir = temporaryFolder();
  await unpackFolder(fixture(version, 'data-folder.tar.gz'), dataDir);
  return dataDir;
};

const callsOf = ({ ready }: Pick<RunningHost, 'ready'>) => ({
  ready,
  desk: callOf(ready.deskUrl, `Bearer ${ready.deskToken}`),
  api: callOf(ready.apiUrl, `Basic ${btoa(ready.apiKey)}`),
  stop: async () => {},
});

/** What counting starts and calls changes by itself. */
const changing = new Set(['kysely_migration', 'requests', 'facts']);
const shared = (tables: Record<string, Record<string, number>>): [string, number][] =>
  Object.entries(tables).flatMap(([database, counts]) =>
    Object.entries(counts)
      .filter(([table]) => !changing.has(table))
      .map(([table, count]): [string, number] => [`${database}.${table}`, count]),
  );

test('every released version has left a data folder', () => {
  const changelog = readFileSync(join(packageRoot(), 'CHANGELOG.md'), 'utf8');
  const released = [...changelog.matchAll(/^## (\d+\.\d+\.\d+)$/gm)].map(([, version]) => version);
  expect(released[0]).toBe(packageVersion());
  expect(versions).toEqual(expect.arrayContaining(released.slice(1)));
  expect(versions).toContain('0.1.0');
});

/**
 * Earlier versions left the headers "done" although a later check had found X-Service-ClientId missing on an endpoint
 * that the case set up, and called source code free of uses without a record of its mentions: 0.1.0 and 0.2.0 are shown
 * as what is known now.
 */
const asItIs = (version: string, contents: Json): Json =>
  /^0\.[12]\./.test(version) ? { ...contents, cases: contents.cases.map(caseAsItIs) } : contents;

const caseAsItIs = (one: Json): Json => {
  const byOldScan = one.name === sampleCaseName;
  const reopened = byOldScan ? ['set-headers', 'check-eligibility', 'remove-blockers'] : ['set-headers'];
  return {
    ...one,
    verdict: byOldScan ? 'undetermined' : one.verdict,
    steps: one.steps.map(([id, state]: [string, string]) => [id, reopened.includes(id) ? 'open' : state]),
  };
};

const withoutSecrets = ({ secrets: _, ...rest }: Json): Json => rest;

/** Read out of a case file, which takes a second; that there are no more of them is in the count of the vault's rows. */
const haveKey = ({ secrets }: Json): boolean => secrets.apiKey !== null;

const expectRows = (dataDir: string, tables: Record<string, Record<string, number>>): void =>
  expect(Object.fromEntries(shared(countRows(dataDir)))).toMatchObject(Object.fromEntries(shared(tables)));

test.each(versions)('a data folder of %s opens with everything in it, more than once', async (version) => {
  const { contents: left, tables } = expectedOf(version);
  const contents = asItIs(version, left);
  const dataDir = await unpacked(version);
  const expectContents = async (host: Pick<RunningHost, 'ready'>, opened: (one: Json) => boolean) => {
    const names = contents.cases.filter(opened).map(({ name }: Json) => name);
    const expected = contents.cases.map((one: Json) => (opened(one) ? one : withoutSecrets(one)));
    expect(await readContents(callsOf(host), (name) => names.includes(name))).toEqual({
      ...contents,
      cases: expected,
    });
  };
  // The first start migrates, and the second one finds it migrated: the secrets, too.
  const first = await startHostProcess(['--data', dataDir]);
  await expectContents(first, () => false);
  expect(await first.end('SIGTERM')).toBe(0);
  expectRows(dataDir, tables);
  const second = await testHost({ dataDir });
  await expectContents(second, haveKey);
  expectRows(dataDir, tables);

  const calls = callsOf(second);
  const { results } = await calls.desk('GET', '/api/cases');
  const idOf = (caseName: string): string => results.find(({ name }: Json) => name === caseName).id;
  const { secrets } = contents.cases.find(({ name }: Json) => name === 'acme managed');
  const { fields } = await calls.desk('POST', `/api/cases/${idOf('acme managed')}/runbook/details/reveal`);
  expect([['runbook detail clientSecret', fields.clientSecret]]).toEqual(secrets.named);

  // A run that was paused goes on, and rows that wait are migrated.
  const id = idOf('acme tokens');
  const tokens = `/api/cases/${id}/tokens`;
  const resumed = await calls.desk('POST', `${tokens}/runs/resume`);
  expect(await endOfRun(calls, id, resumed)).toMatchObject({ state: 'done', counts: { done: 2 } });
  const run = await calls.desk('POST', `${tokens}/runs`, {});
  expect(await endOfRun(calls, id, run)).toMatchObject({ state: 'done', counts: { done: 3 } });
  expect(await calls.desk('GET', `${tokens}/counts`)).toMatchObject({ states: { done: 8, failed: 1 } });
  expect(await calls.desk('POST', `/api/cases/${id}/verify`)).toMatchObject({ whole: true });
});

/** Fingerprints of the keys that signed a case file; none in those from before there were signatures. */
const signersIn = (file: string): string[] => {
  const { entries, signer } = JSON.parse(file) as { entries: { signer?: string }[]; signer?: string };
  const keys = [signer, ...entries.map((entry) => entry.signer)].filter((key) => key !== undefined);
  return [...new Set(keys)].map(keyFingerprint);
};

test.each(versions)('case files of %s are taken in by an empty desk, secrets too', async (version) => {
  const { cases } = expectedOf(version).contents;
  const digestOf = (name: string): string => cases.find((one: Json) => one.name === name).chain.digest;
  const given = {
    plain: [undefined, 'acme webhooks'],
    'version-1': [undefined, 'acme webhooks'],
    sealed: [passphrase, 'acme production'],
  } as const;
  for (const [name, [phrase, caseName]] of Object.entries(given)) {
    if (!existsSync(fixture(version, `${name}.carryover`))) continue;
    const calls = callsOf(await testHost());
    const file = readFileSync(fixture(version, `${name}.carryover`), 'utf8');
    const {
      case: view,
      outcome,
      secrets,
    } = await calls.desk('POST', '/api/cases/import', {
      file,
      signers: signersIn(file).map((fingerprint) => ({ fingerprint, decision: 'accept' })),
      ...(phrase === undefined ? {} : { passphrase: phrase }),
    });
    expect([name, outcome, view.name, view.digest]).toEqual([name, 'new', caseName, digestOf(caseName)]);
    expect([name, secrets]).toEqual([name, phrase === undefined ? 0 : 1]);
    // Reading it takes a second: once, where the import says that there is any.
    if (phrase === undefined || version !== versions.at(-1)) continue;
    expect((await secretsOf(calls.desk, `/api/cases/${view.id}`)).apiKey).toBe(planted.apiKey);
  }
});

/** Every file by its bytes, but for the lock, which each start takes, and SQLite's marks of who reads. */
const bytesOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    filesIn(folder)
      .filter(({ path, content }) => content.length > 0 && !/host\.lock|-shm$/.test(path))
      .map(({ path, content }) => [relative(folder, path), hash('sha256', content)]),
  );

const applyUnknown = (dataDir: string, database: string): void => {
  const sqlite = new Database(join(dataDir, database));
  const migration = sqlite.prepare('insert into kysely_migration (name, timestamp) values (?, ?)');
  migration.run('0999-of-the-future', '2031-01-01T00:00:00.000Z');
  sqlite.close();
};

test.each([[['desk.db']], [['vault.db']], [['service.db']], [['desk.db', 'service.db', 'vault.db']]])(
  'a folder whose %s a newer version has written is refused in words, and not touched',
  async (databases) => {
    const dataDir = await unpacked('0.1.0');
    for (const database of databases) applyUnknown(dataDir, database);
    const before = bytesOf(dataDir);
    // As a process once. The second is a command that would start a host by itself.
    const run = databases.length > 1 ? runCli : runHere;
    for (const { code, stdout, stderr } of [
      await run('serve', '--api-port', '0', '--desk-port', '0', '--data', dataDir),
      await runHere('case', 'list', '--data', dataDir),
    ]) {
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr.trim().split('\n')).toHaveLength(1);
      expect(stderr).toContain(`The data folder ${dataDir} was written by a newer version of Carryover`);
      for (const database of databases) expect(stderr).toContain(`${database} has 0999-of-the-future`);
      expect(stderr).toContain('Use the newer version, or choose another folder with --data.');
      expect(bytesOf(dataDir)).toEqual(before);
    }
  },
);

test('a newer folder that was left by a crash is refused, its log untouched', async () => {
  const dataDir = await unpacked('0.1.0');
  const crashed = await startHostProcess(['--data', dataDir]);
  await crashed.desk('POST', '/api/cases', { name: 'last words', parts: ['tokens'] });
  await crashed.end('SIGKILL');
  // What writes here holds a read open, so that its log is not folded in when it closes.
  const log = join(dataDir, 'desk.db-wal');
  const sqlite = new Database(join(dataDir, 'desk.db'));
  sqlite.pragma('wal_autocheckpoint = 0');
  sqlite.exec("insert into kysely_migration (name, timestamp) values ('0999-of-the-future', '2031')");
  const copy = temporaryFolder();
  cpSync(dataDir, copy, { recursive: true });
  sqlite.close();
  expect(existsSync(log)).toBe(false);
  const before = bytesOf(copy);
  expect(Object.keys(before)).toContain('desk.db-wal');
  const { code, stderr } = await runHere('case', 'list', '--data', copy);
  expect([code, stderr]).toEqual([1, expect.stringContaining('desk.db has 0999-of-the-future')]);
  expect(bytesOf(copy)).toEqual(before);
});

test('a case file of a newer version is refused in words, and nothing of it is taken in', async () => {
  const dataDir = temporaryFolder();
  const newer = join(temporaryFolder(), 'newer.carryover');
  const text = readFileSync(fixture('0.1.0', 'plain.carryover'), 'utf8');
  writeFileSync(newer, text.replace('"version": 2', '"version": 99'));
  const { code, stderr } = await runHere('case', 'import', newer, '--data', dataDir);
  expect([code, stderr]).toEqual([1, expect.stringContaining('The case file has version 99')]);
  expect(stderr).toContain('Use a newer Carryover.');
  expect(JSON.parse((await runHere('case', 'list', '--json', '--data', dataDir)).stdout)).toEqual({
    results: [],
  });
});
