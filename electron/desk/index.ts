import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createAnnouncer } from '#base/announcer.ts';
import { type Cancel, systemTime } from '#base/clock.ts';
import { createHello } from '#base/hello/answer.ts';
import type { ServerPlace } from '#base/store/postgres/database.ts';
import { createBackups } from '#base/store/sqlite/backups/backups.ts';
import { dropCandidate } from '#base/store/sqlite/exchange-database.ts';
import type { SchemaHistory } from '#base/store/sqlite/schema-history.ts';
import { urlOf } from '#base/url-of.ts';
import { CatalogueError } from '#contract/errors.ts';
import { type Broadcast, createBroadcast } from './api/broadcast.ts';
import { createFront, type Front } from './api/front.ts';
import { createSessions } from './api/sessions.ts';
import { createStandbyServer } from './api/standby.ts';
import { isUnderKey } from './cases/under-key.ts';
import { candidateContext } from './context.ts';
import { continueJournal } from './continue-journal.ts';
import type { Desk, DeskOptions } from './desk.ts';
import { type DeskLife, openLife, type Shared } from './life.ts';
import { backupsIn, backupsOnServer, deskFileIn, refuseOnServer } from './open-stores.ts';
import { createOidc } from './people/oidc/index.ts';
import { createRestore } from './restore.ts';
import { createSandboxSwitch } from './sandbox-switch.ts';
import { createStateRestore } from './state-restore.ts';
import { deskHistory } from './store/file-store.ts';
import type { DeskStore } from './store/store.ts';
import { vaultHistory } from './store/vault-file.ts';
import { createTenure, type Tenure } from './tenure.ts';
import { createStandbyUpkeep } from './upkeep/standby.ts';
import { createUploads } from './upkeep/uploads.ts';

/** The databases that it keeps. */
export const histories: readonly SchemaHistory[] = [deskHistory, vaultHistory];
export { checkDeskAt } from './check-copied.ts';
export { isDeskUnder, isIdentityMissing, wantedDataKey } from './data-key.ts';
export type { OidcSettings } from './people/oidc/oidc.ts';
export { deskFiles } from './repair.ts';
export { trustOnly, verifyReport } from './reports/bundle/verify.ts';
export { type DeskPlace, deskServerTables, deskSource, deskTarget } from './store/copies.ts';
export { checkCaPem } from './targets/private-ca.ts';

/**
 * The migration desk: what lasts while the host does, around the life of one `desk.db`.
 * @throws CatalogueError `store.damaged`, `store.full`; Error in words about the database
 */
