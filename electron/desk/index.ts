import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createAnnouncer } from '#base/announcer.ts';
import { type Cancel, systemTime } from '#base/clock.ts';
import { createHello } from '#base/hello/answer.ts';
import { createBackups } from '#base/store/sqlite/backups/backups.ts';
import { dropCandidate } from '#base/store/sqlite/exchange-database.ts';
import type { SchemaHistory } from '#base/store/sqlite/schema-history.ts';
import { urlOf } from '#base/url-of.ts';
import { CatalogueError } from '#contract/errors.ts';
import { createBroadcast } from './api/broadcast.ts';
import { createFront } from './api/front.ts';
import { createSessions } from './api/sessions.ts';
import { isUnderKey } from './cases/under-key.ts';
import { candidateContext } from './context.ts';
import { continueJournal } from './continue-journal.ts';
import type { Desk, DeskOptions } from './desk.ts';
import { type DeskLife, openLife, type Shared } from './life.ts';
import { backupsIn, backupsOnServer, deskFileIn, refuseOnServer } from './open-stores.ts';
import { createRestore } from './restore.ts';
import { createSandboxSwitch } from './sandbox-switch.ts';
import { createStateRestore } from './state-restore.ts';
import { deskHistory } from './store/file-store.ts';
import type { DeskStore } from './store/store.ts';
import { vaultHistory } from './store/vault-file.ts';
import { createUploads } from './upkeep/uploads.ts';

/** The databases that it keeps. */
export const histories: readonly SchemaHistory[] = [deskHistory, vaultHistory];
export { isDeskUnder, isIdentityMissing, wantedDataKey } from './data-key.ts';
export { deskFiles } from './repair.ts';
export { trustOnly, verifyReport } from './reports/bundle/verify.ts';

/**
 * The migration desk: what lasts while the host does, around the life of one `desk.db`.
 * @throws CatalogueError `store.damaged`, `store.full`; Error in words about the database
 */
export const createDesk = async (options: DeskOptions): Promise<Desk> => {
  const { dataDir, bind, control, receiver, log } = options;
  const token = options.token ?? randomBytes(24).toString('base64url');
  const deskFile = deskFileIn(dataDir);
  dropCandidate(deskFile);

  let life: DeskLife;
  const announcer = createAnnouncer(log);
  const broadcast = createBroadcast(announcer.subscribe);
  const hello = createHello({ secret: options.helloSecret });
  const front = createFront(hello, options.arrival);
  const copyTo = async (path: string) => life.store.file?.backup(path);
  const ofFile = createBackups({ folder: backupsIn(dataDir), of: 'desk', copyTo, log });
  const isOnServer = options.deskServer !== undefined;
  const backups = isOnServer ? backupsOnServer(ofFile) : ofFile;
  const restoring = createRestore({
    deskFile,
    backups,
    front,
    cutStreams: broadcast.cut,
    life: () => life,
    async begin() {
      life = await openLife({ ...options, lost: 'nothing' }, shared);
      await life.start();
      front.serve(life.app);
    },
    checkKey: (store, name) => checkKey(options, store, name),
    continueJournal: (store, restoring) => continueJournal(candidateContext(options, store), restoring),
    end(error) {
      // Caught by nobody but the guard of the process, which ends it.
      queueMicrotask(() => {
        throw error;
      });
    },
    log,
  });
  const { sandboxes, states } = options;
  const switching = { front, cutStreams: broadcast.cut, life: () => life };
  const shared: Shared = {
    token,
    isProven: hello.isProven,
    sessions: createSessions(systemTime),
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
    deskUrl: () => urlOf(bind, front.port()),
    startedMs: systemTime.now(),
  };
  life = await openLife(options, shared);

  const running: Cancel[] = [];
  return {
    async start() {
      running.push(
        control.subscribe(announcer.announce),
        receiver.subscribe(announcer.announce),
        await backups.startDaily(),
        shared.uploads.start(),
      );
      await life.start();
      front.serve(life.app);
      await front.listen(options.port, bind);
      return { deskUrl: shared.deskUrl(), deskToken: token };
    },
    released: hello.released,
    async stop(drainMs) {
      // A stream would keep the server from closing.
      broadcast.close();
      hello.close();
      await front.close(drainMs);
      await restoring.ended();
      for (const end of running.splice(0)) end();
      await life.rest();
      await life.close();
    },
  };
};

/** @throws CatalogueError `backup.otherKey` */
const checkKey = async (options: DeskOptions, store: DeskStore, name: string): Promise<void> => {
  const { authenticate } = candidateContext(options, store);
  if ((await isUnderKey(store, authenticate)) === false)
    throw new CatalogueError('backup.otherKey', { name });
};
