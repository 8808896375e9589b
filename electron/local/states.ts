import { createReadStream, existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { instantInName, systemTime } from '#base/clock.ts';
import { errorText } from '#base/error-text.ts';
import { safeFileName } from '#base/file-name.ts';
import { makeFolder } from '#base/make-folder.ts';
import { removeDatabase } from '#base/store/sqlite/database-file.ts';
import { isUnfinished } from '#base/write-atomically.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { ClockMode } from '#contract/sandboxes.ts';
import {
  type PreparedState,
  type RestoreState,
  type SaveState,
  type StateFile,
  type StateForks,
  type StateRestored,
  type States,
  type StateView,
  stateExtension,
  stateNamePattern,
} from '#contract/states.ts';
import {
  beginWithState,
  chooseState,
  dropPreparedState,
  handOver,
  prepareState,
  type ReadyState,
  saveStateTo,
  viewOfState,
} from '#service/index.ts';
import { forkFolder } from './fork-folder.ts';
import { receiveState } from './receive-state.ts';
import { replace } from './replace.ts';
import { adopted, alone, keptAside, type Own, placeOf } from './running-service.ts';

/** Saved states of the sandbox that the local service works on, as files below `states/`. */
export interface LocalStates extends States, StateForks {
  /** As `save`, to a file anywhere; one that is there is replaced. */
  saveTo(path: string, request: Omit<SaveState, 'replace'>): Promise<StateView>;
  /** As `prepare`, of a file anywhere. */
  prepareFrom(path: string, request: RestoreState): Promise<PreparedState>;
  /** As `read`, of a file that a passphrase opens, too. @throws CatalogueError `state.notFound`, `state.sealed` */
  readFor(name: string, passphrase: string): Promise<StateFile>;
  /** Where the file of a state is. @throws CatalogueError `state.notFound` */
  pathOf(name: string): string;
  /**
   * Begins another sandbox with a state, in a folder that has none. Each has a seed of its own, which follows from that
   * of the state and from how many were made before.
   */
  forkInto(path: string, folder: ForkFolder, request: RestoreState): Promise<ReadyState>;
  /** What is being saved or made ready is dropped. */
  stop(): Promise<void>;
}

export interface ForkFolder {
  readonly dataDir: string;
  /** Of that folder. */
  readonly dataKey: Uint8Array;
  readonly clock: ClockMode;
}

export interface StatesOptions {
  /** What a restore replaced is thrown away, and ids after it are the same for the same steps. */
  readonly isTestKit?: boolean;
}

export const createStates = (own: Own, { isTestKit = false }: StatesOptions): LocalStates => {
  const ids = isTestKit ? ('counted' as const) : ('timed' as const);
  const folder = join(own.dataDir, 'states');
  const ending = new AbortController();
  const { signal } = ending;
  let isPreparing = false;
  let forks = 0;
  const forking = new Set<Promise<unknown>>();
  removeUnfinished(folder);

  const fileOf = (name: string): string => join(folder, checkedName(name) + stateExtension);
  const pathOf = (name: string): string => {
    const path = fileOf(name);
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) {
      throw new CatalogueError('state.notFound', { name });
    }
    return path;
  };
  const refuseTaken = (name: string, isReplaced: boolean): void => {
    if (!isReplaced && existsSync(fileOf(name))) throw new CatalogueError('state.exists', { name });
  };
  const dataKey = (): Buffer => placeOf(own).options.dataKey;

  const saveTo: LocalStates['saveTo'] = async (to, request) => {
    await own.replacing?.catch(() => undefined);
    if (own.isDamaged) throw new CatalogueError('service.damaged');
    const { clock } = own;
    const { dataDir } = placeOf(own).options;
    const saving = (async () => {
      const now = Date.parse((await own.service.control.clock.show()).now);
      const source = own.held.open(join(dataDir, 'service.db'));
      return saveStateTo({ ...request, source, to, dataDir, dataKey: dataKey(), clock, now, signal });
    })();
    own.saving.add(saving);
    try {
      return await saving;
    } finally {
      own.saving.delete(saving);
    }
  };

  const prepareFrom: LocalStates['prepareFrom'] = async (path, request) => {
    if (isPreparing) {
      throw new CatalogueError('sandbox.underWay', { what: 'another state is being restored' });
    }
    isPreparing = true;
    const place = placeOf(own);
    const { dataDir } = place.options;
    const { clock } = own;
    let isOver = false;
    const drop = (): void => {
      if (isOver) return;
      isOver = true;
      isPreparing = false;
      dropPreparedState(dataDir);
    };
    try {
      const options = { file: path, dataDir, dataKey: dataKey(), clock, begin: { ids }, signal, ...request };
      const ready = await prepareState(options);
      return {
        restore: () => alone(own, () => restore(own, clock, ready, !isTestKit)).finally(drop),
        drop,
      };
    } catch (error) {
      drop();
      throw error;
    }
  };

  return {
    list() {
      const unreadable: { name: string; problem: string }[] = [];
      const results = namesIn(folder).flatMap((name) => {
        try {
          return [viewOfState(fileOf(name), dataKey())];
        } catch (error) {
          unreadable.push({ name, problem: errorText(error) });
          return [];
        }
      });
      return { results: results.sort((a, b) => (a.saved < b.saved ? 1 : -1)), unreadable };
    },
    async save({ replace: isReplaced = false, ...request }) {
      const name = request.name ?? nameNow();
      refuseTaken(name, isReplaced);
      makeFolder(folder);
      return saveTo(fileOf(name), { ...request, name });
    },
    saveTo,
    prepare: async (name, request) => prepareFrom(pathOf(name), request),
    prepareFrom,
    pathOf,
    async forkInto(path, place, request) {
      forks += 1;
      return beginWithState({
        file: path,
        ...place,
        openWith: dataKey(),
        begin: { ids, fork: forks },
        signal,
        ...request,
      });
    },
    async fork(name, { into = freeFolder(own.dataDir, checkedName(name)), ...request }) {
      const made = forkFolder({
        ...request,
        from: { file: pathOf(name) },
        parentKey: dataKey(),
        into,
        signal,
      });
      forking.add(made);
      try {
        const { dataDir, view, missing } = await made;
        return { dataDir, state: view, missing };
      } finally {
        forking.delete(made);
      }
    },
    read(name) {
      const path = pathOf(name);
      return { bytes: statSync(path).size, content: createReadStream(path) };
    },
    async readFor(name, passphrase) {
      const path = pathOf(name);
      const { pageBytes, end } = await handOver(path, { dataKey: dataKey(), passphrase });
      return { bytes: pageBytes + end.length, content: firstBytesAnd(path, pageBytes, end) };
    },
    async receive(name, content, { replace: isReplaced }) {
      refuseTaken(name, isReplaced);
      makeFolder(folder);
      await receiveState(fileOf(name), content, signal);
      return viewOfState(fileOf(name), dataKey());
    },
    remove: (name) => rmSync(pathOf(name)),
    async stop() {
      ending.abort(new CatalogueError('server.stopping'));
      await Promise.allSettled([...own.saving, ...forking]);
    },
  };
};

