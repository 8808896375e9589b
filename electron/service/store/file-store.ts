import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemTime } from '#base/clock.ts';
import { createCheckpoints } from '#base/store/sqlite/checkpoints/checkpoints.ts';
import { throughGate } from '#base/store/sqlite/checkpoints/through-gate.ts';
import { type DatabaseOptions, type OpenDatabase, openDatabase } from '#base/store/sqlite/database.ts';
import { emptyLog, truncated } from '#base/store/sqlite/empty-log.ts';
import type { SchemaHistory } from '#base/store/sqlite/schema-history.ts';
import { unitsOfWork } from '#base/store/sqlite/units-of-work.ts';
import { watchUnits } from '#base/store/watched-units.ts';
import { syncFolder } from '#base/sync-folder.ts';
import { runTask } from '#base/worker/run-task.ts';
import type { StoreState } from '#contract/figures.ts';
import { createJointWriter } from './joint-writer.ts';
import { initial } from './migrations/0001-initial.ts';
import { requestUserAgent } from './migrations/0002-request-user-agent.ts';
import { testDeliveries } from './migrations/0003-test-deliveries.ts';
import { leases } from './migrations/0004-leases.ts';
import { narrowAttempts } from './migrations/0005-narrow-attempts.ts';
import { readsAsOneRow } from './migrations/0006-reads-as-one-row.ts';
import { linkedCompanies } from './migrations/0008-linked-companies.ts';
import { companyPlaces } from './migrations/0009-company-places.ts';
import { editedMessages } from './migrations/0010-edited-messages.ts';
import { failedAttempts } from './migrations/0011-failed-attempts.ts';
import { textSlices } from './migrations/0012-text-slices.ts';
import { bulkResends } from './migrations/0013-bulk-resends.ts';
import { exchanges } from './migrations/0014-exchanges.ts';
import { interruptedResends } from './migrations/0015-interrupted-resends.ts';
import { bulkResults } from './migrations/0016-bulk-results.ts';
import { issuedTokens } from './migrations/0017-issued-tokens.ts';
import { syncSettings } from './migrations/0018-sync-settings.ts';
import { pushes } from './migrations/0019-pushes.ts';
import { products } from './migrations/0020-products.ts';
import { integrationSettings } from './migrations/0021-integration-settings.ts';
import type { ServiceSchema } from './schema.ts';
import type { FileSpace, Store, StoreFile } from './store.ts';

export interface FileStoreOptions extends Pick<DatabaseOptions, 'beforeMigration'> {
  /** Told when it ceases to take writes, and when it takes them again. */
  readonly onChange?: (state: StoreState) => void;
}

export const serviceMigrations = {
  '0001-initial': initial,
  '0002-request-user-agent': requestUserAgent,
  '0003-test-deliveries': testDeliveries,
  '0004-leases': leases,
  '0005-narrow-attempts': narrowAttempts,
  '0006-reads-as-one-row': readsAsOneRow,
  '0008-linked-companies': linkedCompanies,
  '0009-company-places': companyPlaces,
  '0010-edited-messages': editedMessages,
  '0011-failed-attempts': failedAttempts,
  '0012-text-slices': textSlices,
  '0013-bulk-resends': bulkResends,
  '0014-exchanges': exchanges,
  '0015-interrupted-resends': interruptedResends,
  '0016-bulk-results': bulkResults,
  '0017-issued-tokens': issuedTokens,
  '0018-sync-settings': syncSettings,
  '0019-pushes': pushes,
  '0020-products': products,
  '0021-integration-settings': integrationSettings,
};

export const serviceHistory: SchemaHistory = {
  file: 'service.db',
  migrations: Object.keys(serviceMigrations),
};

/**
 * Opens `service.db`. `synchronous=NORMAL`: a killed process loses nothing; a power cut may lose the last commits of
 * the sandbox, which is accepted for its speed unless `setDurable` says otherwise.
 * What is deleted is overwritten: it holds what consumers answered, and sealed secrets.
 * @throws CatalogueError `store.damaged`, `store.full`
 */
