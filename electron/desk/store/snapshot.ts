import Database from 'better-sqlite3';
import { connectionOf } from '#base/store/sqlite/database.ts';
import type { ReaderOf } from '#base/store/units-of-work.ts';
import type { DeskSchema } from './schema.ts';

/** One state of a database that is a file, whatever is written meanwhile, so that several reads fit together. */
interface Snapshot {
  readonly reader: ReaderOf<DeskSchema>;
  close(): void;
}

export const openSnapshot = (path: string): Snapshot => {
  const sqlite = new Database(path, { readonly: true, fileMustExist: true });
  sqlite.exec('begin');
  // The state is that of the first read.
  sqlite.prepare('select count(*) from sqlite_master').get();
  const { kysely, statements } = connectionOf<DeskSchema>(sqlite);
  return { reader: { db: kysely }, close: () => statements.close() };
};
