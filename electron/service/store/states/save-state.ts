import {
  chmodSync,
  closeSync,
  existsSync,
  fsync,
  fsyncSync,
  openSync,
  renameSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import type { Database } from 'better-sqlite3';
import { storeError } from '#base/database.ts';
import { removeDatabase } from '#base/database-file.ts';
import { createSealer } from '#base/sealing.ts';
import { syncFolder } from '#base/sync-folder.ts';
import type { TaskPort } from '#base/worker/task.ts';
import { unfinishedBeside } from '#base/write-atomically.ts';
import { CatalogueError } from '#contract/errors.ts';
import { formatBytes } from '#contract/format.ts';
import type { ClockMode } from '#contract/sandboxes.ts';
import { copyLive } from './copy-live.ts';
import { openCopy } from './open-copy.ts';
import { removeSealed, reseal } from './sealed-places.ts';
import { newSlots } from './slots.ts';
import { type StateHead, stateApplicationId, stateFormat, sumsOf, writeHead } from './state-file.ts';

export interface SaveTask {
  /** The database of the sandbox, which may be in use. */
  readonly from: string;
  /** The file to make; one that is there is replaced. */
  readonly to: string;
  readonly dataKey: Uint8Array;
  readonly passphrase?: string | undefined;
  readonly secrets: 'sealed' | 'none';
  readonly name: string;
  readonly note?: string | undefined;
  readonly version: string;
  /** ms UTC, of the system's clock. */
  readonly savedAt: number;
  /** The clock that the sandbox runs on. */
  readonly clock: ClockMode;
  /** Its time, ms UTC. */
  readonly now: number;
}

/**
 * Saves the sandbox as it is now, whole or not at all. For a worker thread.
 * @throws CatalogueError `state.noSpace`, `store.damaged`, `store.full`
 */
export const saveState = async (task: SaveTask, port: Pick<TaskPort, 'progress'>): Promise<StateHead> => {
  refuseWithoutSpace(dirname(task.to), sizeOf(task.from) + sizeOf(`${task.from}-wal`));
  const copy = unfinishedBeside(task.to);
  try {
    copyLive(task.from, copy);
    chmodSync(copy, 0o600);
    port.progress('copied');
    const head = await finish(copy, describe(copy, task), port);
    renameSync(copy, task.to);
    syncFolder(dirname(task.to));
    return head;
  } catch (error) {
    removeDatabase(copy);
    throw storeError(error, task.from);
  }
};

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** @throws CatalogueError `state.noSpace` */
export const refuseWithoutSpace = (folder: string, needed: number): void => {
  if (!existsSync(folder)) return;
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (needed <= free) return;
  throw new CatalogueError('state.noSpace', { needed: formatBytes(needed), free: formatBytes(free) });
};

type Described = Omit<StateHead, 'pageBytes' | 'sums'>;

/** Seals the secrets of the copy anew, or removes them, and looks what is in it. */
const describe = (copy: string, task: SaveTask): Described => {
  const sqlite = openCopy(copy);
  try {
    const isSealed = task.secrets === 'sealed';
    const { sealer, slots } = newSlots(task);
    const leftOut = sqlite.transaction(() => {
      if (!isSealed) return removeSealed(sqlite);
      reseal(sqlite, createSealer(task.dataKey), sealer);
      return [];
    })();
    sqlite.pragma(`application_id = ${stateApplicationId}`);
    const { name, note, version, savedAt, secrets } = task;
    return {
      format: stateFormat,
      version,
      name,
      ...(note === undefined ? {} : { note }),
      savedAt,
      ...contentOf(sqlite, task),
      secrets,
      slots: isSealed ? slots : [],
      leftOut,
    };
  } finally {
    sqlite.close();
  }
};

const contentOf = (sqlite: Database, { clock, now }: SaveTask) => {
  const number = (query: string): number => Number(sqlite.prepare(query).pluck().get() ?? 0);
  const text = sqlite.prepare("select value_json from facts where name = 'clock'").pluck().get();
  const kept = typeof text === 'string' ? (JSON.parse(text) as { mode: ClockMode; now: number }) : undefined;
  return {
    clock,
    now: clock === 'virtual' && kept?.mode === 'virtual' ? kept.now : now,
    companies: number('select total from company_revision'),
    endpoints: number('select count(*) from endpoints where deleted_at is null'),
    messages: number('select count(*) from messages'),
    waiting: number('select coalesce(sum(waiting), 0) from endpoint_counts'),
  };
};

/** Checksums are made while what was copied is written to the disk. */
const finish = async (
  copy: string,
  described: Described,
  port: Pick<TaskPort, 'progress'>,
): Promise<StateHead> => {
  const fd = openSync(copy, 'r+');
  try {
    const pageBytes = sizeOf(copy);
    const synced = promisify(fsync)(fd);
    // Its failure is met below, and must not be one that nobody waits for meanwhile.
    synced.catch(() => undefined);
    const sums = sumsOf(fd, pageBytes, port.progress);
    await synced;
    const head = { ...described, pageBytes, sums: sums.toString('base64') };
    writeHead(fd, head);
    fsyncSync(fd);
    return head;
  } finally {
    closeSync(fd);
  }
};
