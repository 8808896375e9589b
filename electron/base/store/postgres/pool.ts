import { Kysely } from 'kysely';
import { type ClientConfig, Pool, type PoolClient } from 'pg';
import type { Log } from '#base/log.ts';
import { connect } from '#base/store/statements.ts';
import type { ServerAddress } from './address.ts';
import { EndingClient } from './ending-client.ts';
import { dialectOn } from './kysely-dialect.ts';
import { runOn } from './run.ts';
import { isConnectionLost } from './server-error.ts';
import { type ColumnTypes, PostgresStatements } from './statements.ts';
import { tlsOptions } from './tls.ts';

/** Waiting for a connection, whether for a free one or for the server's answer, ms. */
const connectMs = 5000;
/** No answer for so long is none: the network is cut. Longer than a lock is waited for on the server, ms. */
const answerMs = 40_000;
/** A connection that nobody uses is closed after so long, ms. */
const idleMs = 30_000;

export interface PoolOptions {
  readonly address: ServerAddress;
  readonly password: string | undefined;
  /** Connections at most. */
  readonly size: number;
  readonly log: Log;
}

/** How a connection is made, whether of a pool or by itself. */
export const clientConfig = ({
  address,
  password,
}: Pick<PoolOptions, 'address' | 'password'>): ClientConfig => {
  const { host, port, user, database } = address;
  return {
    host,
    port,
    user,
    database,
    password,
    ssl: tlsOptions(address),
    keepAlive: true,
    application_name: 'carryover',
  };
};

export const createPool = ({ size, log, ...options }: PoolOptions): Pool => {
  const pool = new Pool({
    ...clientConfig(options),
    max: size,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: idleMs,
    pipeline: true,
    query_timeout: answerMs,
    Client: EndingClient,
  });
  // Of one that nobody uses: the next unit of work gets another.
  pool.on('error', (err) => log.warn({ err }, 'store: a connection to the server was lost'));
  return pool;
};

/** Runs `work` on a connection of the pool. What was begun and failed is rolled back; a broken connection is closed. */
export const withConnection = async <T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> => {
  const client = await pool.connect();
  let isBroken = true;
  try {
    const result = await work(client);
    isBroken = false;
    return result;
  } catch (error) {
    isBroken = isConnectionLost(error) || !(await rolledBack(client));
    throw error;
  } finally {
    client.release(isBroken);
  }
};

const rolledBack = (client: PoolClient): Promise<boolean> =>
  client.query('rollback').then(
    () => true,
    () => false,
  );

/** A connection, as store functions use it. */
export const kyselyOn = <Schema>(client: PoolClient, types: ColumnTypes): Kysely<Schema> => {
  const known = kyselys.get(client);
  if (known !== undefined) return known as Kysely<Schema>;
  const run = runOn(client);
  const kysely = new Kysely<Schema>({ dialect: dialectOn(run) });
  connect(kysely, new PostgresStatements(run, types));
  kyselys.set(client, kysely);
  return kysely;
};

const kyselys = new WeakMap<PoolClient, unknown>();
