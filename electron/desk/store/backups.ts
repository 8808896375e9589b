import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { type Cancel, systemTime, toIso } from '#base/clock.ts';
import type { Log } from '#base/log.ts';

/**
 * Copies of `desk.db`, made while it is in use: before every migration, and daily. Kept are three of today and one for
 * each of the ten days before. Source: `architecture.md`, "Processes". Never of `vault.db`.
 */
export interface Backups {
  /** Makes one now and answers its path. */
  make(): Promise<string>;
  /** Makes one if the last is a day old, now and from now on. A failure is logged and tried again. */
  startDaily(): Promise<Cancel>;
}

export interface BackupOptions {
  /** `backups/` in the data folder; made if it is not there. */
  readonly folder: string;
  readonly copyTo: (path: string) => Promise<unknown>;
  readonly log: Log;
}

const keptToday = 3;
const keptDays = 10;
const dayMs = 86_400_000;
const lookMs = 3_600_000;
const prefix = 'desk-';
const named = /^desk-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z\.db$/;

export const createBackups = ({ folder, copyTo, log }: BackupOptions): Backups => {
  const make = async (): Promise<string> => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const now = systemTime.now();
    const path = join(folder, nameAt(now));
    const unfinished = `${path}.partial`;
    try {
      await copyTo(unfinished);
      renameSync(unfinished, path);
    } catch (error) {
      rmSync(unfinished, { force: true });
      throw error;
    }
    for (const name of superfluous(readdirSync(folder), now)) rmSync(join(folder, name), { force: true });
    return path;
  };

  const makeIfDue = async (): Promise<void> => {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const now = systemTime.now();
      // A clock that was wrong may have left one of the future: it must not hold up those that are due.
      const times = readdirSync(folder).flatMap((name) => timeOf(name) ?? []);
      const last = Math.max(0, ...times.filter((at) => at <= now));
      if (now - last >= dayMs) await make();
    } catch (err) {
      log.error({ err, folder }, 'desk: no backup could be made; it is tried again within the hour');
    }
  };

  return {
    make,
    async startDaily() {
      await makeIfDue();
      return systemTime.every(lookMs, () => void makeIfDue());
    },
  };
};

/** @throws Error where SQLite copied nothing, as it does while a transaction is open */
export const backUp = async (sqlite: Database, to: string): Promise<void> => {
  const { totalPages, remainingPages } = await sqlite.backup(to);
  if (totalPages === 0 || remainingPages > 0) throw new Error('The copy is not whole.');
};

const nameAt = (instantMs: number): string => `${prefix}${toIso(instantMs).replaceAll(/[:.]/g, '-')}.db`;

const timeOf = (name: string): number | undefined => {
  const parts = named.exec(name);
  if (parts === null) return undefined;
  const [, day, hours, minutes, seconds, ms] = parts;
  return Date.parse(`${day}T${hours}:${minutes}:${seconds}.${ms}Z`);
};

/** Which of the files are not to be kept: backups beyond the rule, and copies that were never finished. */
export const superfluous = (names: readonly string[], now: number): string[] => {
  const today = toIso(now).slice(0, 10);
  const keptOf = new Map<string, number>();
  const partial = names.filter((name) => name.startsWith(prefix) && name.endsWith('.partial'));
  const backups = names
    .filter((name) => named.test(name))
    .sort()
    .reverse();
  const old = backups.filter((name) => {
    const day = name.slice(prefix.length, prefix.length + today.length);
    const kept = keptOf.get(day) ?? 0;
    const keep =
      day >= today ? kept < keptToday : kept < 1 && (keptOf.has(day) || daysBefore(keptOf, today) < keptDays);
    if (keep) keptOf.set(day, kept + 1);
    return !keep;
  });
  return [...old, ...partial];
};

const daysBefore = (keptOf: ReadonlyMap<string, number>, today: string): number =>
  [...keptOf.keys()].filter((day) => day < today).length;
