import type { Pool, PoolClient } from 'pg';
import { systemTime } from '#base/clock.ts';
import { createLock, whileHeld } from '#base/lock.ts';
import { createNesting } from '#base/store/nesting.ts';
import type { ConcurrentUnitsOfWork, ReaderOf, TxOf } from '#base/store/units-of-work.ts';
import { CatalogueError } from '#contract/errors.ts';
import { kyselyOn, withConnection } from './pool.ts';
import { isConnectionLost, withServerErrors } from './server-error.ts';
import type { ColumnTypes } from './statements.ts';
import { takeTurn, turnsOf, type WriteLock } from './turns.ts';
import { resultTypes } from './values.ts';

/** What is said of the units of work of a schema. */
export interface UnitsOptions<Schema> {
  readonly opening?: Opening<Schema>;
  /** What takes turns with each other; left out: all that writes into the schema. */
  readonly turns?: string;
}

interface Options<Schema> extends UnitsOptions<Schema> {
  readonly pool: Pool;
  readonly schema: string;
  /** As it may be shown. */
  readonly server: string;
  readonly types: ColumnTypes;
}

/** What every unit of work begins with: it costs no way to the server of its own. */
export interface Opening<Schema> {
  /** Columns of a query, which may be run outside of a unit of work, too: each table is named with its schema. */
  columns(): string;
  /**
   * Told of them before the unit of work does anything. What it throws ends the unit; what it answers is called before the
   * work, outside of the unit, so that it may begin others.
   */
  opened(row: Readonly<Record<string, unknown>>, reader: ReaderOf<Schema>): Promise<(() => void) | undefined>;
  /** Whether `opened` would do something. */
  isNew?(row: Readonly<Record<string, unknown>>): boolean;
  /** A unit of work turned out to be committed a while after it was: what it changes in memory comes late. */
  knownLate?(): void;
}

export interface UnitsOnServer<Schema> extends ConcurrentUnitsOfWork<Schema> {
  /**
   * As `write`, but beside units of work of other processes that are begun so, too: for what claims the rows that it
   * changes. Nothing that `write` does happens meanwhile.
   */
  writeBeside<T>(work: (tx: TxOf<Schema>) => Promise<T>): Promise<T>;
  /** As a `read` of nothing, for what `Opening` does: mostly one statement. */
  look(): Promise<void>;
  /** As `read`, but other units of work may be begun within it: for what reads one state for long. */
  snapshot<T>(work: (reader: ReaderOf<Schema>) => Promise<T>): Promise<T>;
}

/**
 * Units of work on a server. Those that write take turns, also with those of other processes: as in a database that is a
 * file, what a unit of work has read stays so until its end. Source: `docs/decisions/2026-11-28-writes-take-turns.md`.
 * All throw CatalogueError `store.unreachable`, `store.serverFailing`, `store.full`, `write` also `store.uncertain`.
 */
export const unitsOnServer = <Schema>({
  pool,
  schema,
  server,
  types,
  opening,
  turns = turnsOf(schema),
}: Options<Schema>): UnitsOnServer<Schema> => {
  const nesting = createNesting();
  const writing = createLock();
  const columns = (): string => opening?.columns() ?? 'null as nothing';

  const opened = async (row: Readonly<Record<string, unknown>>, reader: ReaderOf<Schema>): Promise<void> => {
    const place = await opening?.opened(row, reader);
    if (place !== undefined) nesting.outside(place);
  };

  const named = <T>(work: () => Promise<T>): Promise<T> => withServerErrors(server, work);

  const commit = <T>(lock: WriteLock, work: (tx: TxOf<Schema>) => Promise<T>): Promise<T> =>
    withConnection(pool, async (client) => {
      const committed: (() => void)[] = [];
      const life = await lifeOf(client);
      const row = await begun(client, writeBegin(schema, turns, lock, columns()));
      const db = kyselyOn<Schema>(client, types);
      await opened(row, { db });
      const transaction = { xid: String(row.xid), life };
      const afterCommit = (announce: () => void): void => void committed.push(announce);
      const result = await work({ db, afterCommit, afterSync: afterCommit });
      if (await committedAs(pool, client, transaction, server)) opening?.knownLate?.();
      nesting.outside(() => {
        for (const announce of committed) announce();
      });
      return result;
    });

  const readOneState = <T>(work: (reader: ReaderOf<Schema>) => Promise<T>): Promise<T> =>
    withConnection(pool, async (client) => {
      const row = await begun(client, readBegin(schema, columns()));
      const reader = { db: kyselyOn<Schema>(client, types) };
      await opened(row, reader);
      const result = await work(reader);
      await client.query('rollback');
      return result;
    });

  const read = <T>(work: (reader: ReaderOf<Schema>) => Promise<T>): Promise<T> => {
    nesting.refuse();
    return nesting.inside(() => named(() => readOneState(work)));
  };

  const isNews = (): Promise<boolean> =>
    withConnection(pool, async (client) => {
      const { rows } = await client.query({ text: `select ${columns()}`, types: resultTypes });
      return opening?.isNew?.(rows[0]) ?? true;
    });

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    nesting.refuse();
    return whileHeld(writing, () => nesting.inside(() => named(work)));
  };

  return {
    write: (work) => inTurn(() => commit('alone', work)),
    writeBeside: (work) => inTurn(() => commit('beside', work)),
    read,
    async look() {
      nesting.refuse();
      if (await named(isNews)) await read(async () => {});
    },
    snapshot: (work) => named(() => readOneState(work)),
    readInTurn: (work) => inTurn(() => readOneState(work)),
    alone: (work) => inTurn(async () => work()),
  };
};

