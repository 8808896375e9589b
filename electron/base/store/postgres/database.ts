import type { Log } from '#base/log.ts';
import { addressText, type ServerAddress } from './address.ts';
import { createWriteAside, type WriteAside } from './aside.ts';

import { type History, historyOf, type PostgresMigrations } from './builds.ts';
import { columnTypes } from './column-types.ts';
import { holdToKey, refuseHalfCopied } from './marks.ts';
import { migrateSchema } from './migrate.ts';
import { createPool, withConnection } from './pool.ts';
import { serverError } from './server-error.ts';
import { type UnitsOnServer, type UnitsOptions, unitsOnServer } from './units-of-work.ts';

/** A schema on a PostgreSQL server. Source: `docs/architecture.md#store`. */

/** A server, and how this process uses it. */
export interface ServerPlace {
  readonly address: ServerAddress;
  /** Undefined: the server asks for none. */
  readonly password: string | undefined;
  /** Connections at most. */
  readonly connections: number;
}

export interface ServerOptions extends ServerPlace {
  /** What its secrets are sealed under: a schema that was begun under another key is refused. */
  readonly dataKey: Uint8Array;
  readonly log: Log;
}

export interface OpenSchema<Schema> {
  /** As it may be shown. */
  readonly server: string;
  readonly units: UnitsOnServer<Schema>;
  readonly writeAside: WriteAside<Schema>;
  readonly history: History;
  close(): Promise<void>;
}

/**
 * Opens a schema, or makes it, and brings it up to date.
 * @throws CatalogueError `store.unreachable`, `store.notAllowed`, `store.otherKey`, `store.halfCopied`; Error with words
 * about its history
 */
export const openSchema = async <Schema>(
  options: ServerOptions,
  schema: string,
  migrations: PostgresMigrations,
  { opening, turns }: UnitsOptions<Schema> = {},
): Promise<OpenSchema<Schema>> => {
  const server = addressText(options.address);
  const pool = createPool({ ...options, size: options.connections });
  try {
    const types = await withConnection(pool, async (client) => {
      await migrateSchema(client, schema, migrations, async () => {
        await refuseHalfCopied(client, server);
        await holdToKey(client, options.dataKey, server);
      });
      return columnTypes(client, schema);
    });
    const units = unitsOnServer<Schema>({
      pool,
      schema,
      server,
      types,
      ...(opening === undefined ? {} : { opening }),
      ...(turns === undefined ? {} : { turns }),
    });
    let closed: Promise<void> | undefined;
    const close = (): Promise<void> => {
      closed ??= pool.end();
      return closed;
    };
    const writeAside = createWriteAside<Schema>({ pool, schema, server, types });
    return { server, units, writeAside, history: historyOf(schema, migrations), close };
  } catch (error) {
    await pool.end();
    throw serverError(error, server);
  }
};
