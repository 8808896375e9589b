import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** Free disk space, and how much of it is needed. Source: `docs/reference/rules/resources.md#disk`. */

export interface Space {
  /** Absent if the system does not say. */
  readonly freeBytes?: number;
  /** Of the file system. */
  readonly totalBytes?: number;
  /** The databases with their logs. */
  readonly dataBytes: number;
}

const databases = ['service.db', 'desk.db', 'vault.db'];

/** Never throws. */
export const readSpace = async (folder: string): Promise<Space> => {
  const sandboxes = await readdir(join(folder, 'sandboxes')).catch(() => []);
  const files = [...databases, ...sandboxes.map((name) => join('sandboxes', name, 'service.db'))];
  const sizes = await Promise.all(
    files.flatMap((name) => [name, `${name}-wal`]).map((name) => sizeOf(join(folder, name))),
  );
  const dataBytes = sizes.reduce((sum, size) => sum + size, 0);
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize, dataBytes };
  } catch {
    return { dataBytes };
  }
};

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

const mebibyte = 1024 * 1024;
/** What is under way must still fit: results of attempts, and the log that the database writes first. */
const refuseBelow = 256 * mebibyte;
/** Of a small file system. */
const refuseShare = 0.05;
const hoursAhead = 24;

/**
 * Below which free space nothing new is taken, and below which it is said: when a copy of the data (a backup, a
 * compaction) or what another day adds would no longer fit, and at twice the former at least.
 * @param totalBytes of the file system
 * @param bytesPerHour growth, if it is known
 */
export const spaceLimits = (
  { totalBytes, dataBytes }: { readonly totalBytes: number; readonly dataBytes: number },
  bytesPerHour = 0,
): { warnBelowBytes: number; refuseBelowBytes: number } => {
  const refuseBelowBytes = Math.min(refuseBelow, Math.floor(totalBytes * refuseShare));
  return {
    refuseBelowBytes,
    warnBelowBytes: Math.ceil(Math.max(2 * refuseBelowBytes, dataBytes, hoursAhead * bytesPerHour)),
  };
};

const minuteMs = 60_000;
/** One a minute, of the last hour. */
const keptSamples = 61;
/** A shorter time says nothing of the next day. */
const shortestMs = 10 * minuteMs;

/** How fast the data grow. */
export interface Growth {
  /** @param atMs never runs backwards */
  note(atMs: number, bytes: number): void;
  /** Over the last hour; undefined in the first ten minutes. 0 if they shrank. */
  bytesPerHour(): number | undefined;
}

export const createGrowth = (): Growth => {
  const samples: { readonly at: number; readonly bytes: number }[] = [];
  return {
    note(at, bytes) {
      const last = samples.at(-1);
      if (last !== undefined && at - last.at < minuteMs) return;
      samples.push({ at, bytes });
      if (samples.length > keptSamples) samples.shift();
    },
    bytesPerHour() {
      const [first, last] = [samples[0], samples.at(-1)];
      if (first === undefined || last === undefined || last.at - first.at < shortestMs) return undefined;
      return Math.max(0, Math.round(((last.bytes - first.bytes) * 60 * minuteMs) / (last.at - first.at)));
    },
  };
};
