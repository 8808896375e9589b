import { closeSync, existsSync, fsyncSync, openSync, renameSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Database } from 'better-sqlite3';
import { createSealer } from '#base/sealing.ts';
import { storeError } from '#base/store/sqlite/database.ts';
import { removeDatabase } from '#base/store/sqlite/database-file.ts';
import { syncFolder } from '#base/sync-folder.ts';
import type { TaskPort } from '#base/worker/task.ts';
import { unfinishedBeside } from '#base/write-atomically.ts';
import { CatalogueError } from '#contract/errors.ts';
import { formatBytes } from '#contract/format.ts';
import type { ClockMode } from '#contract/sandboxes.ts';
import { besideSync } from './beside-sync.ts';
import { copyLive } from './copy-live.ts';
import { openCopy } from './open-copy.ts';
import { removeSealed, reseal } from './sealed-places.ts';
import { newSlots } from './slots.ts';
import { type StateHead, stateApplicationId, stateFormat, sumsAgain, writeHead } from './state-file.ts';
import { touchedChunks } from './touched-chunks.ts';

export interface SaveTask {
  /** The database of the sandbox, which may be in use. */
  readonly from: string;
  /** The same, open: it is not closed here (`base/held-files.ts`). */
  readonly source: number;
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
    const sums = await copyLive(task.from, task.source, copy, port.progress);
    // What was copied is written to the disk meanwhile.
    const { result, synced } = besideSync(copy, () => describe(copy, task));
    const head = await finish(copy, result, sums, synced, port);
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

/** Counting a million reads all of them: then it is what their numbers span, of which only removed ones are free. */
const messagesIn = (number: (query: string) => number): number => {
  const newest = number('select max(seq) from messages');
  const span = newest === 0 ? 0 : newest - number('select min(seq) from messages') + 1;
  return span > mostCounted ? span : number('select count(*) from messages');
};
const mostCounted = 100_000;

type Described = Omit<StateHead, 'pageBytes' | 'sums'>;

interface Changed {
  readonly described: Described;
  /** Chunks that differ from what was copied. */
  readonly chunks: ReadonlySet<number>;
}

/** Seals the secrets of the copy anew, or removes them, and looks what is in it. */
const describe = (copy: string, task: SaveTask): Changed => {
  // In the log that came with it, which then tells what was changed.
  const sqlite = openCopy(copy, 'WAL');
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
    const described = {
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
    const chunks = touchedChunks(`${copy}-wal`, Number(sqlite.pragma('page_size', { simple: true })));
    // One file, without a log from now on.
    sqlite.pragma('journal_mode = DELETE');
    return { described, chunks };
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
    messages: messagesIn(number),
    waiting: number('select coalesce(sum(waiting), 0) from endpoint_counts'),
  };
};

const finish = async (
  copy: string,
  { described, chunks }: Changed,
  copied: Buffer,
  synced: Promise<void>,
  port: Pick<TaskPort, 'progress'>,
): Promise<StateHead> => {
  await synced;
  const fd = openSync(copy, 'r+');
  try {
    const pageBytes = sizeOf(copy);
    const sums = sumsAgain(fd, pageBytes, copied, chunks, port.progress);
    const head = { ...described, pageBytes, sums: sums.toString('base64') };
    writeHead(fd, head);
    fsyncSync(fd);
    return head;
  } finally {
    closeSync(fd);
  }
};
