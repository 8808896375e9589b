import { dirname } from 'node:path';
import { errorText } from '#base/error-text.ts';
import type { Log } from '#base/log.ts';
import type { Compaction } from '#contract/compaction.ts';
import { CatalogueError } from '#contract/errors.ts';
import { formatBytes } from '#contract/format.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import type { StoreFile } from '#service/store/store.ts';
import { readSpace, type Space } from './disk-space.ts';

/** Bytes of what stays that are rewritten in a second, on a slow disk. */
const bytesPerSecond = 40_000_000;
/** What stays is written twice: to a temporary file, which may be on the same disk, and to the write-ahead log. */
const copies = 2;
const spareBytes = 64 * 1024 * 1024;

type Module = Pick<ServiceControl, 'compaction' | 'compact'> & { stop(): Promise<void> };

/**
 * Rewriting `service.db` as a whole: for files of earlier versions, which can't shrink by themselves. It is offered
 * with what it takes, and never done unasked.
 * @param spaceOf of the data folder
 */
export const createCompaction = (
  { file, log }: { readonly file: StoreFile | undefined; readonly log: Log },
  spaceOf: (folder: string) => Promise<Space> = readSpace,
): Module => {
  let running: Promise<void> | undefined;
  let problem: string | undefined;

  const show = async (): Promise<Compaction> => {
    if (file === undefined) throw new CatalogueError('store.onServer', { what: 'Compacting' });
    const { pages, freePages, pageBytes, shrinks } = await file.space();
    const { freeBytes } = await spaceOf(dirname(file.path));
    const keptBytes = (pages - freePages) * pageBytes;
    const neededBytes = copies * keptBytes + spareBytes;
    const isShort = freeBytes !== undefined && freeBytes < neededBytes;
    return {
      running: running !== undefined,
      fileBytes: pages * pageBytes,
      freedBytes: freePages * pageBytes,
      shrinksByItself: shrinks,
      neededBytes,
      ...(freeBytes === undefined ? {} : { freeBytes }),
      expectedSeconds: Math.ceil(keptBytes / bytesPerSecond) + 1,
      ...(isShort ? { refusal: noSpace(neededBytes, freeBytes).message } : {}),
      ...(problem === undefined ? {} : { problem }),
    };
  };

  const work = async (of: StoreFile, fileBytes: number): Promise<void> => {
    try {
      await of.rewrite();
      const { pages, pageBytes } = await of.space();
      log.info({ before: fileBytes, after: pages * pageBytes }, 'store: compacted');
    } catch (error) {
      problem = errorText(error);
      log.error({ err: error }, 'store: could not be compacted; it is unchanged');
    }
  };

  return {
    compaction: show,
    async compact() {
      const { fileBytes, neededBytes, freeBytes, refusal } = await show();
      if (running !== undefined) throw new CatalogueError('store.compacting');
      if (refusal !== undefined && freeBytes !== undefined) throw noSpace(neededBytes, freeBytes);
      problem = undefined;
      running = work(file as StoreFile, fileBytes).finally(() => {
        running = undefined;
      });
      return show();
    },
    // Its one native step can't be ended from outside without the process.
    stop: async () => running,
  };
};

const noSpace = (needed: number, free: number): CatalogueError =>
  new CatalogueError('store.noSpace', { needed: formatBytes(needed), free: formatBytes(free) });
