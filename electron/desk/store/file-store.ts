import { syncedUnits } from '#base/log-sync.ts';
import { backUp } from '#base/store/sqlite/backups/backups.ts';
import { type DatabaseOptions, openDatabase } from '#base/store/sqlite/database.ts';
import { emptyLog } from '#base/store/sqlite/empty-log.ts';
import type { SchemaHistory } from '#base/store/sqlite/schema-history.ts';
import { unitsOfWork } from '#base/store/sqlite/units-of-work.ts';
import { watchUnits } from '#base/store/watched-units.ts';
import { withLateCheckpoints } from './late-checkpoints.ts';
import { initial } from './migrations/0001-initial.ts';
import { tokens } from './migrations/0002-tokens.ts';
import { targetProxy } from './migrations/0003-target-proxy.ts';
import { signatures } from './migrations/0004-signatures.ts';
import { rowSeals } from './migrations/0007-row-seals.ts';
import { packedAttachments } from './migrations/0008-packed-attachments.ts';
import { caseSummaries } from './migrations/0009-case-summaries.ts';
import { rowReferences } from './migrations/0010-row-references.ts';
import { watchedCases } from './migrations/0011-watched-cases.ts';
import { dataTypes } from './migrations/0012-data-types.ts';
import { jobs } from './migrations/0013-jobs.ts';
import { auditStreams } from './migrations/0014-audit-streams.ts';
import { personSignIns } from './migrations/0015-person-sign-ins.ts';
import { notificationMarks } from './migrations/0016-notification-marks.ts';
import { rowChangesInFile } from './row-changes-in-file.ts';
import { createRowSeals } from './row-seals.ts';
import type { DeskSchema } from './schema.ts';
import { sealedUnits } from './sealed-units.ts';
import { openSnapshot } from './snapshot.ts';
import type { DeskFile, DeskStore } from './store.ts';

/** Append-only: a database of an earlier version is brought to this form one by one. */
export const deskMigrations = {
  '0001-initial': initial,
  '0002-tokens': tokens,
  '0003-target-proxy': targetProxy,
  '0004-signatures': signatures,
  '0007-row-seals': rowSeals,
  '0008-packed-attachments': packedAttachments,
  '0009-case-summaries': caseSummaries,
  '0010-row-references': rowReferences,
  '0011-watched-cases': watchedCases,
  '0012-data-types': dataTypes,
  '0013-jobs': jobs,
  '0014-audit-streams': auditStreams,
  '0015-person-sign-ins': personSignIns,
  '0016-notification-marks': notificationMarks,
};

export const deskHistory: SchemaHistory = { file: 'desk.db', migrations: Object.keys(deskMigrations) };

/** A store that is a file, and can be copied as one. */
export interface DeskFileStore extends DeskStore {
  readonly file: DeskFile;
}

/**
 * Opens `desk.db`. What was answered as done survives a power cut: the log is synced after each unit of work, beside the
 * thread. What is deleted is overwritten.
 * @throws CatalogueError `store.damaged`, `store.full`; Error in words about its history
 */
export const openDeskFile = async (
  path: string,
  options: Pick<DatabaseOptions, 'beforeMigration'> = {},
): Promise<DeskFileStore> => {
  const database = await openDatabase<DeskSchema>(
    { path, synchronous: 'FULL', secureDelete: true, cacheKiB: 8000, ...options },
    deskMigrations,
  );
  const { sqlite } = database;
  sqlite.pragma('synchronous = NORMAL');
  const synced = syncedUnits(unitsOfWork(database, path), path);
  const { units, watch } = watchUnits(withLateCheckpoints(sqlite, synced.units), {
    onChange: () => {},
    refuseGone: database.refuseGone,
  });
  const { write, seal } = sealedUnits(units.write);
  return {
    place: path,
    file: { path, backup: (to) => backUp(sqlite, to) },
    watch,
    read: units.read,
    write,
    overwriteDeleted: () => emptyLog(sqlite, path, units.alone),
    sealRows: (keys, settle) => seal(createRowSeals(keys, rowChangesInFile(sqlite)), settle),
    async snapshot(work) {
      const { reader, close } = openSnapshot(path);
      try {
        return await work(reader);
      } finally {
        close();
      }
    },
    async close() {
      watch.stop();
      await synced.close();
      await database.close();
    },
  };
};
