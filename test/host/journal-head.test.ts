import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { canonical } from '#base/canonical.ts';
import { createSigner, newSigningKey } from '#base/signing.ts';
import { folderOfFile, temporaryFolder } from '#test/support/temporary-folder.ts';
import { type Call, testHost } from '#test/support/test-host.ts';
import { copyDesk, problemsOf, verifyDesk } from '#test/support/verify-desk.ts';

const open = (desk: Call, name: string) => desk('POST', '/api/cases', { name });
const notices = async (desk: Call): Promise<string[]> =>
  (await desk('GET', '/api/verification')).body.notices;
const headIn = (dataDir: string) => JSON.parse(readFileSync(join(dataDir, 'journal.head'), 'utf8'));

const madeOnce = folderOfFile();

/** A folder with some cases, in which nobody works any more, and copies of its database: after the first case, and at the end. */
const closedFolder = async () => {
  const own = temporaryFolder();
  if (!existsSync(join(madeOnce, 'newest'))) await makeFolders();
  cpSync(madeOnce, own, { recursive: true });
  return { dataDir: join(own, 'data'), older: join(own, 'older'), newest: join(own, 'newest') };
};

const makeFolders = async (): Promise<void> => {
  const [dataDir = '', older = '', newest = ''] = ['data', 'older', 'newest'].map((name) =>
    join(madeOnce, name),
  );
  for (const [name, copy] of [
    ['first', older],
    ['second', newest],
  ] as const) {
    const host = await testHost({ dataDir });
    await open(host.desk, name);
    await host.stop(0);
    mkdirSync(copy);
    copyDesk(dataDir, copy);
  }
};

const notTheLast = expect.stringMatching(/not the last one written: its journal lacks entry \d+/);

test('the head is written at every change of a case, and the folder is whole after a restart', async () => {
  const host = await testHost();
  const { dataDir } = host.ready;
  await open(host.desk, 'first');
  const before = headIn(dataDir);
  await open(host.desk, 'second');
  const after = headIn(dataDir);
  expect(after.head.seq).toBeGreaterThan(before.head.seq);
  expect((await verifyDesk(host.desk)).journal).toEqual({
    entries: after.head.seq,
    digest: after.head.digest,
  });
  await host.stop(0);
  const { desk } = await testHost({ dataDir });
  expect([await notices(desk), await problemsOf(desk)]).toEqual([[], []]);
});

test('an older desk.db that was put back shows, whatever is done with it then, until the right one is back', async () => {
  const { dataDir, older, newest } = await closedFolder();
  copyDesk(older, dataDir);
  for (const name of ['third', 'fourth']) {
    const host = await testHost({ dataDir });
    expect(await notices(host.desk)).toEqual([notTheLast]);
    expect((await open(host.desk, name)).status).toBe(200);
    expect(await problemsOf(host.desk)).toEqual([notTheLast]);
    await host.stop(0);
  }
  copyDesk(newest, dataDir);
  const host = await testHost({ dataDir });
  expect([await notices(host.desk), await problemsOf(host.desk)]).toEqual([[], []]);
  await host.stop(0);
  expect(headIn(dataDir).findings).toEqual([]);
});

test('a person accepts an older desk.db with a reason, which stays on record', async () => {
  const { dataDir, older } = await closedFolder();
  copyDesk(older, dataDir);
  const { desk, stop } = await testHost({ dataDir });
  expect((await desk('POST', '/api/verification/accept', { reason: ' ' })).status).toBe(400);
  const { status, body } = await desk('POST', '/api/verification/accept', { reason: 'The disk died.' });
  expect([status, body.state, await notices(desk)]).toEqual([200, 'whole', []]);
  expect((await desk('POST', '/api/verification/accept', { reason: 'again' })).body.detailedErrorCode).toBe(
    41180,
  );
  await stop(0);
  const sqlite = new Database(join(dataDir, 'desk.db'), { readonly: true });
  const content = sqlite
    .prepare("select content from desk_journal where kind = 'desk.accepted'")
    .pluck()
    .get();
  sqlite.close();
  expect(JSON.parse(content as string)).toMatchObject({ reason: 'The disk died.', findings: [notTheLast] });
  const again = await testHost({ dataDir });
  expect(await problemsOf(again.desk)).toEqual([]);
});

test.each([
  ['the last rows are removed', 'delete from desk_journal where seq > 2'],
  ['all rows are removed', 'delete from desk_journal'],
  ['the table is dropped', 'drop table desk_journal'],
  ['a row is changed', "update desk_journal set actor = 'Eve' where seq = 2"],
  ['a row in the middle is removed', 'delete from desk_journal where seq = 2'],
])('a journal of which %s shows, and goes on showing', async (_what, sql) => {
  const { dataDir } = await closedFolder();
  const sqlite = new Database(join(dataDir, 'desk.db'));
  sqlite.exec(sql);
  sqlite.close();
  for (const name of ['third', 'fourth']) {
    const host = await testHost({ dataDir });
    expect((await verifyDesk(host.desk)).state).toBe('broken');
    await open(host.desk, name);
    expect((await verifyDesk(host.desk)).state).toBe('broken');
    await host.stop(0);
  }
});

test('a file that is missing, changed, or signed by another key is a finding, and not made anew unsaid', async () => {
  const { dataDir } = await closedFolder();
  const path = join(dataDir, 'journal.head');
  const kept = temporaryFolder();
  cpSync(dataDir, kept, { recursive: true });
  const foreign = createSigner(newSigningKey());
  const { head, findings, at } = headIn(dataDir);
  const file = { head, findings, at };
  const changed = expect.stringMatching(/journal\.head.* was changed/);
  const cases: [() => void, unknown][] = [
    [() => rmSync(path), expect.stringMatching(/journal\.head.* was missing/)],
    [() => writeFileSync(path, '{'), changed],
    [
      () => writeFileSync(path, JSON.stringify({ ...headIn(dataDir), findings: [{ what: 'missing', at }] })),
      changed,
    ],
    [
      () => {
        const signature = foreign.sign('journal head', canonical(file));
        writeFileSync(path, JSON.stringify({ version: 1, ...file, signer: foreign.publicKey, signature }));
      },
      changed,
    ],
  ];
  for (const [spoil, told] of cases) {
    cpSync(kept, dataDir, { recursive: true });
    spoil();
    for (const name of ['third', 'fourth']) {
      const host = await testHost({ dataDir });
      expect(await notices(host.desk)).toEqual([told]);
      await open(host.desk, `${name} ${cases.indexOf([spoil, told])}`);
      expect(await problemsOf(host.desk)).toEqual([told]);
      await host.stop(0);
    }
    rmSync(join(dataDir, 'desk.db-wal'), { force: true });
  }
});

test('what is swapped while the host runs shows as well', async () => {
  const { dataDir, older } = await closedFolder();
  const { desk } = await testHost({ dataDir });
  const sqlite = new Database(join(dataDir, 'desk.db'));
  const last = sqlite.prepare('select max(seq) from desk_journal').pluck().get();
  sqlite.prepare('delete from desk_journal where seq = ?').run(last);
  sqlite.close();
  expect(older).not.toBe(dataDir);
  await open(desk, 'third');
  expect(await problemsOf(desk)).toContainEqual(notTheLast);
});
