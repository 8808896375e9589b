import Database from 'better-sqlite3';
import { sql } from 'kysely';
import { openFileStore } from '#service/store/file-store.ts';
import type { Store } from '#service/store/store.ts';

/** A database as earlier versions left it: it can't give back what is free in it. */
export const makeUnshrinking = async (path: string): Promise<void> => {
  await (await openFileStore(path)).close();
  const sqlite = new Database(path);
  sqlite.pragma('auto_vacuum = NONE');
  sqlite.exec('VACUUM');
  sqlite.pragma('user_version = 1');
  sqlite.close();
};

/**
 * Rows of a page each, `n1` and so on, most of which are deleted again.
 * @param keptOf one of so many is kept: the last
 */
export const fillAndEmpty = async (store: Store, pages: number, keptOf = pages): Promise<void> => {
  await store.write(async ({ db }) => {
    await sql`
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${pages})
      insert into facts (name, value_json) select 'n' || i, hex(zeroblob(2000)) from n`.execute(db);
  });
  await store.write(async ({ db }) => {
    await sql`
      delete from facts where name like 'n%' and cast(substr(name, 2) as integer) % ${keptOf} <> 0`.execute(
      db,
    );
  });
};
