import { type FileHandle, link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileProblem } from '#base/file-problem.ts';
import { syncFolder } from '#base/sync-folder.ts';
import { unfinishedBeside } from '#base/write-atomically.ts';
import { CommandError } from './command-error.ts';
import { refuseExisting } from './new-file.ts';

/**
 * Writes what comes into a file for its owner alone: whole or not at all, and never over another one.
 * @throws CommandError 1 as `writeNewFile`; what `content` throws
 */
export const writeNewStream = async (path: string, content: AsyncGenerator<Uint8Array>): Promise<void> => {
  refuseExisting(path);
  const unfinished = unfinishedBeside(path);
  const written = <T>(work: Promise<T>): Promise<T> =>
    work.catch((cause: unknown) => {
      throw new CommandError(`${path} can't be written: ${fileProblem(cause)}.`, 1, { cause });
    });
  const file = await written(open(unfinished, 'wx', 0o600));
  try {
    await fill(file, content, written);
    await place(unfinished, path, written);
  } finally {
    await rm(unfinished, { force: true });
  }
};

type Written = <T>(work: Promise<T>) => Promise<T>;

const fill = async (
  file: FileHandle,
  content: AsyncGenerator<Uint8Array>,
  written: Written,
): Promise<void> => {
  try {
    for await (const part of content) await written(file.writeFile(part));
    await written(file.sync());
  } finally {
    await file.close();
  }
};

/** A link is made only where there is nothing yet; some file systems have none. */
const place = async (unfinished: string, path: string, written: Written): Promise<void> => {
  try {
    await link(unfinished, path);
  } catch {
    refuseExisting(path);
    await written(rename(unfinished, path));
  }
  syncFolder(dirname(path));
};
