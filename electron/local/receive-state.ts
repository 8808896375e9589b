import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { syncFile } from '#base/sync-file.ts';
import { syncFolder } from '#base/sync-folder.ts';
import { unfinishedBeside } from '#base/write-atomically.ts';
import { CatalogueError } from '#contract/errors.ts';
import { checkState } from '#service/index.ts';

/**
 * Takes the file of a state in, whole or not at all: its pages are checked by their checksums.
 * @throws CatalogueError `state.damaged`, `state.foreign`, `state.newer`, `store.full`
 */
export const receiveState = async (
  to: string,
  content: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<void> => {
  const unfinished = unfinishedBeside(to);
  try {
    await pipeline(content, createWriteStream(unfinished, { mode: 0o600, flags: 'wx' }), { signal });
    await checkState(unfinished, basename(to), signal);
    syncFile(unfinished);
    renameSync(unfinished, to);
    syncFolder(dirname(to));
  } catch (error) {
    rmSync(unfinished, { force: true });
    const isFull = (error as NodeJS.ErrnoException).code === 'ENOSPC';
    throw isFull ? new CatalogueError('store.full', {}, [], { cause: error }) : error;
  }
};
