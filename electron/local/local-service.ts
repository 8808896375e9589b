import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createAnnouncer } from '#base/announcer.ts';
import { systemTime } from '#base/clock.ts';
import { createHeldFiles } from '#base/held-files.ts';
import { createLastingServer, type LastingServer } from '#base/http/lasting-server.ts';
import { makeFolder } from '#base/make-folder.ts';
import type { LocalServiceFiles } from '#contract/backups.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { ClockMode, Sandboxes } from '#contract/sandboxes.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import {
  createServiceBackups,
  dropPreparedState,
  readSandboxFacts,
  type Service,
  type ServiceBackups,
  type ServiceOptions,
  serviceFiles,
} from '#service/index.ts';
import { createApiReadiness } from './api-readiness.ts';
import { filesOnServer, sandboxesOnServer, statesOnServer } from './on-server.ts';
import { replace } from './replace.ts';
import { adopted, alone, keptAside, type Own, openService, type Place, placeOf } from './running-service.ts';
import type { SandboxFolders } from './sandbox-folders.ts';
import { createSandboxes } from './sandboxes.ts';
import { createStates, type LocalStates } from './states.ts';

/**
 * The local service as the desk has it for the life of the host: a damaged `service.db` stops the service and nothing
 * else, and a backup or another sandbox takes its place without a new start.
 */
export interface LocalService extends Service {
  readonly files: LocalServiceFiles;
  readonly sandboxes: Sandboxes;
  readonly states: LocalStates;
  /** What everything generated follows from; undefined while its database can't be read. */
  seed(): number | undefined;
  /** Says at `/ready` of the public API that it takes no more requests soon. */
  stopping(): void;
  /** Whether its database is damaged, as its start has shown. */
  isDamaged(): boolean;
}

export interface LocalServiceOptions extends Omit<ServiceOptions, 'backups' | 'server' | 'userDir'> {
  /** Back up the database daily and before migrations: not for data that is thrown away. */
  readonly isKept: boolean;
  readonly folders: SandboxFolders;
  /** Of a test kit: what a restored state replaced is thrown away, and ids after it are the same for the same steps. */
  readonly isTestKit?: boolean;
  /** Writes down which sandbox the next start opens. */
  readonly choose: (clock: ClockMode) => void;
}

/** @throws StartError for what the service or its store says in words; a damaged database is no error */
export const openLocalService = async (given: LocalServiceOptions): Promise<LocalService> => {
  const readiness = createApiReadiness(() => own.service.control);
  const server = createLastingServer(undefined, readiness.answer);
  const places = { system: placeAt(given, 'system', server), virtual: placeAt(given, 'virtual', server) };
  const announcer = createAnnouncer(given.log);
  makeFolder(given.folders[given.clock]);
  const { service, isDamaged } = await openService(places[given.clock], announcer);
  const { dataDir, choose, clock, apiPort } = given;
  const begun = { clock, service, isDamaged, apiPort };
  const own: Own = {
    dataDir,
    places,
    choose,
    announcer,
    server,
    ...begun,
    saving: new Set(),
    held: createHeldFiles(),
  };
  const states = createStates(own, given);
  const onFiles =
    given.storeServer === undefined
      ? { files: filesOf(own), sandboxes: createSandboxes(own), states }
      : { files: filesOnServer, sandboxes: sandboxesOnServer(own), states: statesOnServer(states) };
  return {
    control: lasting(own),
    ...onFiles,
    seed: () => readSandboxFacts(join(placeOf(own).options.dataDir, 'service.db'))?.seed,
    isDamaged: () => own.isDamaged,
    stopping: readiness.stopping,
    async start() {
      const started = await own.service.start();
      own.apiPort = Number(new URL(started.apiUrl).port);
      return started;
    },
    async stop(drainMs) {
      await states.stop();
      await own.replacing?.catch(() => undefined);
      const begun = systemTime.monotonic();
      await own.service.stop(drainMs);
      own.held.closeAll();
      await server.close(Math.max(0, drainMs - (systemTime.monotonic() - begun)));
    },
  };
};

const placeAt = (given: LocalServiceOptions, clock: ClockMode, server: LastingServer): Place => {
  const { isKept, folders, choose: _choose, isTestKit: _isTestKit, seed, ...others } = given;
  const [dataDir, userDir] = [folders[clock], given.dataDir];
  const backups = createServiceBackups(dataDir, given.log, isKept);
  const files = serviceFiles(dataDir, given.dataKey);
  if (existsSync(dataDir)) {
    files.dropPrepared();
    dropPreparedState(dataDir);
  }
  // Two sandboxes of one seed would make the same ids, which consumers take for duplicates.
  const own = seed === undefined ? {} : { seed: dataDir === userDir ? seed : seed + 1 };
  const options = { ...others, ...own, clock, dataDir, userDir, server };
  // Those are of a database that is a file.
  return { options: given.storeServer === undefined ? { ...options, backups } : options, backups, files };
};

/** Controls of whichever service there is now. */
const lasting = (own: Own): ServiceControl => {
  const current = (): ServiceControl => own.service.control;
  const { subscribe } = own.announcer;
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
      // All calls are announced by the one process that a file has.
      if (name === 'callLog' && placeOf(own).options.storeServer === undefined) return undefined;
      if (!groups.has(name)) groups.set(name, groupOf(name));
      return groups.get(name);
    },
  });
};

const filesOf = (own: Own): LocalServiceFiles => {
  const backups = (): ServiceBackups => placeOf(own).backups;
  return {
    list: () => backups().list(),
    has: (name) =>
      backups()
        .list()
        .some((one) => one.name === name),
    async make() {
      if (await isBroken(own)) throw new CatalogueError('service.damaged');
      return backups().find(basename(await backups().make('asked'))).backup;
    },
    isDamaged: () => own.isDamaged,
    problem: () => own.service.control.backupProblem(),
    restore: (name) =>
      alone(own, async () => {
        const place = placeOf(own);
        const { backup, path } = place.backups.find(name);
        place.files.prepare(path);
        const wasBroken = await isBroken(own);
        const aside = await replace(own, place.files, place.files.exchange, notRestored(name));
        // Only now: whatever was acknowledged until the service was stopped is in it.
        const keptAs = wasBroken ? keptAside(place, aside) : adopted(place, aside, name);
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
        const { files } = placeOf(own);
        const aside = await replace(own, files, files.putAside, notRestored('service.db'));
        const text = `The local service is empty, with a new API key. The damaged database is kept as ${aside} until the next reset.`;
        return { keptAs: aside, text };
      }),
  };
};

/** Damage may also show while it runs. */
const isBroken = async ({ isDamaged, service }: Own): Promise<boolean> =>
  isDamaged || (await service.control.health()).store === 'damaged';

const notRestored =
  (name: string) =>
  (problem: string): CatalogueError =>
    new CatalogueError('backup.notRestored', { name, problem });
