import Database from 'better-sqlite3';
import type { TableSize } from '#contract/storage.ts';
import { storeError } from './database.ts';

export interface TableSizes {
  /** Pages of the file that hold nothing, bytes. */
  readonly unusedBytes: number;
  /** With their indexes, the largest first. */
  readonly tables: readonly TableSize[];
}

/** `dbstat` looks at every page; what is SQLite's own counts to nobody's table. */
const query = `
  select coalesce(s.tbl_name, d.name) as name, sum(d.pgsize) as bytes
  from dbstat d left join sqlite_schema s on s.name = d.name
  where d.aggregate = true
  group by 1 order by 2 desc, 1`;

/**
 * Measures a database that other connections work with. It reads the whole file: for a worker thread.
 * @throws CatalogueError `store.damaged`
 */
export const tableSizes = ({ path }: { readonly path: string }): TableSizes => {
  try {
    const database = new Database(path, { readonly: true, fileMustExist: true });
    try {
      const pages = database.pragma('freelist_count', { simple: true }) as number;
      const pageBytes = database.pragma('page_size', { simple: true }) as number;
      return { unusedBytes: pages * pageBytes, tables: database.prepare(query).all() as TableSize[] };
    } finally {
      database.close();
    }
  } catch (error) {
    throw storeError(error, path);
  }
};
