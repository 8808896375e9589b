import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { systemTime, toIso } from '#base/clock.ts';
import { makeFolder } from '#base/make-folder.ts';
import { packageVersion } from '#base/package-root.ts';
import { createSealer } from '#base/sealing.ts';
import { moveDatabase, removeDatabase } from '#base/store/sqlite/database-file.ts';
import { candidateOf, dropCandidate } from '#base/store/sqlite/exchange-database.ts';
import { runTask } from '#base/worker/run-task.ts';
import type { ClockMode } from '#contract/sandboxes.ts';
import type { MissingSecrets, SaveState, StateView } from '#contract/states.ts';
import { carryKeysInto, readGeneration } from './store/states/carried.ts';
import type { LoadedState, LoadTask } from './store/states/load-state.ts';
import type { Begin } from './store/states/place-in-time.ts';
import type { SaveTask } from './store/states/save-state.ts';
import { isOwn, slotsFor } from './store/states/slots.ts';
import {
  endOf,
  type LeftOut,
  type OpenedState,
  readHead,
  type StateHead,
} from './store/states/state-file.ts';

/**
 * What takes some ms is done at once: tests save and restore small states all the time, and a thread of its own takes
 * longer to begin than they take. A passphrase is stretched in a thread, whatever it opens.
 */
const isSmall = (path: string, passphrase: string | undefined): boolean => {
  const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return passphrase === undefined && sizeOf(path) + sizeOf(`${path}-wal`) <= smallBytes;
};
const smallBytes = 4 * 1_048_576;
const unwatched = { progress: () => {} };

/** Between two signs of life, ms: the copy itself gives none. */
const copyMs = 600_000;
const heapMb = 64;

interface Saving extends SaveState {
  /** The folder of the sandbox, which may be in use. */
  readonly dataDir: string;
  readonly dataKey: Uint8Array;
  /** Its database, open until the service has closed it (`base/held-files.ts`). */
  readonly source: number;
  /** The file to make; one that is there is replaced. */
  readonly to: string;
  readonly clock: ClockMode;
  /** The time of the sandbox, ms UTC. */
  readonly now: number;
  readonly signal?: AbortSignal;
}

/** @throws CatalogueError `state.noSpace`, `store.damaged`, `store.full` */
export const saveStateTo = async (saving: Saving): Promise<StateView> => {
  const { dataDir, dataKey, to, clock, now, signal, passphrase, note, secrets = 'sealed' } = saving;
  const task: SaveTask = {
    from: join(dataDir, 'service.db'),
    source: saving.source,
    to,
    dataKey,
    passphrase,
    secrets,
    name: saving.name ?? calledAfter(to),
    note,
    version: packageVersion(),
    savedAt: systemTime.now(),
    clock,
    now,
  };
  if (isSmall(task.from, passphrase)) {
    const { saveState } = await import('./store/states/save-state.ts');
    await saveState(task, unwatched);
  } else {
    const bounds = { what: 'The local service', timeMs: copyMs, heapMb, isLong: true };
    await runTask<StateHead>('save-state', task, { ...bounds, ...(signal === undefined ? {} : { signal }) });
  }
  return viewOfState(to, dataKey);
};

interface Preparing {
  readonly file: string;
  /** The folder of the sandbox that it is made for; its database may be in use. */
  readonly dataDir: string;
  readonly dataKey: Uint8Array;
  /** Of the folder that saved it, where that is another one. */
  readonly openWith?: Uint8Array;
  readonly passphrase?: string | undefined;
  readonly withoutSecrets?: boolean | undefined;
  readonly clock: ClockMode;
  readonly begin: Begin;
  readonly signal?: AbortSignal;
}

export interface ReadyState {
  readonly view: StateView;
  readonly missing: MissingSecrets[];
}

/** @throws CatalogueError `state.damaged`, `state.foreign`, `state.newer` */
export const checkState = (file: string, called: string, signal?: AbortSignal): Promise<void> => {
  const bounds = { what: called, timeMs: copyMs, heapMb, isLong: true };
  return runTask('check-state', { file, called }, { ...bounds, ...(signal === undefined ? {} : { signal }) });
};

/** Where a state is made ready: a backup may be restored meanwhile. */
const readyOf = (dataDir: string): string => join(dataDir, 'service.db.state');

/**
 * Makes a database of a state ready beside the one that it will take the place of.
 * @throws CatalogueError `state.…`
 */
