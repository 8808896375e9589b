import Database from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import type { ReaderOf } from '#base/store/units-of-work.ts';
import type { DeskSchema } from './schema.ts';

/** One state of a database, whatever is written meanwhile, so that several reads fit together. */
export interface Snapshot {
  readonly sqlite: Database.Database;
  readonly reader: ReaderOf<DeskSchema>;
  close(): void;
}

export const openSnapshot = (path: string): Snapshot => {
  const sqlite = new Database(path, { readonly: true, fileMustExist: true });
  sqlite.exec('begin');
  // The state is that of the first read.
  sqlite.prepare('select count(*) from sqlite_master').get();
  const db = new Kysely<DeskSchema>({ dialect: new SqliteDialect({ database: sqlite }) });
  return { sqlite, reader: { db }, close: () => void sqlite.close() };
};
