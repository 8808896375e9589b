import { statSync } from 'node:fs';
import { basename } from 'node:path';
import Database from 'better-sqlite3';
import { Kysely, SqliteAdapter, SqliteDialect } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { errorText } from '#base/error-text.ts';
import { createLock, type Lock } from '#base/lock.ts';
import { connect } from '#base/store/statements.ts';
import { whyUnusable } from '#base/system-problem.ts';
import { CatalogueError } from '#contract/errors.ts';
import { truncated } from './empty-log.ts';
import { sameFile } from './same-file.ts';
import { copySchema, type SchemaCopy } from './schema-copy.ts';
import { SqliteStatements } from './statements.ts';

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
   * A new file can give back what is free in it, a little at a time; one that there is, once it was rewritten as a whole.
   */
  readonly shrinks?: boolean;
  /** Reads get a connection of their own: they do not wait for units of work that write, nor let them wait. */
  readonly readsBeside?: boolean;
  /**
   * Called before a database that holds something is migrated. Answers where a copy of it now is, for the words of an
   * error, if there is one; a failure keeps the migration from being begun.
   */
  readonly beforeMigration?: (sqlite: Database.Database) => Promise<string | undefined>;
}

/** A connection, and what keeps units of work on it apart. */
export interface Connection<Schema> {
  readonly kysely: Kysely<Schema>;
  readonly statements: SqliteStatements;
  readonly lock: Lock;
}

export interface OpenDatabase<Schema> extends Connection<Schema> {
  readonly sqlite: Database.Database;
  /** Whether it was made just now. */
  readonly isNew: boolean;
  /** For reading alone; absent where reads take turns with what is written. */
  readonly reader?: Connection<Schema>;
  /** @throws CatalogueError `store.gone` once its path leads to another file or to none */
  refuseGone(): void;
  close(): Promise<void>;
}

/**
 * SQLite can undo changes of a schema. Kysely takes it that it can't, and would leave a failed migration half-done.
 * Nor need it keep queries apart on the one connection, query by query: units of work are kept apart.
 */
class Dialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new Adapter();
  }
}
class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
  override get supportsMultipleConnections(): boolean {
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
    // Before anything is written: the first page says it, and a file that has one keeps what it says.
    if (options.shrinks) sqlite.pragma('auto_vacuum = INCREMENTAL');
    sqlite.pragma('journal_mode = WAL');
    sqlite.pragma(`synchronous = ${options.synchronous}`);
    sqlite.pragma('foreign_keys = ON');
    sqlite.pragma('temp_store = MEMORY');
    if (options.secureDelete) sqlite.pragma('secure_delete = ON');
    sqlite.pragma(`cache_size = -${options.cacheKiB ?? usualCacheKiB}`);
    // Fewer, larger checkpoints: a checkpoint syncs, and syncs are what a delivery loop waits for.
    sqlite.pragma('wal_autocheckpoint = 4000');
    sqlite.pragma('journal_size_limit = 67108864');
    const writer = connectionOf<Schema>(sqlite);
    const isNew = await migrate(writer.kysely, migrations, sqlite, options);
    const refuseGone = sameFile(options.path);
    // Not by Kysely, which leaves a connection open that none of its own queries has used.
    const close = async (): Promise<void> => writer.statements.close();
    if (!options.readsBeside) return { ...writer, sqlite, isNew, refuseGone, close };
    const reader = openReader<Schema>(options.path);
    return {
      ...writer,
      sqlite,
      isNew,
      reader,
      refuseGone,
      async close() {
        reader.statements.close();
        await close();
      },
    };
  } catch (error) {
    sqlite?.close();
    throw openError(error, options.path);
  }
};

const usualCacheKiB = 32_000;

/** A connection as store functions use it. */
export const connectionOf = <Schema>(sqlite: Database.Database): Connection<Schema> => {
  // SQLite's own lower() knows ASCII only.
  sqlite.function('lower', { deterministic: true }, (text) =>
    typeof text === 'string' ? text.toLowerCase() : text,
  );
  const statements = new SqliteStatements(sqlite);
  const kysely = new Kysely<Schema>({ dialect: new Dialect({ database: statements }) });
  connect(kysely, statements);
  return { kysely, statements, lock: createLock() };
};

