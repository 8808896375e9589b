import { join } from 'node:path';
import { sql } from 'kysely';
import { onTestFinished, test, vi } from 'vitest';
import { silentLog } from '#base/log.ts';
import { inDialect } from '#base/store/dialect.ts';
import type { ServerPlace } from '#base/store/postgres/database.ts';
import { openFileStore } from '#service/store/file-store.ts';
import { openServerStore } from '#service/store/server-store.ts';
import type { Store } from '#service/store/store.ts';
import { storeEnvironment, temporaryPlace } from './postgres/shared.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Which of the two the tests of this process use, where they ask for any. */
export const storeKind = process.env.CARRYOVER_TEST_STORE === 'postgres' ? 'postgres' : 'sqlite';

/**
 * A test of what only a store that is a file has: its bytes, how SQLite runs a query, what an earlier version left. On a
 * server there is no such test, so that none is counted as left out.
 */
export const testOnFile = (name: string, run: () => void | Promise<void>): void => {
  if (storeKind === 'sqlite') test(name, run);
};

/** By folder, so that what goes on with a folder goes on with its store. */
const places = new Map<string, Promise<ServerPlace>>();

export const placeOf = (folder: string): Promise<ServerPlace> => {
  const known = places.get(folder) ?? temporaryPlace();
  places.set(folder, known);
  return known;
};

/** For a whole service: where its store is, if not in its folder. */
export const storeOptions = async (folder: string): Promise<{ readonly storeServer?: ServerPlace }> =>
  storeKind === 'postgres' ? { storeServer: await placeOf(folder) } : {};

/** For a whole host: as its environment says it. */
export const hostEnvironment = async (folder: string): Promise<NodeJS.ProcessEnv> => {
  if (storeKind === 'sqlite') return {};
  const env = storeEnvironment(await placeOf(folder));
  // Commands of the test need it, too; the address they know from the folder.
  vi.stubEnv('PGPASSWORD', env.PGPASSWORD);
  return env;
};

/** A store of the running test's own. @param folder what goes on with the same one has the same store */
export const openTestStore = async (folder = temporaryFolder()): Promise<Store> => {
  const store =
    storeKind === 'postgres'
      ? await openServerStore({ ...(await placeOf(folder)), dataKey: Buffer.alloc(32), log: silentLog() })
      : await openFileStore(join(folder, 'service.db'));
  onTestFinished(() => store.close());
  return store;
};

/**
 * What a server keeps besides: how its schema came to be and whose it is; the words of messages, which a file has in
 * another one, and which go with their messages; what its processes know of each other.
 */
export const tablesOfServers: readonly string[] = [
  ...['migrations', 'store'],
  ...['message_words', 'indexed_words'],
  ...['processes', 'claims', 'revision', 'call_watches', 'removed_calls'],
];

/** The names of its tables in order, but for those of servers and of the databases themselves. */
export const tablesOf = async (store: Store): Promise<string[]> => {
  const { rows } = await store.read(({ db }) =>
    inDialect<{ name: string }>({
      sqlite: sql`select name from sqlite_schema where type = 'table' order by name`,
      postgres: sql`select tablename as name from pg_tables where schemaname = current_schema() order by name`,
    }).execute(db),
  );
  return rows
    .map(({ name }) => name)
    .filter((name) => !/^(sqlite_|kysely_)/.test(name) && !tablesOfServers.includes(name));
};

/** As though so many rows had been in a table: the next one has the number after it. */
export const numberedFrom = async (
  store: Store,
  table: 'attempts' | 'requests',
  seq: number,
): Promise<void> => {
  await store.write(({ db }) =>
    inDialect({
      sqlite: sql`update sqlite_sequence set seq = ${seq} where name = ${table}`,
      postgres: sql`select setval(pg_get_serial_sequence(${table}, 'seq'), ${seq})`,
    }).execute(db),
  );
};
