import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Cancel, systemTime } from '#base/clock.ts';
import { errorText } from '#base/error-text.ts';
import type { Log } from '#base/log.ts';
import { type Backups, createBackups, filesOf } from '#base/store/sqlite/backups/backups.ts';
import { makeSpace } from '#base/store/sqlite/backups/space.ts';
import { runTask } from '#base/worker/run-task.ts';
import { mayHoldClearSecrets } from '#service/store/backed-up.ts';

/**
 * Backups of `service.db`, for as long as the host runs, which may stop and start the service. Its secrets stay sealed in
 * them. A folder that is thrown away has only those that are asked for.
 */
export interface ServiceBackups extends Pick<Backups, 'make' | 'adopt' | 'list' | 'find' | 'problem'> {
  /** Before the database is migrated. Answers where the copy is; undefined if the disk lacks the space for one. */
  beforeMigration(): Promise<string | undefined>;
  /** Daily from now on; the first look waits until the start is over. */
  start(): void;
  /** Ends a copy that is being made, too. */
  stop(): Promise<void>;
  /** What a reset emptied is in no backup either. */
  removeAll(): Promise<void>;
  /** Once responses in the database are masked: those of before are not. */
  removeUnmasked(): void;
}

/** Commands that start a host for a moment are over by then, ms. */
const firstLookMs = 20_000;
/** Between two signs of life of a copy, ms. */
const copyMs = 120_000;

/** @param isKept the folder is not thrown away */
export const createServiceBackups = (dataDir: string, log: Log, isKept = true): ServiceBackups => {
  const file = join(dataDir, 'service.db');
  const folder = join(dataDir, 'backups');
  let ending = new AbortController();
  let cancelDaily: Cancel = () => {};
  let isStopped = false;

  const copyTo = (to: string): Promise<unknown> => {
    const { signal } = ending;
    const what = 'The local service';
    return runTask(
      'copy-database',
      { from: file, to },
      { what, timeMs: copyMs, heapMb: 64, isLong: true, signal },
    );
  };
  const backups = createBackups({
    folder,
    of: 'service',
    copyTo,
    makeSpace: (made) => makeSpace(file, folder, made),
    log,
  });
  /** Ends the copy that is being made and those that wait for their turn, and does something before others begin. */
  const endCopies = (work: () => void = () => {}): Promise<void> => {
    const { signal } = ending;
    const ended = backups.inTurn(() => {
      if (ending.signal === signal) ending = new AbortController();
      work();
    });
    ending.abort();
    return ended;
  };
  const remove = (name: string): void => rmSync(join(folder, name), { force: true });

  return {
    make: backups.make,
    adopt: backups.adopt,
    list: backups.list,
    find: backups.find,
    problem: backups.problem,
    async beforeMigration() {
      if (!isKept) return undefined;
      return backups.make('migration').catch((error: unknown) => {
        log.warn({ reason: errorText(error) }, 'service: migrated without a backup');
        return undefined;
      });
    },
    start() {
      if (!isKept) return;
      isStopped = false;
      const begin = async (): Promise<void> => {
        const cancel = await backups.startDaily();
        if (isStopped) cancel();
        else cancelDaily = cancel;
      };
      cancelDaily = systemTime.after(firstLookMs, () => void begin(), { unref: true });
    },
    async stop() {
      isStopped = true;
      cancelDaily();
      await endCopies();
    },
    async removeAll() {
      // Also what a copy left that was killed.
      await endCopies(() => {
        for (const name of filesOf(folder, 'service')) remove(name);
      });
    },
    removeUnmasked() {
      try {
        for (const { name } of backups.list()) if (mayHoldClearSecrets(join(folder, name))) remove(name);
      } catch (err) {
        log.warn({ err }, 'service: an old backup could not be removed; the next start tries again');
      }
    },
  };
};
