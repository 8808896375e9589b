import { randomBytes } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from './sync-folder.ts';

type Content = Uint8Array | string;

const prefix = '.carryover-';

/** A short name: the file's own may be as long as the file system allows. */
export const unfinishedBeside = (path: string): string =>
  join(dirname(path), `${prefix}${randomBytes(6).toString('hex')}`);

/** Whether a file of this name is what a crash in the middle of a write left. */
export const isUnfinished = (name: string): boolean => name.startsWith(prefix);

/**
 * Writes a file whole or not at all, also across a crash or a power cut: beside it, to the disk, then renamed.
 * @throws the system's error; the file from before is still there then
 */
export const writeAtomically = async (path: string, content: Content, mode = 0o600): Promise<void> => {
  const unfinished = unfinishedBeside(path);
  try {
    await writeFile(unfinished, content, { mode, flag: 'wx', flush: true });
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  if (process.platform === 'win32') return;
  const folder = await open(dirname(path));
  await folder.sync().finally(() => folder.close());
};

/** As `writeAtomically`, at once. */
export const writeAtomicallySync = (path: string, content: Content, mode = 0o600): void => {
  const unfinished = unfinishedBeside(path);
  try {
    writeFileSync(unfinished, content, { mode, flag: 'wx', flush: true });
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  syncFolder(dirname(path));
};

/** Writes a JSON file for its owner alone. @throws as `writeAtomically` */
export const writeJsonAtomically = (path: string, content: unknown): void =>
  writeAtomicallySync(path, `${JSON.stringify(content, undefined, 2)}\n`);
