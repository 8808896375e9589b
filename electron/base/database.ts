import { statSync } from 'node:fs';
import { basename } from 'node:path';
import Database from 'better-sqlite3';
import { Kysely, SqliteAdapter, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { LRUCache } from 'lru-cache';
import { CatalogueError } from '#contract/errors.ts';
import { errorText } from './error-text.ts';

/** Opening and migrating a SQLite database, for both halves. Source: `docs/architecture.md#store`. */

export interface DatabaseOptions {
  readonly path: string;
  /**
   * FULL survives a power cut; NORMAL survives the death of the process and may lose the last commits in a power
   * cut, without damage to the file.
   */
  readonly synchronous: 'FULL' | 'NORMAL';
  /** Page cache in KiB. */
  readonly cacheKiB?: number;
  /** What is deleted is overwritten with zeros. */
  readonly secureDelete?: boolean;
  /**
   * Called before a database that holds something is migrated. Answers where a copy of it now is, for the words of an
   * error; a failure keeps the migration from being begun.
   */
  readonly beforeMigration?: (sqlite: Database.Database) => Promise<string>;
}

export interface OpenDatabase<Schema> {
  readonly kysely: Kysely<Schema>;
  readonly sqlite: Database.Database;
  close(): Promise<void>;
}

/** Kysely prepares at each query; statements are kept here by their text instead. */
class StatementCache implements SqliteDatabase {
  readonly #sqlite: Database.Database;
  readonly #statements = new LRUCache<string, SqliteStatement>({ max: 2000 });

  constructor(sqlite: Database.Database) {
    this.#sqlite = sqlite;
  }

  prepare(text: string): SqliteStatement {
    let statement = this.#statements.get(text);
    if (statement === undefined) {
      // SQLite has already rolled back by itself after SQLITE_FULL and the like; a second rollback would hide the cause.
      statement =
        text === 'rollback' ? this.#rollback() : (this.#sqlite.prepare(text) as unknown as SqliteStatement);
      this.#statements.set(text, statement);
    }
    return statement;
  }

  close(): void {
    this.#statements.clear();
    this.#sqlite.close();
  }

  #rollback(): SqliteStatement {
    const statement = this.#sqlite.prepare('rollback');
    return {
      reader: false,
      all: () => [],
      iterate: () => [][Symbol.iterator](),
      run: () => (this.#sqlite.inTransaction ? statement.run() : { changes: 0, lastInsertRowid: 0 }),
    };
  }
}

/** SQLite can undo changes of a schema. Kysely takes it that it can't, and would leave a failed migration half-done. */
class Dialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new Adapter();
  }
}
class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * Opens a database, or makes it, and brings its schema up to date.
 * @throws CatalogueError `store.damaged`, `store.full`; Error with words about its history, for another reason.
 */
export const openDatabase = async <Schema>(
  options: DatabaseOptions,
  migrations: Record<string, Migration>,
): Promise<OpenDatabase<Schema>> => {
  let sqlite: Database.Database | undefined;
  try {
    sqlite = new Database(options.path);
    refuseDamaged(sqlite, options.path);
    sqlite.pragma('journal_mode = WAL');
    sqlite.pragma(`synchronous = ${options.synchronous}`);
    sqlite.pragma('foreign_keys = ON');
    sqlite.pragma('temp_store = MEMORY');
    if (options.secureDelete) sqlite.pragma('secure_delete = ON');
    sqlite.pragma(`cache_size = -${options.cacheKiB ?? 32_000}`);
    // Fewer, larger checkpoints: a checkpoint syncs, and syncs are what a delivery loop waits for.
    sqlite.pragma('wal_autocheckpoint = 4000');
    sqlite.pragma('journal_size_limit = 67108864');
    // SQLite's own lower() knows ASCII only.
    sqlite.function('lower', { deterministic: true }, (text) =>
      typeof text === 'string' ? text.toLowerCase() : text,
    );
    const kysely = new Kysely<Schema>({
      dialect: new Dialect({ database: new StatementCache(sqlite) }),
    });
    await migrate(kysely, migrations, sqlite, options);
    return { kysely, sqlite, close: () => kysely.destroy() };
  } catch (error) {
    sqlite?.close();
    throw storeError(error, options.path);
  }
};

/** Files up to this size are looked through before they are used, bytes; larger ones would hold up the start. */
const checkedBytes = 16 * 1024 * 1024;

/** Before anything is written: damage that is found only later may have been made worse. */
const refuseDamaged = (sqlite: Database.Database, path: string): void => {
  if (statSync(path).size > checkedBytes) {
    sqlite.pragma('schema_version');
    return;
  }
  const verdict = sqlite.pragma('quick_check(1)', { simple: true });
  if (verdict !== 'ok') {
    throw new CatalogueError('store.damaged', { file: basename(path) }, [], {
      cause: new Error(String(verdict)),
    });
  }
};

/** All migrations that are missing are one transaction: a failure leaves the database as it was. */
const migrate = async <Schema>(
  kysely: Kysely<Schema>,
  migrations: Record<string, Migration>,
  sqlite: Database.Database,
  { path, beforeMigration }: DatabaseOptions,
): Promise<void> => {
  const migrator = new Migrator({
    db: kysely,
    provider: { getMigrations: async () => migrations },
  });
  const all = await migrator.getMigrations().catch((error: unknown) => {
    throw storeError(error, path);
  });
  const executed = all.filter((m) => m.executedAt !== undefined).map((m) => m.name);
  const pending = all.length > executed.length;
  const copy = pending && executed.length > 0 ? await beforeMigration?.(sqlite) : undefined;
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const text = errorText(error);
  if (text.includes('corrupted migrations')) {
    throw new Error(
      `The database ${path} has a history that this version of Carryover does not know (${text}). It was probably written by a newer version: use that version, or another data folder. Nothing was changed. Known here and applied: ${executed.join(', ') || 'none'}.`,
      { cause: error },
    );
  }
  const named = storeError(error, path);
  if (named instanceof CatalogueError || copy === undefined) throw named;
  throw new Error(
    `The database ${path} could not be migrated to the schema of this version (${text}). It is unchanged. Continue with the previous version; a copy from just before is ${copy}. To restore it, stop Carryover, copy it over ${path}, and remove ${path}-wal and ${path}-shm if they exist.`,
    { cause: error },
  );
};

const damagedCodes = /^SQLITE_(CORRUPT|NOTADB)/;
const fullCodes = /^SQLITE_(FULL|IOERR_WRITE|IOERR_SHMSIZE|IOERR_FSYNC)/;

/** SQLite's words for a full disk and a damaged file, as errors of the catalogue; anything else stays as it is. */
export const storeError = (error: unknown, path: string): unknown => {
  const code = sqliteCode(error);
  if (code === undefined) return error;
  if (damagedCodes.test(code)) {
    return new CatalogueError('store.damaged', { file: basename(path) }, [], { cause: error });
  }
  if (fullCodes.test(code)) return new CatalogueError('store.full', {}, [], { cause: error });
  return error;
};

const sqliteCode = (error: unknown): string | undefined => {
  if (error instanceof Database.SqliteError) return error.code;
  if (error instanceof Error && error.cause !== undefined) return sqliteCode(error.cause);
  return undefined;
};
