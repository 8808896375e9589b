import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { systemTime, toIso } from '#base/clock.ts';
import { silentLog } from '#base/log.ts';
import { createBackups } from '#base/store/sqlite/backups/backups.ts';
import { superfluous } from '#base/store/sqlite/backups/kept.ts';
import { openDatabase } from '#base/store/sqlite/database.ts';
import { CatalogueError } from '#contract/errors.ts';
import { deskMigrations, openDeskFile } from '#desk/store/file-store.ts';
import { testDeskContext } from '#test/support/desk-context.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const nameAt = (at: number): string => `desk-${toIso(at).replaceAll(/[:.]/g, '-')}.db`;
const day = 86_400_000;
const now = Date.parse('2026-06-15T12:00:00Z');

test('three of today are kept and one for each of ten days, the newest of each', () => {
  const ages = [0.001, 0.01, 0.1, 0.2, 1.1, 1.2, 2.1, 3.1, 4.1, 5.1, 6.1, 7.1, 8.1, 9.1, 10.1, 11.1, 30];
  const names = ages.map((days) => nameAt(now - days * day));
  expect(superfluous([...names, 'other.db', 'desk-x.partial'], now)).toEqual(
    [0.2, 1.2, 11.1, 30].map((days) => nameAt(now - days * day)).concat('desk-x.partial'),
  );
});

test('the ways back from a restore and a migration give their place to nobody', async () => {
  const named = (days: number, why: string) => nameAt(now - days * day).replace('.db', `-${why}.db`);
  const back = [0.3, 1.3, 2.3, 2.4].map((days) => named(days, 'restore'));
  const asked = [0.1, 0.15, 0.2, 0.25].map((days) => named(days, 'asked'));
  const migrations = [named(1.4, 'migration'), named(11, 'migration')];
  expect(superfluous([...back, ...asked, ...migrations], now).sort()).toEqual(
    [named(2.4, 'restore'), named(0.25, 'asked'), named(11, 'migration')].sort(),
  );

  const folder = join(temporaryFolder(), 'backups');
  const copyTo = async (path: string) => writeFileSync(path, 'whole');
  const backups = createBackups({ folder, of: 'desk', copyTo, log: silentLog() });
  const first = basename(await backups.make('restore'));
  for (let n = 0; n < 3; n++) {
    await systemTime.sleep(2);
    await backups.make('restore', first);
  }
  expect(backups.list().map(({ name }) => name)).toContain(first);
  await systemTime.sleep(2);
  await backups.make('restore');
  expect(backups.list()).toHaveLength(3);
});

test('what is taken as a backup meanwhile leaves the copy that is being made alone', async () => {
  const parent = temporaryFolder();
  const folder = join(parent, 'backups');
  const isCopied = Promise.withResolvers<void>();
  const copyTo = async (path: string): Promise<void> => {
    writeFileSync(path, 'whole');
    await isCopied.promise;
  };
  const backups = createBackups({ folder, of: 'desk', copyTo, log: silentLog() });
  const making = backups.make('asked');
  writeFileSync(join(parent, 'aside.db'), 'replaced');
  const adopted = backups.adopt(join(parent, 'aside.db'), 'restore');
  isCopied.resolve();
  const made = await making;
  expect(readdirSync(folder).sort()).toEqual([basename(made), basename(adopted)].sort());
});

test('whenever backups were made, at most 13 are kept, among them the newest, and what is kept stays kept', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(40 * day), { maxLength: 200 }), (ages) => {
      const names = [...new Set(ages.map((age) => nameAt(now - age)))].sort();
      const gone = new Set(superfluous(names, now));
      const kept = names.filter((name) => !gone.has(name));
      expect(kept.length).toBeLessThanOrEqual(13);
      if (names.length > 0) expect(kept).toContain(names.at(-1));
      expect(superfluous(kept, now)).toEqual([]);
    }),
  );
});

