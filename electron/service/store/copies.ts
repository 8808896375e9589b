import type { Database } from 'better-sqlite3';
import { systemTime } from '#base/clock.ts';
import type { CopySource, CopyTarget } from '#base/store/copy/sides.ts';
import { serverSource, serverTarget } from '#base/store/postgres/copy-sides.ts';
import type { ServerPlace } from '#base/store/postgres/database.ts';
import type { Run } from '#base/store/postgres/run.ts';
import { fileSource, fileTarget } from '#base/store/sqlite/copy-sides.ts';
import { raiseGeneration } from './exchange.ts';
import { openFileStore, serviceHistory } from './file-store.ts';
import { postgresMigrations } from './migrations/postgres/index.ts';
import { serverTables } from './migrations/postgres/server-tables.ts';
import { goneAfterSeconds } from './processes.ts';
import { serviceSchemaOf } from './server-store.ts';

/** Copies of the service's store, from a file or a server to another. */

/** A file, or a server with the key that the secrets of its store are sealed under. */
export type StorePlace =
  | { readonly path: string }
  | { readonly server: ServerPlace; readonly dataKey: Uint8Array };

/** @throws CatalogueError `store.copySource`, `store.otherKey`, `store.halfCopied` */
export const serviceSource = async (of: StorePlace): Promise<CopySource> =>
  'path' in of
    ? fileSource({ path: of.path, migrations: serviceHistory.migrations, idOf: seedOf })
    : serverSource({ ...onServer(of), idOf: seedOnServer, inUseBy });

/**
 * What is copied makes ids of its own from then on: consumers would take the same ones for duplicates.
 * @throws CatalogueError `store.copyTarget`, `store.otherKey`
 */
export const serviceTarget = async (of: StorePlace): Promise<CopyTarget> =>
  'path' in of
    ? fileTarget({ path: of.path, make: makeEmpty, finished: raiseGeneration })
    : serverTarget({ ...onServer(of), ofOneSide: serverTables, finished: raiseOnServer });

const onServer = ({ server, dataKey }: Extract<StorePlace, { server: unknown }>) => ({
  place: server,
  schema: serviceSchemaOf(server),
  migrations: postgresMigrations,
  dataKey,
});

const makeEmpty = async (path: string): Promise<void> => (await openFileStore(path)).close();

const seedQuery = "select value_json from facts where name = 'seed'";

const seedOf = (sqlite: Database): string => String(sqlite.prepare(seedQuery).pluck().get() ?? '');

const seedOnServer = async (run: Run): Promise<string> =>
  String((await run(seedQuery, [])).rows[0]?.value_json ?? '');

/** Which process works on it, in words; undefined if none does. */
const inUseBy = async (run: Run): Promise<string | undefined> => {
  const { rows } = await run(
    `select host, pid from processes where beat_at > clock_timestamp() - make_interval(secs => $1) limit 1`,
    [goneAfterSeconds],
  );
  const [first] = rows;
  return first && `process ${first.pid} on ${first.host}`;
};

/** As `raiseGeneration`. */
const raiseOnServer = async (run: Run): Promise<void> => {
  await run(
    `insert into facts (name, value_json) values ('generation', $1) on conflict (name) do update
      set value_json = greatest(facts.value_json::int8 + 1, excluded.value_json::int8)::text`,
    [String(Math.floor(systemTime.now() / 1000))],
  );
};
