import pg from 'pg';
import { onTestFinished } from 'vitest';
import type { ServerPlace } from '#base/store/postgres/database.ts';
import { type PostgresServer, startPostgres } from './server.ts';

let shared: Promise<PostgresServer> | undefined;
let count = 0;

/** One server for all tests of this process, started by the first that needs it. */
export const sharedPostgres = (): Promise<PostgresServer> => {
  shared ??= startPostgres();
  return shared;
};

export const placeOn = (server: PostgresServer, prefix: string, connections = 4): ServerPlace => ({
  address: {
    host: '127.0.0.1',
    port: server.port,
    user: server.user,
    database: 'postgres',
    prefix,
    tls: 'none',
    caFile: undefined,
  },
  password: server.password,
  connections,
});

/** A store of the running test's own on the shared server, gone when the test ends. */
export const temporaryPlace = async (): Promise<ServerPlace> => {
  const server = await sharedPostgres();
  const prefix = `test_${process.pid}_${++count}`;
  onTestFinished(() => dropSchemas(server, prefix));
  return placeOn(server, prefix);
};

/** The same, as a person names it: the address, and the environment that has the password. */
export const temporaryStore = async (): Promise<{
  address: string;
  env: NodeJS.ProcessEnv;
  place: ServerPlace;
}> => {
  const place = await temporaryPlace();
  return { ...namedAs(place), place };
};

const namedAs = ({ address, password }: ServerPlace): { address: string; env: NodeJS.ProcessEnv } => {
  const { host, port, user, database, prefix } = address;
  return {
    address: `postgres://${user}@${host}:${port}/${database}?schema=${prefix}`,
    env: { PGPASSWORD: password },
  };
};

/** What a command or host is told of a store by its environment. */
export const storeEnvironment = (place: ServerPlace): NodeJS.ProcessEnv => {
  const { address, env } = namedAs(place);
  return { ...env, CARRYOVER_STORE: address };
};

const dropSchemas = async (server: PostgresServer, prefix: string): Promise<void> => {
  const client = new pg.Client({ ...server, host: '127.0.0.1', database: 'postgres' });
  await client.connect();
  for (const part of ['service', 'desk'])
    await client.query(`drop schema if exists "${prefix}_${part}" cascade`);
  await client.end();
};
