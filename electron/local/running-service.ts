import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { createAnnouncer } from '#base/announcer.ts';
import type { HeldFiles } from '#base/held-files.ts';
import type { LastingServer } from '#base/http/lasting-server.ts';
import { makeFolder } from '#base/make-folder.ts';
import { unfinishedCopy } from '#base/store/sqlite/copy-sides.ts';
import { hasLog } from '#base/store/sqlite/peek.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { ClockMode } from '#contract/sandboxes.ts';
import {
  createDamagedService,
  createService,
  type Service,
  type ServiceBackups,
  type ServiceOptions,
  type serviceFiles,
} from '#service/index.ts';
import { isRepairable, refuseLost } from './lost-database.ts';
import { describe } from './start-error.ts';

/** The local service while the host runs: what it works on may be exchanged under it. */

/** What belongs to one sandbox, whether it is open or not. */
export interface Place {
  readonly options: ServiceOptions;
  readonly backups: ServiceBackups;
  readonly files: ReturnType<typeof serviceFiles>;
}

/** The service that runs, and what it runs on. */
export interface Own {
  readonly dataDir: string;
  readonly places: Readonly<Record<ClockMode, Place>>;
  readonly choose: (clock: ClockMode) => void;
  readonly announcer: ReturnType<typeof createAnnouncer>;
  readonly server: LastingServer;
  clock: ClockMode;
  service: Service;
  isDamaged: boolean;
  /** Where it listens, once it does. */
  apiPort: number;
  /** States that are being saved: what they read is not exchanged meanwhile. */
  readonly saving: Set<Promise<unknown>>;
  /** Databases of the service that are read beside it. */
  readonly held: HeldFiles;
  /** While a backup takes the place of the database, or another sandbox that of this one. */
  replacing?: Promise<unknown> | undefined;
}

export const placeOf = (own: Own): Place => own.places[own.clock];

/** Deliveries in flight end, or are repeated. */
export const drainMs = 2000;

/** @throws CatalogueError `backup.underWay` */
export const alone = async <T>(own: Own, work: () => Promise<T>): Promise<T> => {
  if (own.replacing !== undefined) {
    throw new CatalogueError('backup.underWay', { what: 'the local service is being changed already' });
  }
  const replacing = Promise.allSettled(own.saving)
    .then(work)
    .finally(() => {
      own.replacing = undefined;
    });
  own.replacing = replacing;
  return replacing;
};

/** @throws StartError for what the service or its store says in words; a damaged database is no error */
export const openService = async ({ options }: Place, announcer: Own['announcer']) => {
  const { log } = options;
  const opened = await createKnown(options).then(
    (service) => ({ service, isDamaged: false }),
    async (error: unknown) => {
      if (!isRepairable(error)) throw describe(error);
      log.error({ reason: error.message }, 'host: the local service is stopped, as its database is damaged');
      return { service: await createDamagedService(options), isDamaged: true };
    },
  );
  opened.service.control.subscribe(announcer.announce);
  return opened;
};

/** A file that was emptied or removed would count as a new one. */
const createKnown = async (options: ServiceOptions): Promise<Service> => {
  if (options.storeServer === undefined) {
    refuseHalfCopied(options.dataDir);
    refuseLost(options.userDir ?? options.dataDir, 'service', options.dataDir);
  }
  return createService(options);
};

/** Another one would be begun in the place of what is being copied here. */
const refuseHalfCopied = (dataDir: string): void => {
  const copy = unfinishedCopy(join(dataDir, 'service.db'));
  if (existsSync(copy)) throw new CatalogueError('store.halfCopied', { place: copy });
};

/** Starts the service on the sandbox that it has now, at the same address. */
export const begin = async (own: Own): Promise<void> => {
  // The service is stopped: nothing is locked now.
  own.held.closeAll();
  const place = placeOf(own);
  const { seed, ...others } = place.options;
  // What was restored has its own: with another one it would not go on as it did before.
  const isNew = seed !== undefined && !existsSync(join(others.dataDir, 'service.db'));
  const options = { ...others, ...(isNew ? { seed } : {}), apiPort: own.apiPort };
  makeFolder(options.dataDir);
  const { service, isDamaged } = await openService({ ...place, options }, own.announcer);
  own.service = service;
  own.isDamaged = isDamaged;
  await service.start();
  own.announcer.announce({ type: 'store', state: isDamaged ? 'damaged' : 'ok' });
  own.announcer.announce({ type: 'sandbox', change: 'seeded' });
};

/** Undefined if there was none. */
export const keptAside = ({ options }: Place, aside: string): string | undefined =>
  existsSync(join(options.dataDir, aside)) ? aside : undefined;

/** What was replaced becomes one of the backups; what can't stays where it is. Answers its name. */
export const adopted = (place: Place, aside: string, spared?: string): string | undefined => {
  const { log, dataDir } = place.options;
  const path = join(dataDir, aside);
  // A stop that failed left a part of it in its log.
  if (hasLog(path) || !existsSync(path)) return keptAside(place, aside);
  try {
    return basename(place.backups.adopt(path, 'restore', spared));
  } catch (err) {
    log.warn({ err, aside }, 'host: what was replaced could not be moved to the backups');
    return keptAside(place, aside);
  }
};