test('a backup is a whole database, made while it is written to', async () => {
  const context = await testDeskContext();
  const folder = join(context.dataDir, 'backups');
  const copyTo = async (to: string) => context.store.file?.backup(to);
  const backups = createBackups({ folder, of: 'desk', copyTo, log: silentLog() });
  await context.store.write(({ db }) =>
    db.insertInto('deleted_cases').values({ case_id: 'x', digest: 'y', at: 1, actor: 'z' }).execute(),
  );
  const path = await backups.make('asked');
  const copy = new Database(path, { readonly: true });
  expect(copy.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(copy.prepare('select case_id from deleted_cases').pluck().all()).toEqual(['x']);
  copy.close();
  // A day has not passed: starting does not make another one.
  const cancel = await backups.startDaily();
  cancel();
  expect(readdirSync(folder).filter((name) => name.endsWith('.db'))).toHaveLength(1);
});

test('a backup that fails leaves nothing half-made, and the desk goes on', async () => {
  const folder = join(temporaryFolder(), 'backups');
  const full = async (path: string) => {
    writeFileSync(path, 'half');
    throw new Error('disk full');
  };
  const backups = createBackups({ folder, of: 'desk', copyTo: full, log: silentLog() });
  await expect(backups.make('asked')).rejects.toThrow('disk full');
  (await backups.startDaily())();
  expect(readdirSync(folder)).toEqual([]);
});

test('a daily backup that fails is shown with its reason and the next try, until there is one', async () => {
  const folder = join(temporaryFolder(), 'backups');
  const faults: unknown[] = [
    Object.assign(new Error('no space'), { code: 'ENOSPC', path: '/backups/x', syscall: 'write' }),
    new CatalogueError('backup.noSpace', { size: '2 GB', free: '1 GB' }),
    new Error('The copy is not whole.'),
  ];
  const texts = [
    "/backups/x can't be used: the disk is full. Free disk space.",
    expect.stringContaining('2 GB'),
    'The copy is not whole. See the log.',
  ];
  const copyTo = async (path: string) => {
    if (faults.length > 0) throw faults.shift();
    writeFileSync(path, 'whole');
  };
  const backups = createBackups({ folder, of: 'desk', copyTo, log: silentLog() });
  expect(backups.problem()).toBeUndefined();
  let since: string | undefined;
  for (const text of texts) {
    (await backups.startDaily())();
    const problem = backups.problem();
    since ??= problem?.since;
    expect(problem).toMatchObject({ of: 'desk', since, text });
    expect(Date.parse(problem?.next ?? '') - Date.parse(problem?.at ?? '')).toBe(3_600_000);
    expect(problem).not.toHaveProperty('newest');
    await systemTime.sleep(2);
  }
  (await backups.startDaily())();
  expect([backups.problem(), backups.list().length]).toEqual([undefined, 1]);
});

test('an older backup does not hide that the next one failed', async () => {
  const folder = join(temporaryFolder(), 'backups');
  mkdirSync(folder);
  const old = systemTime.now() - 2 * day;
  writeFileSync(join(folder, nameAt(old)), 'whole');
  const copyTo = async () => {
    throw new Error('no');
  };
  const backups = createBackups({ folder, of: 'desk', copyTo, log: silentLog() });
  (await backups.startDaily())();
  expect(backups.problem()).toMatchObject({ newest: toIso(old) });
  // Its copy by hand is a backup as well.
  writeFileSync(join(folder, nameAt(systemTime.now() + 5)), 'whole');
  expect(backups.problem()).toBeUndefined();
});

test('a migration that fails leaves the old file as it was, and the error says how to go back', async () => {
  const dataDir = temporaryFolder();
  const path = join(dataDir, 'desk.db');
  const store = await openDeskFile(path);
  await store.close();
  const before = dump(path);

  const failing = {
    async up(db: Kysely<unknown>) {
      await db.schema.dropTable('case_entries').execute();
      throw new Error('no way');
    },
  };
  const folder = join(dataDir, 'backups');
  const opening = openDatabase(
    {
      path,
      synchronous: 'FULL',
      beforeMigration: (sqlite) =>
        createBackups({ folder, of: 'desk', copyTo: (to) => sqlite.backup(to), log: silentLog() }).make(
          'migration',
        ),
    },
    { ...deskMigrations, '9999-failing': failing },
  );
  await expect(opening).rejects.toThrow(/no way.*It is unchanged.*backups\/desk-.*copy it over/s);
  const [name] = readdirSync(folder);
  expect(dump(join(folder, name as string))).toEqual(before);
  expect(dump(path)).toEqual(before);
  await (await openDeskFile(path)).close();
});

/** Everything that a database holds. */
const dump = (path: string): unknown => {
  const sqlite = new Database(path, { readonly: true });
  const tables = sqlite
    .prepare("select name, sql from sqlite_master where type = 'table' order by name")
    .all();
  const rows = (tables as { name: string }[]).map(({ name }) =>
    sqlite.prepare(`select * from "${name}"`).all(),
  );
  sqlite.close();
  return [tables, rows];
};

test('two that are made at once are both made, one after the other', async () => {
  const folder = join(temporaryFolder(), 'backups');
  let copying = 0;
  const copyTo = async (path: string) => {
    copying += 1;
    expect(copying).toBe(1);
    writeFileSync(path, 'whole');
    await new Promise(setImmediate);
    copying -= 1;
  };
  const backups = createBackups({ folder, of: 'desk', copyTo, log: silentLog() });
  const paths = await Promise.all([backups.make('daily'), backups.make('asked'), backups.make('asked')]);
  expect(new Set(paths).size).toBe(3);
  expect(readdirSync(folder).sort()).toEqual(paths.map((path) => basename(path)).sort());
});

test('one that fails keeps the next one from nothing', async () => {
  const folder = join(temporaryFolder(), 'backups');
  let fails = true;
  const copyTo = async (path: string) => {
    if (fails) throw new Error('no');
    writeFileSync(path, 'whole');
  };
  const backups = createBackups({ folder, of: 'desk', copyTo, log: silentLog() });
  await expect(backups.make('asked')).rejects.toThrow('no');
  fails = false;
  expect(basename(await backups.make('asked'))).toMatch(/-asked\.db$/);
});

test('a backup of the future does not hide that the daily one fails', async () => {
  const folder = join(temporaryFolder(), 'backups');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, nameAt(systemTime.now() + 30 * day)), 'of a clock that was wrong');
  const copyTo = async () => {
    throw new Error('no space');
  };
  const backups = createBackups({ folder, of: 'desk', copyTo, log: silentLog() });
  const cancel = await backups.startDaily();
  cancel();
  expect(backups.problem()).toMatchObject({ text: expect.stringContaining('no space') });
});

test('what makes room is asked of the others first, then of the ways back, and never of the one that is needed', async () => {
  const folder = join(temporaryFolder(), 'backups');
  const asked: string[][] = [];
  const backups = createBackups({
    folder,
    of: 'desk',
    copyTo: async (path) => writeFileSync(path, 'whole'),
    makeSpace: (some) => void asked.push(some.map(({ name }) => name)),
    log: silentLog(),
  });
  const [restore, daily, needed] = [
    await backups.make('restore'),
    await backups.make('daily'),
    await backups.make('asked'),
  ].map((path) => basename(path));
  await backups.make('asked', needed);
  expect(asked.at(-1)).toEqual([restore, daily]);
});

test('a database that was replaced becomes a backup', () => {
  const parent = temporaryFolder();
  const path = join(parent, 'service.db.aside');
  writeFileSync(path, 'whole');
  const folder = join(parent, 'backups');
  const backups = createBackups({ folder, of: 'service', copyTo: async () => {}, log: silentLog() });
  const name = basename(backups.adopt(path, 'restore'));
  expect(backups.list()).toMatchObject([{ name, why: 'restore', size: 5 }]);
  expect(readdirSync(parent)).toEqual(['backups']);
});