export const prepareState = async (preparing: Preparing): Promise<ReadyState> => {
  const running = join(preparing.dataDir, 'service.db');
  const { view, missing } = await load(preparing, readyOf(preparing.dataDir), running);
  return { view, missing: missing.map(inWords) };
};

/**
 * Begins a sandbox with a state, in a folder that has none: what is served there next goes on from it.
 * @throws CatalogueError `state.…`
 */
export const beginWithState = async (preparing: Preparing): Promise<ReadyState> => {
  makeFolder(preparing.dataDir);
  const { view, missing } = await load(preparing, join(preparing.dataDir, 'service.db'), undefined);
  return { view, missing: missing.map(inWords) };
};

const load = async (preparing: Preparing, to: string, running: string | undefined) => {
  const {
    file,
    dataKey,
    openWith = dataKey,
    passphrase,
    withoutSecrets = false,
    clock,
    begin,
    signal,
  } = preparing;
  const task: LoadTask = {
    file,
    called: basename(file),
    to,
    dataKey,
    openWith,
    passphrase,
    withoutSecrets,
    running,
    clock,
    begin: running === undefined ? begin : { ...begin, after: readGeneration(running) },
  };
  const { head, bytes, missing } = await loadTask(task, signal);
  return { view: toView({ head, bytes }, file, dataKey), missing };
};

const loadTask = async (task: LoadTask, signal: AbortSignal | undefined): Promise<LoadedState> => {
  if (isSmall(task.file, task.passphrase)) {
    const { loadState } = await import('./store/states/load-state.ts');
    return loadState(task, unwatched);
  }
  const bounds = { what: task.called, timeMs: copyMs, heapMb, isLong: true };
  return runTask('load-state', task, { ...bounds, ...(signal === undefined ? {} : { signal }) });
};

/**
 * Makes a prepared state the one that takes the place of the database next, with its API keys. Its service is stopped.
 * @returns how many API keys of the state were left out
 */
export const chooseState = (dataDir: string, dataKey: Uint8Array): number => {
  const running = join(dataDir, 'service.db');
  const ready = readyOf(dataDir);
  const dropped = carryKeysInto(ready, createSealer(dataKey), running);
  dropCandidate(running);
  moveDatabase(ready, candidateOf(running));
  return dropped;
};

export const dropPreparedState = (dataDir: string): void => removeDatabase(readyOf(dataDir));

/** @throws CatalogueError `state.foreign`, `state.damaged`, `state.newer` */
export const viewOfState = (path: string, dataKey: Uint8Array): StateView =>
  toView(readHead(path, basename(path)), path, dataKey);

/**
 * What a file of a state is made of so that a passphrase opens it, too: so many of its own bytes, and another end.
 * @throws CatalogueError `state.sealed` if it was saved elsewhere
 */
export const handOver = async (
  path: string,
  openers: { readonly dataKey: Uint8Array; readonly passphrase: string },
): Promise<{ readonly pageBytes: number; readonly end: Buffer }> => {
  const called = basename(path);
  const { head } = readHead(path, called);
  const slots = head.secrets === 'none' ? [] : await slotsFor(head, openers, called);
  return { pageBytes: head.pageBytes, end: endOf({ ...head, slots }) };
};

const calledAfter = (path: string): string => basename(path).replace(/\.carryover-state$/, '');

const toView = ({ head, bytes }: OpenedState, path: string, dataKey: Uint8Array): StateView => {
  const { note, savedAt, version, clock, now, companies, endpoints, messages, waiting, secrets, slots } =
    head;
  return {
    name: calledAfter(path),
    ...(note === undefined ? {} : { note }),
    saved: toIso(savedAt),
    version,
    bytes,
    clock,
    now: toIso(now),
    companies,
    endpoints,
    messages,
    waiting,
    secrets,
    opensHere: secrets === 'none' || slots.some((slot) => isOwn(slot, dataKey)),
    passphrase: slots.some(({ kind }) => kind === 'passphrase'),
  };
};

const remedies: Record<MissingSecrets['what'], string> = {
  apiKeys: 'The API keys of the service that it is restored in work; in a new one, a new key is made.',
  signingSecrets:
    'Endpoints that the sandbox had before keep their secret; the others, and all in a fork, have a new one, which their consumers need.',
  headers: 'Set the custom headers of these endpoints again.',
  credentials: 'Authorize these connections again.',
  alertAuthHeader: 'Set alertAuthHeader of the profile again.',
};

const inWords = ({ what, count, of }: LeftOut): MissingSecrets => ({
  what,
  count,
  of: [...of],
  remedy: remedies[what],
});
