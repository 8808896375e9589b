import { closeSync, constants, fstatSync, openSync, statSync } from 'node:fs';
import { chmod, copyFile } from 'node:fs/promises';
import { sumsOf } from './state-file.ts';

/**
 * Copies a file that SQLite has not open for its owner alone, and makes the checksums of its first bytes at the same time: the system copies it
 * in one go, which two threads that hand each other pieces come nowhere near on a busy machine, while this one reads it.
 * @param size bytes
 * @param alive called for each chunk
 * @returns the sums; `isSame`: nobody changed or replaced the file meanwhile
 */
export const copySummed = async (
  from: string,
  to: string,
  size: number,
  alive: (bytes: number) => void,
): Promise<{ readonly sums: Buffer; readonly isSame: boolean }> => {
  const fd = openSync(from, 'r');
  try {
    const before = fstatSync(fd, { bigint: true });
    const copying = copyFile(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
    // It is waited for below, and must not be one that nobody waits for until then.
    copying.catch(() => undefined);
    const sums = sumsOf(fd, size, alive);
    await copying;
    await chmod(to, 0o600);
    const after = statSync(from, { bigint: true });
    const isSame = (['ino', 'size', 'mtimeNs', 'ctimeNs'] as const).every(
      (one) => before[one] === after[one],
    );
    return { sums, isSame };
  } finally {
    closeSync(fd);
  }
};
