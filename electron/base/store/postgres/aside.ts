import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import { kyselyOn, withConnection } from './pool.ts';
import { withServerErrors } from './server-error.ts';
import type { ColumnTypes } from './statements.ts';

interface Options {
  readonly pool: Pool;
  readonly schema: string;
  /** As it may be shown. */
  readonly server: string;
  readonly types: ColumnTypes;
}

/**
 * A unit of work that takes no turn, and for which nobody waits: for what claims the rows that it changes, and is done
 * again if it comes to nothing. Each statement sees what was committed before it.
 * @throws CatalogueError `store.unreachable`, `store.serverFailing`, `store.full`
 */
export type WriteAside<Schema> = <T>(work: (tx: { readonly db: Kysely<Schema> }) => Promise<T>) => Promise<T>;

export const createWriteAside =
  <Schema>({ pool, schema, server, types }: Options): WriteAside<Schema> =>
  (work) =>
    withServerErrors(server, () =>
      withConnection(pool, async (client) => {
        await client.query(`begin; set local search_path to "${schema}"; set local lock_timeout = ${lockMs};
          set local idle_in_transaction_session_timeout = ${stuckMs}`);
        const result = await work({ db: kyselyOn<Schema>(client, types) });
        await client.query('commit');
        return result;
      }),
    );

/** Somebody else's lock on a row is waited for so long, ms. */
const lockMs = 15_000;
/** A process that stopped amid one keeps what it has claimed for so long, ms. */
const stuckMs = 60_000;
