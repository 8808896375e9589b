import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import type {
  CopySide,
  CopySource,
  CopyTarget,
  Progress,
  Row,
  TableShape,
  TargetState,
} from '#base/store/copy/sides.ts';
import { CatalogueError } from '#contract/errors.ts';
import { openError } from './database.ts';
import { moveDatabase, removeDatabase } from './database-file.ts';

/** A database that is a file, to copy from and to. Nobody else has it open. */

/** What a copy is called until it is whole: nobody takes it for the database. */
export const unfinishedCopy = (path: string): string => `${path}.copy`;

interface SourceOptions {
  readonly path: string;
  /** The migrations that it is to have. */
  readonly migrations: readonly string[];
  /** Tells this store from any other that may be at this path. */
  readonly idOf: (sqlite: Database.Database) => string;
}

/** @throws CatalogueError `store.copySource` */
export const fileSource = ({ path, migrations, idOf }: SourceOptions): CopySource => {
  if (!existsSync(path))
    throw new CatalogueError('store.copySource', { from: path, problem: 'there is none' });
  const sqlite = opened(path, { fileMustExist: true });
  const applied = sqlite.prepare('select name from kysely_migration order by name').pluck().all();
  if (applied.join() !== migrations.toSorted().join()) {
    sqlite.close();
    const problem = 'another version of Carryover wrote it: start this version on it once';
    throw new CatalogueError('store.copySource', { from: path, problem });
  }
  return {
    ...sideOf(sqlite, path),
    id: `${path} ${idOf(sqlite)}`,
    async highest() {
      const highest = new Map(givenNumbers(sqlite));
      for (const { name, key } of shapesOf(sqlite)) {
        const most = key.length === 1 && highestKey(sqlite, name, key[0] as string);
        if (typeof most === 'number') highest.set(name, Math.max(most, highest.get(name) ?? 0));
      }
      return highest;
    },
  };
};

/** Where none of its tables counts by itself, there is no table of them. */
const givenNumbers = (sqlite: Database.Database): [string, number][] =>
  sqlite.prepare("select 1 from sqlite_master where name = 'sqlite_sequence'").get() === undefined
    ? []
    : (sqlite.prepare('select name, seq from sqlite_sequence').raw().all() as [string, number][]);

const highestKey = (sqlite: Database.Database, table: string, key: string): unknown =>
  sqlite.prepare(`select max("${key}") from "${table}"`).pluck().get();

interface TargetOptions {
  readonly path: string;
  /** Makes an empty database there. */
  readonly make: (path: string) => Promise<void>;
  /** Once it is whole, and verified. */
  readonly finished: (sqlite: Database.Database) => void;
  /** What is there may be the whole copy, whose other parts are not whole yet: then it is verified alone. */
  readonly mayBeWhole?: boolean;
}

const targetState = (path: string): TargetState => {
  if (existsSync(path)) return 'used';
  return existsSync(unfinishedCopy(path)) ? 'begun' : 'empty';
};

/** @throws CatalogueError `store.copyTarget` */
export const fileTarget = async (options: TargetOptions): Promise<CopyTarget> => {
  const { path, make, finished, mayBeWhole = false } = options;
  if (mayBeWhole && existsSync(path)) return wholeTarget(path);
  if (existsSync(path))
    throw new CatalogueError('store.copyTarget', { to: path, problem: 'there is a database already' });
  const copy = unfinishedCopy(path);
  let begun: Database.Database | undefined;
  const database = (): Database.Database => {
    if (begun === undefined) throw new Error('The copy was not begun.');
    return begun;
  };
  const note = (sqlite: Database.Database, progress: Progress): void => {
    sqlite.prepare('update unfinished_copy set progress = ?').run(JSON.stringify(progress));
  };
  return {
    place: path,
    shapes: async () => shapesOf(database()),
    read: (...asked) => sideOf(database(), path).read(...asked),
    close: async () => void begun?.close(),
    state: async () => targetState(path),
    async begin(from) {
      if (!existsSync(copy)) await prepared(copy, make);
      begun ??= opened(copy, { fileMustExist: true });
      const sqlite = begun;
      sqlite.pragma('foreign_keys = OFF');
      const text = sqlite.prepare('select progress from unfinished_copy').pluck().get() as string;
      const known = JSON.parse(text) as Progress | null;
      if (known !== null && known.from !== from) {
        throw new CatalogueError('store.copyTarget', {
          to: path,
          problem: `${copy} is a part of another copy`,
        });
      }
      return known ?? { from, tables: {} };
    },
    async write(table, rows, progress) {
      const sqlite = database();
      const places = table.columns.map(() => '?').join(', ');
      const insert = sqlite.prepare(
        `insert into "${table.name}" (${named(table.columns)}) values (${places})`,
      );
      sqlite.transaction(() => {
        if (table.key.length === 0 && rows.length > 0) sqlite.exec(`delete from "${table.name}"`);
        for (const row of rows) insert.run(...row);
        note(sqlite, progress);
      })();
    },
    async finish(highest) {
      const sqlite = database();
      const triggers = sqlite
        .prepare('select sql from unfinished_triggers order by at')
        .pluck()
        .all() as string[];
      sqlite.transaction(() => {
        for (const sql of triggers) sqlite.exec(sql);
        sqlite.exec('drop table unfinished_copy; drop table unfinished_triggers');
        continueAfter(sqlite, highest);
        finished(sqlite);
        if (sqlite.prepare('pragma foreign_key_check').get() !== undefined)
          throw new Error('Rows of the copy point at rows that are not there.');
      })();
      sqlite.close();
      moveDatabase(copy, path);
    },
  };
};