const openReader = <Schema>(path: string): Connection<Schema> => {
  const sqlite = new Database(path, { readonly: true });
  sqlite.pragma('temp_store = MEMORY');
  sqlite.pragma(`cache_size = -${usualCacheKiB}`);
  return connectionOf(sqlite);
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

/** By their migrations: what they make of an empty database. */
const copies = new WeakMap<Record<string, Migration>, SchemaCopy>();

/** Brings a schema up to date, or makes it. @returns whether there was none */
const migrate = async <Schema>(
  kysely: Kysely<Schema>,
  migrations: Record<string, Migration>,
  sqlite: Database.Database,
  options: DatabaseOptions,
): Promise<boolean> => {
  const isNew = sqlite.prepare('select 1 from sqlite_schema').get() === undefined;
  const copy = isNew ? copies.get(migrations) : undefined;
  if (copy !== undefined) copy.install(sqlite);
  else if (isNew || !isUpToDate(sqlite, migrations)) {
    await migrateByHistory(kysely, migrations, sqlite, options);
  }
  if (!isNew) return false;
  if (copy === undefined) copies.set(migrations, copySchema(sqlite));
  // Its size is looked at, and it is copied: a new file holds its schema itself.
  truncated(sqlite);
  return true;
};

/** Looked up here, as Kysely's own look at the history takes as long as all else that opening a database takes. */
const isUpToDate = (sqlite: Database.Database, migrations: Record<string, Migration>): boolean => {
  if (sqlite.pragma("table_info('kysely_migration')", { simple: true }) === undefined) return false;
  const applied = sqlite.prepare('select name from kysely_migration order by name').pluck().all();
  return applied.join('\n') === Object.keys(migrations).sort().join('\n');
};

/** All migrations that are missing are one transaction: a failure leaves the database as it was. */
const migrateByHistory = async <Schema>(
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
const readOnlyCodes = /^SQLITE_(READONLY|PERM)/;
/** Trouble with the file that is neither: the disk, a lock of another program, descriptors or memory that ran out. */
const failingCodes = /^SQLITE_(IOERR|CANTOPEN|BUSY|LOCKED|NOMEM|PROTOCOL)/;

/** SQLite's words for what keeps it from using a file, as errors of the catalogue; anything else stays as it is. */
export const storeError = (error: unknown, path: string): unknown => {
  const code = sqliteCode(error);
  if (code === undefined) return error;
  if (damagedCodes.test(code)) {
    return new CatalogueError('store.damaged', { file: basename(path) }, [], { cause: error });
  }
  if (fullCodes.test(code)) return new CatalogueError('store.full', {}, [], { cause: error });
  const file = basename(path);
  if (readOnlyCodes.test(code)) return new CatalogueError('store.readOnly', { file }, [], { cause: error });
  if (failingCodes.test(code)) {
    return new CatalogueError('store.failing', { file, problem: code }, [], { cause: error });
  }
  return error;
};

/** Of a folder or a disk, not of a statement. */
const unusableCodes = /^SQLITE_(CANTOPEN|READONLY|PERM|IOERR)/;

/** As `storeError`, of a database that is being opened: with the system's reason, which is found by trying. */
export const openError = (error: unknown, path: string): unknown => {
  const isUnusable = unusableCodes.test(sqliteCode(error) ?? '');
  const found = isUnusable ? whyUnusable(path) : undefined;
  if (found === undefined) return storeError(error, path);
  const { problem, advice, path: place = path } = found;
  return new CatalogueError('store.unusable', { path: place, problem, advice }, [], { cause: error });
};

const sqliteCode = (error: unknown): string | undefined => {
  if (error instanceof Database.SqliteError) return error.code;
  if (error instanceof Error && error.cause !== undefined) return sqliteCode(error.cause);
  return undefined;
};
