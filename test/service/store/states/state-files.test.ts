import { randomBytes } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openDatabase } from '#base/store/sqlite/database.ts';
import { openFileStore, serviceMigrations } from '#service/store/file-store.ts';
import { loadState } from '#service/store/states/load-state.ts';
import { saveState } from '#service/store/states/save-state.ts';
import { readHead, sumsOf, writeHead } from '#service/store/states/state-file.ts';
import type { Store } from '#service/store/store.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** The file of a state: consistent while it is written to, and refused in words if it is anything but whole and ours. */

const port = { progress: () => {} };
const dataKey = randomBytes(32);

const saveOf = async (from: string, to: string, secrets: 'sealed' | 'none' = 'sealed') =>
  saveState(
    {
      from,
      source: openSync(from, 'r'),
      to,
      dataKey,
      secrets,
      name: 'a',
      version: '0',
      savedAt: 1,
      clock: 'virtual',
      now: 5,
    },
    port,
  );
const load = (file: string, to: string, running?: string) =>
  loadState(
    {
      file,
      called: 'a.carryover-state',
      to,
      dataKey,
      openWith: dataKey,
      withoutSecrets: false,
      running,
      clock: 'virtual',
      begin: { ids: 'counted' },
    },
    port,
  );

const fact = (store: Store, name: string, value: string): Promise<void> =>
  store.write(async ({ db }) => {
    await db
      .insertInto('facts')
      .values({ name, value_json: JSON.stringify(value) })
      .execute();
  });

const saved = async () => {
  const folder = temporaryFolder();
  const from = join(folder, 'service.db');
  const store = await openFileStore(from);
  await fact(store, 'some', 'x'.repeat(50_000));
  await store.close();
  const file = join(folder, 'a.carryover-state');
  await saveOf(from, file);
  return { folder, from, file, to: join(folder, 'loaded.db') };
};

test('a state that is saved while rows are written, and the log is copied and begun anew, is one moment of them, whole', async () => {
  const folder = temporaryFolder();
  const from = join(folder, 'service.db');
  const store = await openFileStore(from);
  const rowPairs = 320;
  let isOver = false;
  let written = 0;
  // Two rows in each commit: a state has both or neither. Old pages change as much as new ones are added.
  const writing = (async () => {
    while (!isOver) {
      await store.write(async ({ db }) => {
        const text = JSON.stringify(randomBytes(18_000).toString('base64'));
        const at = written++ % rowPairs;
        await db
          .deleteFrom('facts')
          .where('name', 'in', [`a${at}`, `b${at}`])
          .execute();
        await db
          .insertInto('facts')
          .values([
            { name: `a${at}`, value_json: text },
            { name: `b${at}`, value_json: text },
          ])
          .execute();
      });
      if (written % 60 === 0) await store.overwriteDeleted().catch(() => undefined);
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  const to = join(folder, 'loaded.db');
  const counts: number[] = [];
  try {
    while (written < rowPairs) await new Promise((resolve) => setImmediate(resolve));
    for (let round = 0; round < 3; round++) {
      const before = written;
      const file = join(folder, `${round}.carryover-state`);
      await saveOf(from, file);
      await load(file, to);
      const sqlite = new Database(to, { readonly: true });
      expect(sqlite.pragma('integrity_check', { simple: true })).toBe('ok');
      const pairs = sqlite
        .prepare(
          "select count(*) as pairs, sum(a.value_json = b.value_json) as equal from facts a left join facts b on b.name = 'b' || substr(a.name, 2) where a.name glob 'a[0-9]*'",
        )
        .get() as { pairs: number; equal: number };
      sqlite.close();
      expect(pairs.equal).toBe(pairs.pairs);
      expect(pairs.pairs).toBeGreaterThanOrEqual(Math.min(before, rowPairs) - 1);
      counts.push(written - before);
    }
  } finally {
    isOver = true;
    await writing;
    await store.close();
  }
  expect(Math.max(...counts)).toBeGreaterThan(0);
});

test('whatever byte is changed, and wherever it is cut off, a state is refused and nothing is left', async () => {
  const { file, to, folder } = await saved();
  const bytes = readFileSync(file);
  const other = join(folder, 'b.carryover-state');
  const refused = async (content: Buffer): Promise<void> => {
    writeFileSync(other, content);
    await expect(load(other, to)).rejects.toMatchObject({
      code: expect.stringMatching(/^state\.(damaged|foreign|newer)$/),
    });
    expect(existsSync(to)).toBe(false);
  };
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, by) => {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] as number) ^ by;
      await refused(changed);
    }),
    { numRuns: 60 },
  );
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 1), (length) => refused(bytes.subarray(0, length))),
    { numRuns: 40 },
  );
  await refused(Buffer.concat([bytes, Buffer.from('x')]));
  await refused(Buffer.from('no database at all'));
  await refused(Buffer.alloc(0));
  await load(file, to);
});