const wholeTarget = (path: string): CopyTarget => {
  const sqlite = opened(path, { fileMustExist: true });
  const tables = Object.fromEntries(shapesOf(sqlite).map(({ name }) => [name, { isWhole: true }]));
  return {
    ...sideOf(sqlite, path),
    state: async () => 'used',
    begin: async (from) => ({ from, tables }),
    write: () => Promise.reject(new Error('A whole copy is not written.')),
    finish: async () => {},
  };
};

/** An empty database that says of itself that it is a copy, and for whose rows nothing is kept up to date meanwhile. */
const prepared = async (copy: string, make: TargetOptions['make']): Promise<void> => {
  const begun = `${copy}-begun`;
  removeDatabase(begun);
  await make(begun);
  const sqlite = opened(begun, { fileMustExist: true });
  sqlite.transaction(() => {
    sqlite.exec(`create table unfinished_copy (progress text not null);
      insert into unfinished_copy values ('null');
      create table unfinished_triggers (at integer primary key, sql text not null);
      insert into unfinished_triggers (sql) select sql from sqlite_master where type = 'trigger' order by rowid`);
    const names = sqlite.prepare("select name from sqlite_master where type = 'trigger'").pluck().all();
    for (const name of names) sqlite.exec(`drop trigger "${name}"`);
  })();
  sqlite.close();
  moveDatabase(begun, copy);
};

const continueAfter = (sqlite: Database.Database, highest: ReadonlyMap<string, number>): void => {
  const counted = sqlite
    .prepare("select name from sqlite_master where type = 'table' and sql like '%autoincrement%'")
    .pluck()
    .all() as string[];
  for (const name of counted) {
    const seq = highest.get(name) ?? 0;
    if (seq === 0) continue;
    sqlite.prepare('delete from sqlite_sequence where name = ?').run(name);
    sqlite.prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(name, seq);
  }
};

const opened = (path: string, options: Database.Options): Database.Database => {
  try {
    return new Database(path, options);
  } catch (error) {
    throw openError(error, path);
  }
};

const sideOf = (sqlite: Database.Database, place: string): CopySide => ({
  place,
  shapes: async () => shapesOf(sqlite),
  async read({ name, columns, key }, after, most) {
    const order = key.length === 0 ? '' : `order by ${named(key)} limit ${most}`;
    const where = after === undefined ? '' : `where (${named(key)}) > (${key.map(() => '?').join(', ')})`;
    return sqlite
      .prepare(`select ${named(columns)} from "${name}" ${where} ${order}`)
      .raw()
      .all(...(after ?? [])) as Row[];
  },
  close: async () => void sqlite.close(),
});

const named = (columns: readonly string[]): string => columns.map((name) => `"${name}"`).join(', ');

const notData = /^(sqlite_|kysely_|unfinished_)/;

const shapesOf = (sqlite: Database.Database): TableShape[] => {
  const names = sqlite
    .prepare("select name from sqlite_master where type = 'table' order by name")
    .pluck()
    .all() as string[];
  return names
    .filter((name) => !notData.test(name))
    .map((name) => {
      const columns = sqlite.pragma(`table_info("${name}")`) as { name: string; pk: number }[];
      const references = sqlite.pragma(`foreign_key_list("${name}")`) as { table: string }[];
      return {
        name,
        columns: columns.map((column) => column.name),
        key: columns
          .filter(({ pk }) => pk > 0)
          .sort((a, b) => a.pk - b.pk)
          .map((column) => column.name),
        references: references.map(({ table }) => table),
      };
    });
};