/** A process that stopped amid a unit of work would keep all others waiting: the server ends it after so long, ms. */
const stuckMs = 5_000;
/** Somebody else's lock on a table or a row is waited for so long, ms. */
const lockMs = 15_000;

const locals = (schema: string): string =>
  `set local search_path to "${schema}"; set local idle_in_transaction_session_timeout = ${stuckMs}; set local lock_timeout = ${lockMs}`;

/**
 * What changes the rows that it has claimed names them by their keys. For some hundred of them, the planner would rather
 * read a table of some ten thousand as a whole: a third of the server's time for each delivery. Up to version 17, what it
 * reads as a whole all the same then counts as so costly that it is compiled first, for some ten milliseconds.
 */
const byKeys: Readonly<Record<WriteLock, string>> = {
  alone: '',
  beside: 'set local enable_seqscan = off; set local jit = off;',
};

/** One text, and so one way to the server and back. The transaction's number tells afterwards whether it was made. */
const writeBegin = (schema: string, turns: string, lock: WriteLock, columns: string): string =>
  `begin; ${locals(schema)}; ${byKeys[lock]} ${takeTurn(schema, lock, turns)};
  select pg_current_xact_id()::text as xid, ${columns}`;

const readBegin = (schema: string, columns: string): string =>
  `begin isolation level repeatable read read only; ${locals(schema)}; select ${columns}`;

const begun = async (client: PoolClient, text: string): Promise<Record<string, unknown>> => {
  const results = (await client.query({ text, types: resultTypes })) as unknown as {
    readonly rows: Record<string, unknown>[];
  }[];
  return results.at(-1)?.rows[0] ?? {};
};

/** Answers whether it was known only after others may have read it. @throws CatalogueError `store.uncertain` */
const committedAs = async (
  pool: Pool,
  client: PoolClient,
  transaction: Transaction,
  server: string,
): Promise<boolean> => {
  try {
    const { command } = await client.query('commit');
    // The server ends what has failed by this, and calls it no error.
    if (command === 'ROLLBACK')
      throw new Error('A statement of this unit of work had failed, and was passed over.');
    return false;
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    const outcome = await outcomeOf(pool, transaction);
    if (outcome === 'committed') return true;
    if (outcome === 'aborted') throw error;
    throw new CatalogueError('store.uncertain', { server }, [], { cause: error });
  }
};

/** How long a server that went away is asked for the status of a commit, ms. */
const askMs = 15_000;
const againMs = 200;

interface Transaction {
  readonly xid: string;
  /** That of the server, in which the number means this transaction. */
  readonly life: string;
}

type Outcome = 'committed' | 'aborted' | 'unknown';

const outcomeOf = async (pool: Pool, transaction: Transaction): Promise<Outcome> => {
  const until = systemTime.monotonic() + askMs;
  for (;;) {
    const status = await asked(pool, transaction).catch(() => undefined);
    if (status === 'committed' || status === 'aborted') return status;
    if (status === 'another life' || systemTime.monotonic() > until) return 'unknown';
    await systemTime.sleep(againMs);
  }
};

const asked = async (pool: Pool, { xid, life }: Transaction): Promise<string | null | undefined> => {
  const { rows } = await pool.query<{ status: string | null }>(
    // A crash forgets numbers that were never written: they are in the future again, and then another transaction's.
    `select case when ${lifeQuery} = $2 then pg_xact_status($1::xid8)
      when $1::xid8 >= pg_snapshot_xmax(pg_current_snapshot()) then 'aborted' else 'another life' end as status`,
    [xid, life],
  );
  return rows[0]?.status;
};

/** Changes with each start of the server, and with each crash of a part of it, which resets its statistics. */
const lifeQuery = `pg_postmaster_start_time()::text || coalesce((select stats_reset::text from pg_stat_wal), '')`;

/** A connection lives in one life of the server. */
const lifeOf = async (client: PoolClient): Promise<string> => {
  const known = lives.get(client);
  if (known !== undefined) return known;
  const { rows } = await client.query<{ life: string }>(`select ${lifeQuery} as life`);
  const life = rows[0]?.life ?? '';
  lives.set(client, life);
  return life;
};
const lives = new WeakMap<PoolClient, string>();
