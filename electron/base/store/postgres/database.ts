import type { PoolClient } from 'pg';
import type { Log } from '#base/log.ts';
import { addressText, type ServerAddress } from './address.ts';
import { createWriteAside, type WriteAside } from './aside.ts';
import { holdToKey, refuseHalfCopied } from './marks.ts';
import { migrateSchema, type PostgresMigrations } from './migrate.ts';
import { createPool } from './pool.ts';
import { serverError } from './server-error.ts';
import type { ColumnTypes } from './statements.ts';
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
  /** Whether it was made just now. */
  readonly isNew: boolean;
  readonly units: UnitsOnServer<Schema>;
  readonly writeAside: WriteAside<Schema>;
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
  let types: ColumnTypes = new Map();
  try {
    const client = await pool.connect();
    let isNew: boolean;
    try {
      isNew = await migrateSchema(client, schema, migrations, async () => {
        await refuseHalfCopied(client, server);
        await holdToKey(client, options.dataKey, server);
      });
      types = await columnTypes(client, schema);
      client.release();
    } catch (error) {
      client.release(true);
      throw error;
    }
    const units = unitsOnServer<Schema>({
      pool,
      schema,
      server,
      types: () => types,
      ...(opening === undefined ? {} : { opening }),
      ...(turns === undefined ? {} : { turns }),
    });
    let closed: Promise<void> | undefined;
    const close = (): Promise<void> => {
      closed ??= pool.end();
      return closed;
    };
    const writeAside = createWriteAside<Schema>({ pool, schema, server, types: () => types });
    return { server, isNew, units, writeAside, close };
  } catch (error) {
    await pool.end();
    throw serverError(error, server);
  }
};

const columnTypes = async (client: PoolClient, schema: string): Promise<ColumnTypes> => {
  const { rows } = await client.query<{ table: string; column: string; type: string }>(
    `select c.relname as "table", a.attname as "column", format_type(a.atttypid, null) as type
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = $1 and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped`,
    [schema],
  );
  const byTable = new Map<string, Map<string, string>>();
  for (const { table, column, type } of rows) {
    const columns = byTable.get(table) ?? new Map<string, string>();
    byTable.set(table, columns.set(column, type));
  }
  return byTable;
};