/** As somebody would who knows the format: the checksums are right. */
const forged = (file: string, change: (sqlite: Database.Database) => void, head: object = {}): void => {
  const { head: own } = readHead(file, 'a');
  truncateSync(file, own.pageBytes);
  const sqlite = new Database(file);
  sqlite.unsafeMode(true);
  change(sqlite);
  sqlite.close();
  const fd = openSync(file, 'r+');
  const pageBytes = statSync(file).size;
  const sums = sumsOf(fd, pageBytes, () => {}).toString('base64');
  writeHead(fd, { ...own, pageBytes, sums, ...head });
  closeSync(fd);
};

test.each([
  ['a trigger', 'create trigger evil after insert on facts begin delete from messages; end', 'trigger evil'],
  ['a view', 'create view v as select 1', 'view v'],
  ['a table', 'create table more (x)', 'table more'],
  ['a lost index', 'drop trigger company_revision_by_insert', 'lacks the trigger company_revision_by_insert'],
  ['another definition', 'alter table facts add column x text', 'table facts'],
  ['no history', 'drop table kysely_migration', 'no database of the local service'],
])(
  'a state with %s is refused before anything of it runs, with right checksums too',
  async (_what, sql, problem) => {
    const { file, to, from } = await saved();
    forged(file, (sqlite) => sqlite.exec(sql));
    for (const running of [from, undefined]) {
      await expect(load(file, to, running)).rejects.toMatchObject({
        code: 'state.foreign',
        message: expect.stringContaining(problem),
      });
    }
    expect(existsSync(to)).toBe(false);
  },
);

test('a newer format and a newer schema are refused as such', async () => {
  const { file, to } = await saved();
  const newer = `${file}.newer`;
  copyFileSync(file, newer);
  forged(newer, () => {}, { format: 2 });
  await expect(load(newer, to)).rejects.toMatchObject({
    code: 'state.newer',
    message: expect.stringContaining('format 2'),
  });
  forged(file, (sqlite) => sqlite.prepare("insert into kysely_migration values ('9999-later', '')").run());
  await expect(load(file, to)).rejects.toMatchObject({
    code: 'state.newer',
    message: expect.stringContaining('9999-later'),
  });
});

test('a state of an older schema is taken, and migrated when it is opened', async () => {
  const folder = temporaryFolder();
  const from = join(folder, 'old.db');
  const early = Object.fromEntries(Object.entries(serviceMigrations).slice(0, 9));
  const old = await openDatabase<never>({ path: from, synchronous: 'NORMAL' }, early);
  await old.close();
  const sqlite = new Database(from);
  sqlite.prepare("insert into facts values ('some', '1')").run();
  sqlite.close();
  const file = join(folder, 'a.carryover-state');
  const to = join(folder, 'loaded.db');
  await saveOf(from, file);
  await load(file, to);
  const store = await openFileStore(to);
  const rows = await store.read(({ db }) =>
    db.selectFrom('facts').selectAll().where('name', '=', 'some').execute(),
  );
  await store.close();
  expect(rows).toEqual([{ name: 'some', value_json: '1' }]);
});