/** In `forks` of a data folder: a fork called like its state, with a number if there is one already. */
const freeFolder = (dataDir: string, name: string): string => {
  const called = (n: number): string => join(dataDir, 'forks', n === 1 ? name : `${name} ${n}`);
  let n = 1;
  while (existsSync(called(n))) n += 1;
  return called(n);
};

const firstBytesAnd = async function* (path: string, bytes: number, end: Buffer): AsyncGenerator<Buffer> {
  if (bytes > 0) yield* createReadStream(path, { end: bytes - 1 });
  yield end;
};

/** What was prepared takes the place of the database, or nothing is changed. */
const restore = async (
  own: Own,
  clock: ClockMode,
  { view, missing }: ReadyState,
  isKept: boolean,
): Promise<StateRestored> => {
  const { name } = view;
  if (own.clock !== clock)
    throw new CatalogueError('sandbox.underWay', { what: 'another sandbox was opened' });
  const place = placeOf(own);
  const { dataDir, dataKey } = place.options;
  let keysDropped = 0;
  const change = (): string => {
    keysDropped = chooseState(dataDir, dataKey);
    return place.files.exchange();
  };
  const failed = (problem: string) => new CatalogueError('state.notRestored', { name, problem });
  const aside = await replace(own, place.files, change, failed);
  const keptAs = isKept ? adopted(place, aside) : undefined;
  if (!isKept && keptAside(place, aside) !== undefined) removeDatabase(join(dataDir, aside));
  return {
    state: view,
    missing,
    keysDropped,
    ...(keptAs === undefined ? {} : { keptAs }),
    text: textOf(view, missing.length > 0, keysDropped, keptAs),
  };
};

const textOf = (
  view: StateView,
  isMissing: boolean,
  keysDropped: number,
  keptAs: string | undefined,
): string =>
  [
    `The local service continues from state ${view.name}, at its address and with its API keys.`,
    'Deliveries that waited then are sent again; consumers drop duplicates by webhook-id.',
    isMissing ? 'Secrets are missing: see the list.' : '',
    keysDropped === 0 ? '' : `${keysDropped} API keys of the state were left out, as there may be ten.`,
    keptAs === undefined ? '' : `What was there before is kept as ${keptAs}.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');

const wanted = new RegExp(stateNamePattern);

/** @throws CatalogueError `state.name` */
const checkedName = (name: string): string => {
  const isFine = wanted.test(name);
  // Names of devices, which Windows reserves.
  if (isFine && safeFileName(name + stateExtension) === name + stateExtension) return name;
  throw new CatalogueError('state.name', { name: name.slice(0, 100) });
};

const nameNow = (): string => instantInName(systemTime.now());

const namesIn = (folder: string): string[] =>
  filesIn(folder)
    .filter((name) => name.endsWith(stateExtension))
    .map((name) => name.slice(0, -stateExtension.length))
    .filter((name) => wanted.test(name));

const filesIn = (folder: string): string[] =>
  statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : [];

/** What a process that died left. */
const removeUnfinished = (folder: string): void => {
  for (const name of filesIn(folder)) if (isUnfinished(name)) rmSync(join(folder, name), { force: true });
};
