import { join } from 'node:path';
import type { Log } from '#base/log.ts';
import { createBackups } from '#base/store/sqlite/backups/backups.ts';
import { asideOf, type FileState, fileState } from '#base/store/sqlite/database-file.ts';
import { putDatabaseAside } from '#base/store/sqlite/exchange-database.ts';
import { refuseNewer } from '#base/store/sqlite/schema-history.ts';
import type { Backup } from '#contract/backups.ts';
import { deskFiles, histories as deskHistories } from '#desk/index.ts';
import { readLastOptions } from '#local/last-options.ts';
import { isLost } from '#local/lost-database.ts';
import { chosenFolder } from '#local/sandbox-folders.ts';
import { folderError } from '#local/start-error.ts';
import { serviceFiles, histories as serviceHistories } from '#service/index.ts';
import { claimDataFolder, requireDataFolder } from './data-folder.ts';
import { chooseDataKey } from './data-key.ts';

/** Databases of a data folder. */
export const repairable = ['desk', 'service', 'vault'] as const;
export type Repairable = (typeof repairable)[number];

/** A backup that can take the place of a database. */
export interface Candidate {
  readonly backup: Backup;
  /** What does not hold in it: it is offered all the same, where no other one is better. */
  readonly problems: readonly string[];
}

/** A data folder that no host runs on, and what is wrong with it. */
export interface Repair {
  /** One that is missing although there are backups of it counts as damaged. */
  readonly states: Readonly<Record<Repairable, FileState>>;
  /** Where a database is: `service` is that of the sandbox that the next start opens. */
  pathOf(database: Repairable): string;
  /** The newest sound backup; undefined if there is none. Those that were passed over are told. */
  candidate(
    database: 'desk' | 'service',
    passedOver: (backup: Backup, problems: readonly string[]) => void,
  ): Promise<Candidate | undefined>;
  /** Answers the name that the damaged file has now. */
  restore(database: 'desk' | 'service', backup: Pick<Backup, 'name'>, actor: string): Promise<string>;
  /** The next start begins with an empty one. Answers the name that the damaged file has now. */
  putAside(database: 'service' | 'vault'): string;
  release(): void;
}

/**
 * @param keychainKey out of the keychain; left out: the key file is read
 * @throws StartError if a host runs on the folder, or its key can't be read; CatalogueError `store.newer`
 */
export const openRepair = (dataDir: string, log: Log, keychainKey?: Buffer): Repair => {
  try {
    requireDataFolder(dataDir);
    const lock = claimDataFolder(dataDir);
    try {
      refuseNewer(dataDir, [...serviceHistories, ...deskHistories]);
      const { dataKey } = chooseDataKey({
        dataDir,
        ...(keychainKey === undefined ? {} : { dataKey: keychainKey }),
      });
      return createRepair({ dataDir, dataKey, log }, () => lock.release());
    } catch (error) {
      lock.release();
      throw error;
    }
  } catch (error) {
    throw folderError(error, dataDir);
  }
};

interface Parts {
  readonly dataDir: string;
  readonly dataKey: Buffer;
  readonly log: Log;
}

const createRepair = (parts: Parts, release: () => void): Repair => {
  const { dataDir, dataKey, log } = parts;
  const sandbox = chosenFolder(dataDir);
  const folderOf = (of: Repairable): string => (of === 'service' ? sandbox : dataDir);
  const pathOf = (of: Repairable): string => join(folderOf(of), `${of}.db`);
  const desk = deskFiles(parts);
  const service = serviceFiles(sandbox, dataKey);
  const backupsOf = (of: 'desk' | 'service') =>
    createBackups({ folder: join(folderOf(of), 'backups'), of, copyTo: async () => {}, log });
  // A server keeps them: a file that is missing is no loss.
  const isOnServer = readLastOptions(dataDir).store !== undefined;
  const stateOf = (of: Repairable): FileState =>
    !isOnServer && isLost(dataDir, of, folderOf(of)) ? 'damaged' : fileState(pathOf(of));

  const examine = async (of: 'desk' | 'service', path: string) => {
    if (of === 'desk') return desk.examine(path);
    try {
      service.prepare(path);
      return { usable: true, problems: [] };
    } catch (error) {
      return { usable: false, problems: [(error as Error).message] };
    } finally {
      service.dropPrepared();
    }
  };

  return {
    pathOf,
    states: { desk: stateOf('desk'), service: stateOf('service'), vault: stateOf('vault') },
    async candidate(of, passedOver) {
      const backups = backupsOf(of);
      let secondBest: Candidate | undefined;
      for (const backup of backups.list()) {
        const { usable, problems } = await examine(of, backups.find(backup.name).path);
        if (usable && problems.length === 0) return { backup, problems };
        passedOver(backup, problems);
        if (usable) secondBest ??= { backup, problems };
      }
      return secondBest;
    },
    async restore(of, backup, actor) {
      const { path } = backupsOf(of).find(backup.name);
      if (of === 'desk') return desk.restore(path, actor);
      service.prepare(path);
      return service.exchange();
    },
    putAside(of) {
      if (of === 'service') return service.putAside();
      const aside = asideOf('vault.db');
      putDatabaseAside(join(dataDir, 'vault.db'), aside);
      return aside;
    },
    release,
  };
};
