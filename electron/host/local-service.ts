import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createAnnouncer } from '#base/announcer.ts';
import { errorText } from '#base/error-text.ts';
import { hasLog } from '#base/peek.ts';
import type { LocalServiceFiles, Restored } from '#contract/backups.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import {
  createDamagedService,
  createService,
  createServiceBackups,
  type Service,
  type ServiceBackups,
  type ServiceOptions,
  serviceFiles,
} from '#service/index.ts';
import { isRepairable, refuseLost } from './data-folder.ts';
import { describe } from './start-error.ts';

/**
 * The local service as the desk has it for the life of the host: a damaged `service.db` stops the service and nothing
 * else, and a backup takes its place without a new start.
 */
export interface LocalService extends Service {
  readonly files: LocalServiceFiles;
  /** Whether its database is damaged, as its start has shown. */
  isDamaged(): boolean;
}

export interface LocalServiceOptions extends Omit<ServiceOptions, 'backups'> {
  /** Back up the database daily and before migrations: not for data that is thrown away. */
  readonly isKept: boolean;
}

interface Own {
  readonly options: ServiceOptions;
  readonly announcer: ReturnType<typeof createAnnouncer>;
  service: Service;
  isDamaged: boolean;
  /** Where it listens, once it does. */
  apiPort: number;
  /** While a backup takes the place of the database. */
  replacing?: Promise<unknown> | undefined;
}

/** @throws StartError for what the service or its store says in words; a damaged database is no error */
export const openLocalService = async ({ isKept, ...given }: LocalServiceOptions): Promise<LocalService> => {
  const backups = createServiceBackups(given.dataDir, given.log, isKept);
  const options = { ...given, backups };
  const announcer = createAnnouncer(options.log);
  const { service, isDamaged } = await open(options, announcer);
  const own: Own = { options, announcer, service, isDamaged, apiPort: options.apiPort };
  return {
    control: lasting(() => own.service.control, announcer.subscribe),
    files: filesOf(own, backups),
    isDamaged: () => own.isDamaged,
    async start() {
      const started = await own.service.start();
      own.apiPort = Number(new URL(started.apiUrl).port);
      return started;
    },
    async stop(drainMs) {
      await own.replacing?.catch(() => undefined);
      return own.service.stop(drainMs);
    },
  };
};

const open = async (options: ServiceOptions, announcer: Own['announcer']) => {
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
  refuseLost(options.dataDir, 'service');
  return createService(options);
};

/** Controls of whichever service there is now. */
const lasting = (current: () => ServiceControl, subscribe: ServiceControl['subscribe']): ServiceControl => {
  const call = (of: object, name: string | symbol, args: unknown[]): unknown =>
    Reflect.apply(Reflect.get(of, name) as (...args: unknown[]) => unknown, of, args);
  const groupOf = (name: string | symbol): unknown =>
    new Proxy((...args: unknown[]) => call(current(), name, args), {
      get:
        (_, method) =>
        (...args: unknown[]) =>
          call(Reflect.get(current(), name) as object, method, args),
    });
  const groups = new Map<string | symbol, unknown>([['subscribe', subscribe]]);
  return new Proxy({} as ServiceControl, {
    get(_, name) {
      if (!groups.has(name)) groups.set(name, groupOf(name));
      return groups.get(name);
    },
  });
};

