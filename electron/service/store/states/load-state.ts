import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Database } from 'better-sqlite3';
import { createSealer } from '#base/sealing.ts';
import { storeError } from '#base/store/sqlite/database.ts';
import { removeDatabase } from '#base/store/sqlite/database-file.ts';
import { syncFile } from '#base/sync-file.ts';
import type { TaskPort } from '#base/worker/task.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { ClockMode } from '#contract/sandboxes.ts';
import { besideSync } from './beside-sync.ts';
import { copySummed, markOf } from './copy-summed.ts';
import { refuseOtherSchema } from './known-schema.ts';
import { openCopy } from './open-copy.ts';
import { type Begin, beginAt } from './place-in-time.ts';
import { refuseWithoutSpace } from './save-state.ts';
import { removeSealed, reseal } from './sealed-places.ts';
import { openSlots } from './slots.ts';
import { damaged, type LeftOut, readHead, type StateHead, sumsOf } from './state-file.ts';
import { fillIn } from './without-secrets.ts';

export interface LoadTask {
  readonly file: string;
  /** What errors call it. */
  readonly called: string;
  /** Where the database is made ready; whatever is there is replaced. */
  readonly to: string;
  /** Of the folder that it is made for. */
  readonly dataKey: Uint8Array;
  /** Of the folder that saved it, as far as it is known. */
  readonly openWith: Uint8Array;
  readonly passphrase?: string | undefined;
  /** Go on where no slot opens. */
  readonly withoutSecrets: boolean;
  /** The database that it takes the place of, if there is one: what the state lacks is taken from it. */
  readonly running?: string | undefined;
  /** The clock that it will run on. */
  readonly clock: ClockMode;
  readonly begin: Begin;
}

export interface LoadedState {
  readonly head: StateHead;
  readonly bytes: number;
  /** Left out when it was saved, or not to be opened now. */
  readonly missing: readonly LeftOut[];
}

/**
 * Makes a database of a state, checked from its first byte to its last. For a worker thread.
 * @throws CatalogueError `state.…`, `store.full`
 */
export const loadState = async (task: LoadTask, port: Pick<TaskPort, 'progress'>): Promise<LoadedState> => {
  const { file, called, to } = task;
  const { head, bytes } = readHead(file, called);
  refuseOtherClock(head, task);
  const secrets = secretsOf(head, task);
  refuseWithoutSpace(dirname(to), head.pageBytes);
  removeDatabase(to);
  try {
    await copyChecked(task, head, port);
    const { result, synced } = besideSync(to, () => adapt(to, head, task, secrets));
    const missing = await result;
    await synced;
    syncFile(to);
    return { head, bytes, missing };
  } catch (error) {
    removeDatabase(to);
    throw unreadable(storeError(error, called), called);
  }
};

/** Its pages, and nothing that was put in their place meanwhile. @throws CatalogueError `state.damaged` */
const copyChecked = async (
  { file, called, to }: LoadTask,
  { pageBytes, sums: wanted }: StateHead,
  port: Pick<TaskPort, 'progress'>,
): Promise<void> => {
  const fd = openSync(file, 'r');
  try {
    const before = markOf(fd);
    const sums = await copySummed(fd, to, pageBytes, port.progress);
    if (markOf(fd) !== before) throw damaged(called, 'it was changed while it was read');
    if (sums.toString('base64') !== wanted) throw damaged(called, 'a checksum differs');
  } finally {
    closeSync(fd);
  }
};

/** Virtual time may be far ahead, and what is due then would all fall due at once, or never. */
const refuseOtherClock = (head: StateHead, { clock, called }: LoadTask): void => {
  if (head.clock === 'virtual' && clock === 'system') {
    throw new CatalogueError('state.otherClock', { name: called });
  }
};

/** What opens its secrets; undefined if it has none, or they may be lost. */
const secretsOf = (head: StateHead, task: LoadTask) => {
  if (head.secrets === 'none') return undefined;
  try {
    return openSlots(head, { dataKey: task.openWith, passphrase: task.passphrase }, task.called);
  } catch (error) {
    if (task.withoutSecrets) return undefined;
    throw error;
  }
};

/**
 * Checks a file from its first byte to its last, but not what its database holds. For a worker thread.
 * @throws CatalogueError `state.damaged`, `state.foreign`, `state.newer`
 */
export const checkState = (
  { file, called }: Pick<LoadTask, 'file' | 'called'>,
  port: Pick<TaskPort, 'progress'>,
): void => {
  const { head } = readHead(file, called);
  const fd = openSync(file, 'r');
  try {
    const sums = sumsOf(fd, head.pageBytes, port.progress);
    if (sums.toString('base64') !== head.sums) throw damaged(called, 'a checksum differs');
  } finally {
    closeSync(fd);
  }
};

const adapt = async (
  path: string,
  head: StateHead,
  task: LoadTask,
  secrets: ReturnType<typeof secretsOf>,
): Promise<readonly LeftOut[]> => {
  const sqlite = openCopy(path);
  try {
    await refuseOtherSchema(sqlite, task.called, task.running, `${path}.schema`);
    const sealer = createSealer(task.dataKey);
    return sqlite.transaction(() => {
      const missing = changeSecrets(sqlite, head, task, secrets);
      beginAt(sqlite, head, task.clock, task.begin);
      sqlite.pragma('application_id = 0');
      fillIn(sqlite, sealer, task.running);
      return missing;
    })();
  } finally {
    sqlite.close();
  }
};

const changeSecrets = (
  sqlite: Database,
  head: StateHead,
  task: LoadTask,
  secrets: ReturnType<typeof secretsOf>,
): readonly LeftOut[] => {
  if (head.secrets === 'none') return head.leftOut;
  if (secrets === undefined) return removeSealed(sqlite);
  reseal(sqlite, secrets, createSealer(task.dataKey));
  return [];
};

/** SQLite's words for what it can't read are those of a database that is in use. */
const unreadable = (error: unknown, called: string): unknown => {
  if (error instanceof CatalogueError)
    return error.code === 'store.damaged' ? damaged(called, 'it is no sound database') : error;
  // A value that is not what it should be, such as a fact that is no JSON, or a secret that was moved.
  return error instanceof SyntaxError || /sealed value/.test(String(error))
    ? damaged(called, 'a value in it is not what it should be')
    : error;
};
