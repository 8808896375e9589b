import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countRows, readContents, secretsOf } from '#test/support/data-folders/contents.ts';
import { endOfRun, passphrase, planted } from '#test/support/data-folders/fill.ts';
import { callOf, type Json } from '#test/support/data-folders/host.ts';
import { fixtures } from '#test/support/data-folders/make.ts';
import { unpackFolder } from '#test/support/data-folders/packed.ts';
import { type HostProcess, startHostProcess } from '#test/support/host-process.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

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

const callsOf = ({ ready }: HostProcess) => ({
  ready,
  desk: callOf(ready.deskUrl, `Bearer ${ready.deskToken}`),
  api: callOf(ready.apiUrl, `Basic ${btoa(ready.apiKey)}`),
  stop: async () => {},
});

/** What counting starts and calls changes by itself. */
const changing = new Set(['kysely_migration', 'requests', 'facts']);
const lasting = (tables: Record<string, Record<string, number>>): [string, number][] =>
  Object.entries(tables).flatMap(([database, counts]) =>
    Object.entries(counts)
      .filter(([table]) => !changing.has(table))
      .map(([table, count]): [string, number] => [`${database}.${table}`, count]),
  );

test('there is a fixture of a version before this one', () => {
  expect(versions).toContain('0.1.0');
});

test.each(versions)('a data folder of %s opens with everything in it, more than once', async (version) => {
  const { contents, tables } = expectedOf(version);
  const dataDir = await unpacked(version);
  for (const _ of ['the first start, which migrates', 'a second one, which finds it migrated']) {
    const host = await startHostProcess(['--data', dataDir]);
    expect(await readContents(callsOf(host))).toEqual(contents);
    expect(await host.end('SIGTERM')).toBe(0);
    expect(Object.fromEntries(lasting(countRows(dataDir)))).toMatchObject(
      Object.fromEntries(lasting(tables)),
    );
  }
});

test.each(versions)(
  'a run of %s that was paused goes on, and rows that wait are migrated',
  async (version) => {
    const host = await startHostProcess(['--data', await unpacked(version)]);
    const calls = callsOf(host);
    const { results } = await calls.desk('GET', '/api/cases');
    const { id } = results.find(({ name }: Json) => name === 'acme tokens');
    const tokens = `/api/cases/${id}/tokens`;
    const resumed = await calls.desk('POST', `${tokens}/runs/resume`);
    expect(await endOfRun(calls, id, resumed)).toMatchObject({ state: 'done', counts: { done: 2 } });
    const run = await calls.desk('POST', `${tokens}/runs`, {});
    expect(await endOfRun(calls, id, run)).toMatchObject({ state: 'done', counts: { done: 3 } });
    expect(await calls.desk('GET', `${tokens}/counts`)).toMatchObject({ states: { done: 8, failed: 1 } });
    expect(await calls.desk('POST', `/api/cases/${id}/verify`)).toMatchObject({ whole: true });
  },
);

test.each(versions)('case files of %s are taken in by an empty desk, secrets too', async (version) => {
  const { cases } = expectedOf(version).contents;
  const digestOf = (name: string): string => cases.find((one: Json) => one.name === name).chain.digest;
  const given = {
    plain: [undefined, 'acme webhooks'],
    'version-1': [undefined, 'acme webhooks'],
    sealed: [passphrase, 'acme production'],
  } as const;
  for (const [name, [phrase, caseName]] of Object.entries(given)) {
    const calls = callsOf(await startHostProcess(['--data', temporaryFolder()]));
    const file = readFileSync(fixture(version, `${name}.carryover`), 'utf8');
    const {
      case: view,
      outcome,
      secrets,
    } = await calls.desk('POST', '/api/cases/import', {
      file,
      ...(phrase === undefined ? {} : { passphrase: phrase }),
    });
    expect([name, outcome, view.name, view.digest]).toEqual([name, 'new', caseName, digestOf(caseName)]);
    expect([name, secrets]).toEqual([name, phrase === undefined ? 0 : 1]);
    const kept = await secretsOf(calls.desk, `/api/cases/${view.id}`);
    expect(kept.apiKey).toBe(phrase === undefined ? null : planted.apiKey);
  }
});
