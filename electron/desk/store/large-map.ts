import Database from 'better-sqlite3';
import { storeError } from '#base/store/sqlite/database.ts';

/**
 * A map of plain data of which little is in memory, however large it grows: more than a few entries go to a temporary
 * file, which no other process opens by a name and which is gone with this one. Not for secrets.
 */
export interface LargeMap<V> {
  readonly size: number;
  /** A copy, where it was stored. */
  get(key: string): V | undefined;
  has(key: string): boolean;
  /** @throws CatalogueError `store.full` */
  set(key: string, value: V): void;
  clear(): void;
  /** In the order in which the keys came; what is set meanwhile may be among them. */
  keys(): Iterable<string>;
  values(): Iterable<V>;
  /** Frees what it holds; it is empty then. */
  close(): void;
}

/** So many entries stay in memory, if not told otherwise. */
const fewEntries = 2000;
/** Page cache of the file, KiB. */
const cacheKiB = 1000;
/** Entries that are read together. */
const pageSize = 500;

export const createLargeMap = <V>(inMemory = fewEntries): LargeMap<V> => {
  let small: Map<string, V> | undefined = new Map();
  let file: FileMap | undefined;

  const moveToFile = (entries: ReadonlyMap<string, V>): FileMap => {
    const moved = openFileMap();
    for (const [key, value] of entries) moved.set(key, JSON.stringify(value));
    small = undefined;
    return moved;
  };
  const clear = (): void => {
    file?.close();
    file = undefined;
    small = new Map();
  };

  return {
    get size() {
      return small?.size ?? file?.count() ?? 0;
    },
    get(key) {
      if (small !== undefined) return small.get(key);
      const text = file?.get(key);
      return text === undefined ? undefined : (JSON.parse(text) as V);
    },
    has: (key) => small?.has(key) ?? file?.get(key) !== undefined,
    set(key, value) {
      if (small !== undefined && (small.size < inMemory || small.has(key))) small.set(key, value);
      else {
        if (small !== undefined) file = moveToFile(small);
        file?.set(key, JSON.stringify(value));
      }
    },
    clear,
    keys: () => (small === undefined ? mapped(file, ({ key }) => key) : small.keys()),
    values: () =>
      small === undefined ? mapped(file, ({ value }) => JSON.parse(value) as V) : small.values(),
    close: clear,
  };
};

interface Entry {
  readonly seq: number;
  readonly key: string;
  readonly value: string;
}

interface FileMap {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
  count(): number;
  page(after: number): Entry[];
  close(): void;
}

/** The empty name stands for a file that SQLite makes when its cache is full, and removes by itself. */
const openFileMap = (): FileMap => {
  const sqlite = new Database('');
  sqlite.pragma('journal_mode = OFF');
  sqlite.pragma('synchronous = OFF');
  sqlite.pragma(`cache_size = -${cacheKiB}`);
  sqlite.exec(
    'create table entries (seq integer primary key, key text not null unique, value text not null)',
  );
  // Never committed: nobody else reads it.
  sqlite.exec('begin');
  const get = sqlite.prepare<[string], string>('select value from entries where key = ?').pluck();
  const set = sqlite.prepare<[string, string]>(
    'insert into entries (key, value) values (?, ?) on conflict (key) do update set value = excluded.value',
  );
  const count = sqlite.prepare<[], number>('select count(*) from entries').pluck();
  const page = sqlite.prepare<[number, number], Entry>(
    'select seq, key, value from entries where seq > ? order by seq limit ?',
  );
  let known = 0;
  let isCounted = true;
  return {
    get: (key) => get.get(key),
    set(key, value) {
      isCounted = false;
      try {
        set.run(key, value);
      } catch (error) {
        throw storeError(error, 'temporary');
      }
    },
    count() {
      if (!isCounted) known = count.get() ?? 0;
      isCounted = true;
      return known;
    },
    page: (after) => page.all(after, pageSize),
    close: () => sqlite.close(),
  };
};

function* mapped<T>(file: FileMap | undefined, pick: (entry: Entry) => T): Generator<T> {
  for (let after = 0; file !== undefined; ) {
    const page = file.page(after);
    for (const entry of page) yield pick(entry);
    if (page.length < pageSize) return;
    after = page.at(-1)?.seq ?? after;
  }
}
