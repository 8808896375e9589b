import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { type Cancel, systemTime, toIso } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import { type Backup, type BackupReason, backupReasons } from '#contract/backups.ts';
import { CatalogueError } from '#contract/errors.ts';

/**
 * Copies of `desk.db`, made while it is in use: before every migration, and daily. Kept are three of today and one for
 * each of the ten days before. Source: `docs/architecture.md#processes`. Those made before a migration or a restore, which
 * are the way back, take nobody's place and give theirs to nobody: the last three of each are kept for ten days. Never of
 * `vault.db`.
 */
export interface Backups {
  /**
   * Makes one now and answers its path; those that are not to be kept are removed.
   * @param spared the name of one that is still needed
   */
  make(why: BackupReason, spared?: string): Promise<string>;
  /** Makes one if the last is a day old, now and from now on. A failure is logged and tried again. */
  startDaily(): Promise<Cancel>;
  /** Newest first. */
  list(): Backup[];
  /** One of the list, and where it is. @throws CatalogueError `backup.notFound` */
  find(name: string): { readonly backup: Backup; readonly path: string };
}

export interface BackupOptions {
  /** `backups/` in the data folder; made if it is not there. */
  readonly folder: string;
  readonly copyTo: (path: string) => Promise<unknown>;
  readonly log: Log;
}

const keptToday = 3;
const keptDays = 10;
const keptWaysBack = 3;
const dayMs = 86_400_000;
const lookMs = 3_600_000;
const prefix = 'desk-';
const named = /^desk-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z(?:-([a-z]+))?\.db$/;

export const createBackups = ({ folder, copyTo, log }: BackupOptions): Backups => {
  const make: Backups['make'] = async (why, spared) => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const now = systemTime.now();
    const path = join(folder, nameAt(now, why));
    const unfinished = `${path}.partial`;
    try {
      await copyTo(unfinished);
      renameSync(unfinished, path);
    } catch (error) {
      rmSync(unfinished, { force: true });
      throw error;
    }
    for (const name of superfluous(readdirSync(folder), now)) {
      if (name !== spared) rmSync(join(folder, name), { force: true });
    }
    return path;
  };

  const makeIfDue = async (): Promise<void> => {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const now = systemTime.now();
      // A clock that was wrong may have left one of the future: it must not hold up those that are due.
      const times = readdirSync(folder).flatMap((name) => partsOf(name)?.at ?? []);
      const last = Math.max(0, ...times.filter((at) => at <= now));
      if (now - last >= dayMs) await make('daily');
    } catch (err) {
      log.error({ err, folder }, 'desk: no backup could be made; it is tried again within the hour');
    }
  };

  const view = (name: string): Backup[] => {
    const parts = partsOf(name);
    const size = statSync(join(folder, name), { throwIfNoEntry: false })?.size;
    return parts === undefined || size === undefined
      ? []
      : [{ name, at: toIso(parts.at), size, why: parts.why }];
  };

  return {
    make,
    async startDaily() {
      await makeIfDue();
      return systemTime.every(lookMs, () => void makeIfDue());
    },
    list: () =>
      existsSync(folder)
        ? readdirSync(folder)
            .flatMap(view)
            .sort((a, b) => (a.name < b.name ? 1 : -1))
        : [],
    find(name) {
      const [backup] = named.test(name) ? view(name) : [];
      if (backup === undefined) throw new CatalogueError('backup.notFound', { name });
      return { backup, path: join(folder, name) };
    },
  };
};

/** When a backup is removed at the latest, if one is made every day. UTC, ISO 8601. */
export const goesAt = ({ at }: Pick<Backup, 'at'>): string => toIso(Date.parse(at) + (keptDays + 1) * dayMs);

/** @throws Error where SQLite copied nothing, as it does while a transaction is open */
export const backUp = async (sqlite: Database, to: string): Promise<void> => {
  const { totalPages, remainingPages } = await sqlite.backup(to);
  if (totalPages === 0 || remainingPages > 0) throw new Error('The copy is not whole.');
};

const nameAt = (instantMs: number, why: BackupReason): string =>
  `${prefix}${toIso(instantMs).replaceAll(/[:.]/g, '-')}${why === 'daily' ? '' : `-${why}`}.db`;

const partsOf = (name: string): { readonly at: number; readonly why: BackupReason } | undefined => {
  const parts = named.exec(name);
  if (parts === null) return undefined;
  const [, day, hours, minutes, seconds, ms, word] = parts;
  const why = backupReasons.find((one) => one === word) ?? 'daily';
  return { at: Date.parse(`${day}T${hours}:${minutes}:${seconds}.${ms}Z`), why };
};

/** Which of the files are not to be kept: backups beyond the rule, and copies that were never finished. */
export const superfluous = (names: readonly string[], now: number): string[] => {
  const partial = names.filter((name) => name.startsWith(prefix) && name.endsWith('.partial'));
  const backups = names
    .flatMap((name) => {
      const parts = partsOf(name);
      return parts === undefined ? [] : [{ name, ...parts }];
    })
    .sort((a, b) => (a.name < b.name ? 1 : -1));
  const waysBack = (['migration', 'restore'] as const).flatMap((why) =>
    backups
      .filter((one) => one.why === why)
      .filter(({ at }, newer) => newer >= keptWaysBack || at < now - keptDays * dayMs),
  );
  const others = backups.filter(({ why }) => why === 'daily' || why === 'asked').map(({ name }) => name);
  return [...waysBack.map(({ name }) => name), ...beyondDays(others, now), ...partial];
};

/** @param names newest first */
const beyondDays = (names: readonly string[], now: number): string[] => {
  const today = toIso(now).slice(0, 10);
  const keptOf = new Map<string, number>();
  return names.filter((name) => {
    const day = name.slice(prefix.length, prefix.length + today.length);
    const kept = keptOf.get(day) ?? 0;
    const keep =
      day >= today ? kept < keptToday : kept < 1 && (keptOf.has(day) || daysBefore(keptOf, today) < keptDays);
    if (keep) keptOf.set(day, kept + 1);
    return !keep;
  });
};

const daysBefore = (keptOf: ReadonlyMap<string, number>, today: string): number =>
  [...keptOf.keys()].filter((day) => day < today).length;