export const openFileStore = async (
  path: string,
  { onChange = () => {}, ...options }: FileStoreOptions = {},
): Promise<Store> => {
  const database = await openDatabase<ServiceSchema>(
    { path, synchronous: 'NORMAL', secureDelete: true, shrinks: true, readsBeside: true, ...options },
    serviceMigrations,
  );
  overwriteOnce(database, path);
  const bare = unitsOfWork(database, path);
  const checkpoints = createCheckpoints(database.sqlite, path, () => bare.readInTurn(async () => {}));
  const { units, watch } = watchUnits(throughGate(bare, checkpoints), {
    onChange,
    refuseGone: database.refuseGone,
  });
  let isRewriting = false;
  /** Nothing is copied beside it either. */
  const undisturbed = (work: () => void): Promise<void> => checkpoints.alone(() => bare.alone(work));
  const overwriteDeleted = (): Promise<void> => emptyLog(database.sqlite, path, undisturbed);
  const file: StoreFile = {
    path,
    async rewrite() {
      isRewriting = true;
      try {
        await checkpoints.alone(() => rewriteInThread(path));
      } finally {
        isRewriting = false;
      }
    },
    space: () => units.readInTurn(async () => spaceOf(database)),
    giveBack: (pages) =>
      units.write(async () => {
        const begun = systemTime.monotonic();
        database.sqlite.pragma(`incremental_vacuum(${Math.max(1, Math.trunc(pages))})`);
        return systemTime.monotonic() - begun;
      }),
  };
  return {
    place: path,
    file,
    server: undefined,
    // A trial would wait until the end, and its answer with it.
    watch: { ...watch, check: async () => (isRewriting ? watch.state() : watch.check()) },
    ...units,
    writeJointly: createJointWriter(units.write),
    async writeAnew() {
      await undisturbed(() => rewriteHere(database));
      await overwriteDeleted();
    },
    overwriteDeleted,
    setDurable: (durable) => undisturbed(() => setDurable(database, path, durable)),
    async close() {
      watch.stop();
      await checkpoints.close();
      await database.close();
    },
  };
};

const setDurable = ({ sqlite }: OpenDatabase<ServiceSchema>, path: string, durable: boolean): void => {
  sqlite.pragma(`synchronous = ${durable ? 'FULL' : 'NORMAL'}`);
  // On macOS, only this reaches the disk itself.
  sqlite.pragma(`fullfsync = ${durable ? 'ON' : 'OFF'}`);
  // SQLite syncs the folder for its log, and not for a database that is new.
  if (durable) syncFolder(dirname(path));
};

/** Says in the file that nothing was ever deleted from it without being overwritten. */
const overwritten = 1;
/** A larger file is rewritten at its next reset, as that would delay the start, bytes. */
const writtenAnewBytes = 128 * 1024 * 1024;

/** Versions before this one left what they deleted in the free parts of the file. */
const overwriteOnce = (database: OpenDatabase<ServiceSchema>, path: string): void => {
  if (database.isNew) {
    database.sqlite.pragma(`user_version = ${overwritten}`);
    return;
  }
  if (database.sqlite.pragma('user_version', { simple: true }) === overwritten) return;
  if (statSync(path).size > writtenAnewBytes) return;
  rewriteHere(database);
  truncated(database.sqlite);
};

const noLimit = Number.POSITIVE_INFINITY;

const rewriteInThread = (path: string): Promise<void> =>
  runTask(
    'rewrite-database',
    { path, userVersion: overwritten },
    { what: 'service.db', timeMs: noLimit, heapMb: 64, isLasting: true },
  );

const incremental = 2;

const spaceOf = ({ sqlite }: OpenDatabase<ServiceSchema>): FileSpace => {
  const figure = (pragma: string): number => sqlite.pragma(pragma, { simple: true }) as number;
  return {
    pageBytes: figure('page_size'),
    pages: figure('page_count'),
    freePages: figure('freelist_count'),
    shrinks: figure('auto_vacuum') === incremental,
  };
};

const rewriteHere = ({ sqlite }: OpenDatabase<ServiceSchema>): void => {
  sqlite.exec('VACUUM');
  sqlite.pragma(`user_version = ${overwritten}`);
};
