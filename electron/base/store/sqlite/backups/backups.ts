import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { systemTime, toIso } from '#base/clock.ts';
import { createLock, whileHeld } from '#base/lock.ts';
import type { Log } from '#base/log.ts';
import { makeFolder } from '#base/make-folder.ts';
import type { Backup, BackupReason } from '#contract/backups.ts';
import { CatalogueError } from '#contract/errors.ts';
import { createDaily, type Daily } from './daily.ts';
import { type BackedUp, givingWay, nameAt, partsOf, superfluous } from './kept.ts';

/**
 * Copies of a database, made while it is in use: before every migration, and daily. Kept are three of today and one for
 * each of the ten days before. Source: `docs/architecture.md#processes`. Those made before a migration or a restore, which
 * are the way back, take nobody's place and give theirs to nobody: the last three of each are kept for ten days. Never of
 * `vault.db`.
 */
export interface Backups {
  /**
   * Makes one now and answers its path; those that are not to be kept are removed.
   * @param spared the name of one that is still needed
   * @throws what `makeSpace` and `copyTo` throw
   */
  make(why: BackupReason, spared?: string): Promise<string>;
  /**
   * Takes a closed database without a log as one of them, and answers its path.
   * @throws Error of the file system, such as EXDEV; it is then where it was
   */
  adopt(path: string, why: BackupReason, spared?: string): string;
  /** Does something with the folder once those that were asked for before are made or failed; others wait for it. */
  inTurn(work: () => void): Promise<void>;
  readonly startDaily: Daily['start'];
  /** Newest first. */
  list(): Backup[];
  readonly problem: Daily['problem'];
  /** One of the list, and where it is. @throws CatalogueError `backup.notFound` */
  find(name: string): { readonly backup: Backup; readonly path: string };
}

export interface BackupOptions {
  /** `backups/` in the data folder; made if it is not there. */
  readonly folder: string;
  readonly of: BackedUp;
  readonly copyTo: (path: string) => Promise<unknown>;
  /**
   * Called before a copy is begun, with those that may give way to it; the last ones go first.
   * @throws CatalogueError where the disk lacks the space for one
   */
  readonly makeSpace?: (backups: readonly Backup[]) => void;
  readonly log: Log;
}

export const createBackups = ({ folder, of, copyTo, makeSpace, log }: BackupOptions): Backups => {
  /** A place that no other one has: two may be made within a millisecond. */
  const freePath = (why: BackupReason): string => {
    let at = systemTime.now();
    while (existsSync(join(folder, nameAt(of, at, why)))) at += 1;
    return join(folder, nameAt(of, at, why));
  };

  /** The name of the copy that is being made. */
  let unfinished: string | undefined;

  const thinOut = (spared: string | undefined): void => {
    for (const name of superfluous(filesOf(folder, of), systemTime.now())) {
      const isBeingMade = name === unfinished;
      if (name !== spared && !isBeingMade) rmSync(join(folder, name), { force: true });
    }
  };

  const makeNow: Backups['make'] = async (why, spared) => {
    makeFolder(folder);
    makeSpace?.(givingWay(list(), spared));
    const path = freePath(why);
    unfinished = `${basename(path)}.partial`;
    const copy = join(folder, unfinished);
    try {
      await copyTo(copy);
      renameSync(copy, path);
    } catch (error) {
      rmSync(copy, { force: true });
      throw error;
    } finally {
      unfinished = undefined;
    }
    thinOut(spared);
    return path;
  };

  /** One at a time: what is unfinished otherwise was left by a process that died. */
  const lock = createLock();
  const inTurn = <T>(work: () => T | Promise<T>): Promise<T> => whileHeld(lock, work);
  const make: Backups['make'] = (why, spared) => inTurn(() => makeNow(why, spared));

  const view = (name: string): Backup[] => {
    const parts = partsOf(name);
    const size = statSync(join(folder, name), { throwIfNoEntry: false })?.size;
    return parts === undefined || size === undefined
      ? []
      : [{ name, of, at: toIso(parts.at), size, why: parts.why }];
  };

  const list = (): Backup[] =>
    filesOf(folder, of)
      .flatMap(view)
      .sort((a, b) => (a.name < b.name ? 1 : -1));

  const daily = createDaily({ folder, of, list, make: () => make('daily'), log });

  return {
    make,
    inTurn,
    adopt(path, why, spared) {
      makeFolder(folder);
      const place = freePath(why);
      renameSync(path, place);
      thinOut(spared);
      return place;
    },
    startDaily: daily.start,
    problem: daily.problem,
    list,
    find(name) {
      const [backup] = partsOf(name)?.of === of ? view(name) : [];
      if (backup === undefined) throw new CatalogueError('backup.notFound', { name });
      return { backup, path: join(folder, name) };
    },
  };
};

/**
 * The names of the backups of a database, and of copies that were not finished. A file in the place of the folder holds
 * none; why there are none is told as a problem.
 */
export const filesOf = (folder: string, of: string): string[] =>
  statSync(folder, { throwIfNoEntry: false })?.isDirectory()
    ? readdirSync(folder).filter((name) => name.startsWith(`${of}-`))
    : [];

/** @throws Error where SQLite copied nothing, as it does while a transaction is open */
export const backUp = async (sqlite: Database, to: string): Promise<void> => {
  const { totalPages, remainingPages } = await sqlite.backup(to);
  if (totalPages === 0 || remainingPages > 0) throw new Error('The copy is not whole.');
};
