import { randomInt } from 'node:crypto';
import Database from 'better-sqlite3';
import { peek } from '#base/store/sqlite/peek.ts';
import { insertApiKey, type StoredApiKey } from './api-keys.ts';
import { raiseGeneration } from './exchange.ts';
import { openFileStore } from './file-store.ts';

/** Making a sandbox from another one, and looking into one that nobody has open. */

interface Carried {
  readonly keys: readonly StoredApiKey[];
  readonly facts: readonly { readonly name: string; readonly value_json: string }[];
}

/** What an empty sandbox has of the one that it is made beside: who is called, by which keys, and how it is run. */
const carriedFacts = ['client', 'settings'];

/** None of what can't be read: keys are then made at its start. */
const readCarried = (path: string): Carried =>
  peek(path, (sqlite) => ({
    keys: sqlite
      .prepare('select id, name, sealed_key, created_at from api_keys order by seq')
      .all() as StoredApiKey[],
    facts: sqlite
      .prepare(`select name, value_json from facts where name in (${carriedFacts.map(() => '?').join(', ')})`)
      .all(...carriedFacts) as Carried['facts'][number][],
  })) ?? { keys: [], facts: [] };

/**
 * Makes an empty database at `path`, which does not exist yet.
 * @param of the database of the sandbox beside it
 * @throws CatalogueError `store.full`
 */
export const makeEmptySandbox = async (path: string, of: string): Promise<void> => {
  const { keys, facts } = readCarried(of);
  const store = await openFileStore(path);
  try {
    await store.write(async (tx) => {
      for (const key of keys) await insertApiKey(tx, key);
      for (const fact of facts) await tx.db.insertInto('facts').values(fact).execute();
    });
  } finally {
    await store.close();
  }
};

/**
 * Turns a copy into a sandbox of its own: what it generates from now on is not what the other one generates, and its
 * clock begins at `startMs`.
 */
export const turnIntoOther = (path: string, mode: 'system' | 'virtual', startMs: number): void => {
  const sqlite = new Database(path, { fileMustExist: true });
  try {
    const put = sqlite.prepare('insert or replace into facts (name, value_json) values (?, ?)');
    sqlite.transaction(() => {
      put.run('seed', JSON.stringify(randomInt(2 ** 47)));
      raiseGeneration(sqlite);
      put.run('clock', JSON.stringify({ mode, now: startMs, paused: false }));
    })();
  } finally {
    sqlite.close();
  }
};

/** What a database tells of its sandbox. */
export interface SandboxFacts {
  readonly mode: 'system' | 'virtual' | undefined;
  /** ms UTC */
  readonly now: number | undefined;
  readonly seed: number | undefined;
  readonly companies: number;
  readonly endpoints: number;
  readonly waiting: number;
}

/** Undefined if there is none, or it can't be read. */
export const readSandboxFacts = (path: string): SandboxFacts | undefined =>
  peek(path, (sqlite) => {
    const count = (query: string) => Number(sqlite.prepare(query).pluck().get() ?? 0);
    const fact = <T>(name: string): T | null =>
      JSON.parse(
        String(sqlite.prepare('select value_json from facts where name = ?').pluck().get(name) ?? 'null'),
      ) as T | null;
    const clock = fact<{ mode: 'system' | 'virtual'; now: number }>('clock');
    return {
      mode: clock?.mode,
      now: clock?.now,
      seed: fact<number>('seed') ?? undefined,
      companies: count('select count(*) from companies'),
      endpoints: count('select count(*) from endpoints where deleted_at is null'),
      waiting: count('select coalesce(sum(waiting), 0) from endpoint_counts'),
    };
  });
