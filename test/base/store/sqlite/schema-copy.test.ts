import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openDatabase } from '#base/store/sqlite/database.ts';
import { deskMigrations } from '#desk/store/file-store.ts';
import { serviceMigrations } from '#service/store/file-store.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** All that is in a database, but for when its migrations were applied. */
const contents = (path: string): unknown => {
  const sqlite = new Database(path, { readonly: true });
  const schema = sqlite
    .prepare<[], { type: string; name: string; sql: string | null }>(
      'select type, name, tbl_name, sql from sqlite_schema order by type, name',
    )
    .all();
  const rows = schema
    .filter(({ type }) => type === 'table')
    .map(({ name }) => [name, sqlite.prepare(`select * from "${name}"`).all()])
    .filter(([name]) => name !== 'kysely_migration');
  const applied = sqlite.prepare('select name from kysely_migration order by name').pluck().all();
  const pragmas = ['auto_vacuum', 'user_version', 'journal_mode', 'quick_check', 'foreign_key_check'].map(
    (name) => sqlite.pragma(name),
  );
  sqlite.close();
  return { schema, rows, applied, pragmas };
};

test.each([
  ['desk.db', deskMigrations],
  ['service.db', serviceMigrations],
])('a second %s of a process is the same as one that its history made', async (name, history) => {
  const folder = temporaryFolder();
  // Copies are kept by the history that made them: this one has made none yet.
  const migrations = { ...history };
  const paths = ['first', 'second'].map((which) => join(folder, `${which}-${name}`));
  for (const path of paths) {
    const database = await openDatabase({ path, synchronous: 'NORMAL', shrinks: true }, migrations);
    expect(database.isNew).toBe(true);
    await database.close();
  }
  const [first, second] = paths.map(contents);
  expect(second).toEqual(first);
  expect((second as { applied: string[] }).applied).toEqual(Object.keys(history));

  const again = await openDatabase({ path: paths[1] as string, synchronous: 'NORMAL' }, migrations);
  expect(again.isNew).toBe(false);
  await again.close();
  // A connection that stays open keeps it, and its part in memory is taken for that of the file's next place.
  expect(existsSync(`${paths[1]}-wal`)).toBe(false);
  expect(contents(paths[1] as string)).toEqual(first);
});
