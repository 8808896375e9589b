import { rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Backup } from '#contract/backups.ts';
import { CatalogueError } from '#contract/errors.ts';
import { formatBytes } from '#contract/format.ts';

/** Of what is free on the disk, backups of one database included, they may take this share. */
const share = 1 / 2;

/**
 * How much of the disk another copy may take: others give way to it, but for the first.
 * @param sizes of the backups that there are, the last ones go first, bytes
 * @returns how many are to go; undefined if the disk lacks the space even without them
 */
export const countGivingWay = (size: number, sizes: readonly number[], free: number): number | undefined => {
  const available = (free + sizes.reduce((sum, one) => sum + one, 0)) * share;
  let kept = 0;
  let taken = size;
  for (const one of sizes) {
    if (taken + one > available) break;
    taken += one;
    kept += 1;
  }
  const fits = size <= available && (kept > 0 || sizes.length === 0);
  return fits ? sizes.length - kept : undefined;
};

/**
 * Makes space on the disk for a copy of a database.
 * @param backups that may give way; the last ones go first
 * @throws CatalogueError `backup.noSpace`
 */
export const makeSpace = (file: string, folder: string, backups: readonly Backup[]): void => {
  const size = sizeOf(file) + sizeOf(`${file}-wal`);
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const sizes = backups.map((one) => one.size);
  const gone = countGivingWay(size, sizes, free);
  if (gone === undefined) {
    throw new CatalogueError('backup.noSpace', { size: formatBytes(size), free: formatBytes(free) });
  }
  for (const { name } of backups.slice(backups.length - gone)) rmSync(join(folder, name), { force: true });
};

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
