import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Writes a file whole or not at all: beside it first, and in its place only once it is on the disk.
 * @throws the system's error; what was there before is still there then
 */
export const writeWhole = async (
  path: string,
  content: Uint8Array | string,
  mode: number = 0o666,
): Promise<void> => {
  const unfinished = join(dirname(path), `.carryover-${randomBytes(6).toString('hex')}`);
  try {
    const file = await open(unfinished, 'wx', mode);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
};
