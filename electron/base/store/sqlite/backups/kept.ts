import { instantInName, toIso } from '#base/clock.ts';
import { type Backup, type BackupReason, backupReasons } from '#contract/backups.ts';

/** The names of backups, and which of them are kept: what a name says decides it, never the time of the file. */

/** The databases that are backed up, by the beginning of their files' names. */
export type BackedUp = 'desk' | 'service';

const keptToday = 3;
const keptDays = 10;
const keptWaysBack = 3;
const dayMs = 86_400_000;
const named = /^(desk|service)-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z(?:-([a-z]+))?\.db$/;

export const nameAt = (of: BackedUp, instantMs: number, why: BackupReason): string =>
  `${of}-${instantInName(instantMs)}${why === 'daily' ? '' : `-${why}`}.db`;

interface NameParts {
  readonly of: string;
  /** UTC, as 2026-01-31. */
  readonly day: string;
  readonly at: number;
  readonly why: BackupReason;
}

export const partsOf = (name: string): NameParts | undefined => {
  const parts = named.exec(name);
  if (parts === null) return undefined;
  const [, of = '', day = '', hours, minutes, seconds, ms, word] = parts;
  const why = backupReasons.find((one) => one === word) ?? 'daily';
  return { of, day, at: Date.parse(`${day}T${hours}:${minutes}:${seconds}.${ms}Z`), why };
};

/** Which files of one database are not to be kept: backups beyond the rule, and copies that were never finished. */
export const superfluous = (names: readonly string[], now: number): string[] => {
  const partial = names.filter((name) => /\.partial(-\w+)?$/.test(name));
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
  const others = backups.filter(({ why }) => why === 'daily' || why === 'asked');
  return [...waysBack.map(({ name }) => name), ...beyondDays(others, now), ...partial];
};

/** @param backups newest first */
const beyondDays = (backups: readonly { name: string; day: string }[], now: number): string[] => {
  const today = toIso(now).slice(0, 10);
  const keptOf = new Map<string, number>();
  const gone = backups.filter(({ day }) => {
    const kept = keptOf.get(day) ?? 0;
    const keep =
      day >= today ? kept < keptToday : kept < 1 && (keptOf.has(day) || daysBefore(keptOf, today) < keptDays);
    if (keep) keptOf.set(day, kept + 1);
    return !keep;
  });
  return gone.map(({ name }) => name);
};

const daysBefore = (keptOf: ReadonlyMap<string, number>, today: string): number =>
  [...keptOf.keys()].filter((day) => day < today).length;

/** Those that are the way back give way last, and one that is still needed not at all. */
export const givingWay = (newestFirst: readonly Backup[], spared: string | undefined): Backup[] => {
  const others = newestFirst.filter(({ name }) => name !== spared);
  const isWayBack = ({ why }: Backup): boolean => why === 'migration' || why === 'restore';
  return [...others.filter(isWayBack), ...others.filter((one) => !isWayBack(one))];
};

/** When a backup is removed at the latest, if one is made every day. UTC, ISO 8601. */
export const goesAt = ({ at }: Pick<Backup, 'at'>): string => toIso(Date.parse(at) + (keptDays + 1) * dayMs);