const filesOf = (own: Own, backups: ServiceBackups): LocalServiceFiles => {
  const { dataDir, dataKey } = own.options;
  const files = serviceFiles(dataDir, dataKey);
  files.dropPrepared();
  return {
    list: backups.list,
    has: (name) => backups.list().some((one) => one.name === name),
    async make() {
      if (await isBroken(own)) throw new CatalogueError('service.damaged');
      return backups.find(basename(await backups.make('asked'))).backup;
    },
    isDamaged: () => own.isDamaged,
    problem: () => own.service.control.backupProblem(),
    restore: (name) =>
      alone(own, async () => {
        const { backup, path } = backups.find(name);
        files.prepare(path);
        const wasBroken = await isBroken(own);
        const aside = await replace(own, name, files.exchange, files.putBack);
        // Only now: whatever was acknowledged until the service was stopped is in it.
        const keptAs = wasBroken ? keptAside(dataDir, aside) : adopted(own, backups, aside, name);
        const restoredTo = `The local service is restored to ${backup.at}. Deliveries that waited then are sent again; consumers drop duplicates by webhook-id.`;
        const kept =
          keptAs === undefined
            ? 'The missing database could not be kept.'
            : `The ${wasBroken ? 'damaged database' : 'previous state'} is kept as ${keptAs}.`;
        const text = `${restoredTo} ${kept}`;
        return { restored: backup, ...(keptAs === undefined ? {} : { keptAs }), text };
      }),
    startEmpty: () =>
      alone(own, async () => {
        if (!(await isBroken(own))) throw new CatalogueError('backup.notDamaged');
        const aside = await replace(own, 'service.db', files.putAside, files.putBack);
        const text = `The local service is empty, with a new API key. The damaged database is kept as ${aside} until the next reset.`;
        return { keptAs: aside, text };
      }),
  };
};

/** Undefined if there was none. */
const keptAside = (dataDir: string, aside: string): string | undefined =>
  existsSync(join(dataDir, aside)) ? aside : undefined;

/** What was replaced becomes one of the backups; what can't stays where it is. Answers its name. */
const adopted = (own: Own, backups: ServiceBackups, aside: string, spared: string): string | undefined => {
  const path = join(own.options.dataDir, aside);
  // A stop that failed left a part of it in its log.
  if (hasLog(path)) return keptAside(own.options.dataDir, aside);
  try {
    return basename(backups.adopt(path, 'restore', spared));
  } catch (err) {
    own.options.log.warn({ err, aside }, 'host: what a backup replaced could not be moved to the backups');
    return keptAside(own.options.dataDir, aside);
  }
};

/** Damage may also show while it runs. */
const isBroken = async ({ isDamaged, service }: Own): Promise<boolean> =>
  isDamaged || (await service.control.health()).store === 'damaged';

const alone = async (own: Own, work: () => Promise<Restored>): Promise<Restored> => {
  if (own.replacing !== undefined) {
    throw new CatalogueError('backup.underWay', { what: 'another backup is being restored' });
  }
  const replacing = work().finally(() => {
    own.replacing = undefined;
  });
  own.replacing = replacing;
  return replacing;
};

/** Deliveries in flight end, or are repeated. */
const drainMs = 2000;

/**
 * Stops the service, changes its files and starts it again at the same address. What fails brings back what there was.
 * @throws CatalogueError `backup.notRestored`
 */
const replace = async (
  own: Own,
  name: string,
  change: () => string,
  putBack: (aside: string) => void,
): Promise<string> => {
  await own.service.stop(drainMs);
  let aside: string | undefined;
  try {
    aside = change();
    await begin(own);
    return aside;
  } catch (error) {
    own.options.log.error(
      { err: error, backup: name },
      'host: the database of the local service was not replaced',
    );
    await own.service.stop(0).catch(() => {});
    if (aside !== undefined) putBack(aside);
    const problem = await begin(own).then(
      () => errorText(error),
      (again) =>
        `${errorText(error)} The local service did not start again (${errorText(again)}): restart Carryover.`,
    );
    throw new CatalogueError('backup.notRestored', { name, problem });
  }
};

const begin = async (own: Own): Promise<void> => {
  const options = { ...own.options, apiPort: own.apiPort };
  const { service, isDamaged } = await open(options, own.announcer);
  own.service = service;
  own.isDamaged = isDamaged;
  await service.start();
  own.announcer.announce({ type: 'store', state: isDamaged ? 'damaged' : 'ok' });
  own.announcer.announce({ type: 'sandbox', change: 'seeded' });
};