export const createDesk = async (options: DeskOptions): Promise<Desk> => {
  const { dataDir, bind, control, receiver, log } = options;
  const token = options.token ?? randomBytes(24).toString('base64url');
  const deskFile = deskFileIn(dataDir);
  dropCandidate(deskFile);

  let life: DeskLife | undefined;
  let tenure: Tenure | undefined;
  let stopping = false;
  const announcer = createAnnouncer(log);
  const broadcast = createBroadcast(announcer.subscribe);
  const hello = createHello({ secret: options.helloSecret });
  const front = createFront(hello, options.arrival);
  const copyTo = async (path: string) => life?.store.file?.backup(path);
  const current = (): DeskLife => {
    const found = tenure?.life() ?? life;
    if (found === undefined) throw new CatalogueError('desk.standby', { standby: tenure?.standby() ?? '' });
    return found;
  };
  const ofFile = createBackups({ folder: backupsIn(dataDir), of: 'desk', copyTo, log });
  const isOnServer = options.deskServer !== undefined;
  const backups = isOnServer ? backupsOnServer(ofFile) : ofFile;
  const restoring = createRestore({
    deskFile,
    backups,
    front,
    cutStreams: broadcast.cut,
    life: current,
    async begin() {
      const begun = await openLife({ ...options, lost: 'nothing' }, shared);
      life = begun;
      await begun.start();
      front.serve(begun.app);
    },
    checkKey: (store, name) => checkKey(options, store, name),
    continueJournal: async (store, restoring) =>
      continueJournal(await candidateContext(options, store), restoring),
    end(error) {
      // Caught by nobody but the guard of the process, which ends it.
      queueMicrotask(() => {
        throw error;
      });
    },
    log,
  });
  const deskUrl = () => urlOf(bind, front.port());
  const { sandboxes, states, publicUrl, time = systemTime } = options;
  const oidc =
    options.oidc &&
    createOidc({ ...options.oidc, publicUrl: () => publicUrl ?? deskUrl(), clock: time, log });
  const switching = { front, cutStreams: broadcast.cut, life: current };
  const shared: Shared = {
    token,
    isProven: hello.isProven,
    sessions: createSessions(time),
    announce: announcer.announce,
    broadcast,
    uploads: createUploads({ folder: join(dataDir, 'uploads'), log }),
    backups: {
      ...backups,
      restore: isOnServer ? async () => refuseOnServer('Restoring a backup of the desk') : restoring.restore,
      localService: options.localService,
    },
    sandboxes: sandboxes && createSandboxSwitch({ sandboxes, ...switching }),
    states: states && createStateRestore({ states, ...switching }),
    deskUrl,
    oidc,
    startedMs: systemTime.now(),
    isStopping: () => stopping,
  };
  const { deskServer } = options;
  if (deskServer === undefined) life = await openLife(options, shared);
  else tenure = await createDeskTenure(options, deskServer, shared, { front, broadcast });

  const running: Cancel[] = [];
  const stop = async (drainMs: number): Promise<void> => {
    stopping = true;
    // A stream would keep the server from closing.
    broadcast.close();
    hello.close();
    await front.close(drainMs);
    await restoring.ended();
    for (const end of running.splice(0)) end();
    await tenure?.stop();
    await life?.rest();
    await life?.close();
    await oidc?.close();
  };
  let stopped: Promise<void> | undefined;
  return {
    async start() {
      running.push(
        control.subscribe(announcer.announce),
        receiver.subscribe(announcer.announce),
        await backups.startDaily(),
        shared.uploads.start(),
      );
      await tenure?.start();
      await life?.start();
      if (life !== undefined) front.serve(life.app);
      await front.listen(options.port, bind);
      return { deskUrl: shared.deskUrl(), deskToken: token };
    },
    stopping() {
      stopping = true;
    },
    released: hello.released,
    stop(drainMs) {
      stopped ??= stop(drainMs);
      return stopped;
    },
  };
};

interface Around {
  readonly front: Pick<Front, 'serve'>;
  readonly broadcast: Pick<Broadcast, 'cut'>;
}

/** Has the desk of a store on a server, or stands by for it. */
const createDeskTenure = async (
  options: DeskOptions,
  deskServer: ServerPlace,
  shared: Shared,
  { front, broadcast }: Around,
): Promise<Tenure> => {
  const { dataKey, log } = options;
  let tenure: Tenure | undefined;
  const why = () => tenure?.standby() ?? '';
  const upkeep = createStandbyUpkeep(options, why);
  const standby = await createStandbyServer({ ...options, ...shared, upkeep, standby: why });
  tenure = await createTenure({
    server: { ...deskServer, dataKey, log },
    open: () => openLife(options, shared),
    serve: (life) => front.serve(life.app),
    standBy() {
      front.serve(standby);
      broadcast.cut();
      shared.sessions.endOfPeople();
    },
    async closed() {
      upkeep.stop();
      await standby.close();
    },
    log,
  });
  return tenure;
};

/** @throws CatalogueError `backup.otherKey` */
const checkKey = async (options: DeskOptions, store: DeskStore, name: string): Promise<void> => {
  const { authenticate } = await candidateContext(options, store);
  if ((await isUnderKey(store, authenticate)) === false)
    throw new CatalogueError('backup.otherKey', { name });
};
