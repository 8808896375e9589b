import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { keyFile, loadKeyFile } from '#base/sealing.ts';
import { finishExchange } from '#base/store/sqlite/exchange-database.ts';
import { writeJsonAtomically } from '#base/write-atomically.ts';
import { type KitClock, kitClocks } from '#contract/control.ts';
import type { ClockMode } from '#contract/sandboxes.ts';
import { isSandboxUnder, readSandboxFacts } from '#service/index.ts';
import { holdFolder, prepareDataFolder } from './hold-folder.ts';
import { FolderInUseError, folderError, StartError } from './start-error.ts';

/** What the service of a folder works under. */
export interface KeptFolder {
  readonly dataKey: Buffer;
  readonly clock: KitClock;
  /** Only for a service that is new: what is there goes on with its own. */
  readonly seed?: number;
  /** Once its database is there: from then on, the folder without one is a loss. */
  noteUsed(): void;
}

interface Asked {
  readonly clock?: KitClock | undefined;
  readonly seed?: number | undefined;
}

/**
 * A folder that is kept between runs: one process works there, under the key file in it. `stops` lets go of it.
 * @throws StartError in words, before anything in it was changed
 */
export const openKeptFolder = (dataDir: string, asked: Asked, stops: AsyncDisposableStack): KeptFolder => {
  prepareDataFolder(dataDir);
  try {
    const lock = holdFolder(dataDir, () => finishExchange(databaseOf(dataDir)));
    if (lock === undefined) {
      throw new FolderInUseError(
        `Another process already serves the data folder ${dataDir}. One process writes a database: stop that one, or choose another folder with --data.`,
      );
    }
    stops.defer(() => lock.release());
    refuseDesk(dataDir);
    refuseLostService(dataDir);
    const dataKey = keyOf(dataDir);
    const chosen = chosenFor(dataDir, asked);
    return {
      dataKey,
      ...chosen,
      noteUsed: () => writeJsonAtomically(noteOf(dataDir), { clock: chosen.clock }),
    };
  } catch (error) {
    throw folderError(error, dataDir);
  }
};

const databaseOf = (dataDir: string): string => join(dataDir, 'service.db');
const noteOf = (dataDir: string): string => join(dataDir, 'kit.json');
export const modeOf = (clock: KitClock): ClockMode => (clock === 'system' ? 'system' : 'virtual');

/** Its cases and identity are the app's to look after. */
const refuseDesk = (dataDir: string): void => {
  if (!['identity.json', 'desk.db'].some((name) => existsSync(join(dataDir, name)))) return;
  throw new StartError(
    `${dataDir} is a data folder of the Carryover app, which the test kit does not serve. Nothing was changed. Choose another folder with --data.`,
  );
};

/** SQLite would begin a new database in its place. */
const refuseLostService = (dataDir: string): void => {
  const file = databaseOf(dataDir);
  const sizeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.size;
  const size = sizeOf(file);
  const isLost = size === undefined ? existsSync(noteOf(dataDir)) : size === 0 && !sizeOf(`${file}-wal`);
  if (isLost)
    throw new StartError(`${file} is ${size === undefined ? 'missing' : 'empty'}. ${whatNow(dataDir)}`);
};

/** @throws StartError if the database of a folder can't be read */
export const refuseDamaged = (dataDir: string): never => {
  throw new StartError(`${databaseOf(dataDir)} is damaged. ${whatNow(dataDir)}`);
};

const whatNow = (dataDir: string): string =>
  `Nothing was started. Put the file back from a copy; or choose another folder with --data, and begin it with a saved state by --snapshot: those of this folder are in ${join(dataDir, 'states')}.`;

const keyOf = (dataDir: string): Buffer => {
  const path = keyFile(dataDir);
  const refused = (problem: string, cause?: unknown): StartError =>
    new StartError(
      `The key file ${path} ${problem}, so the secrets of this folder can't be opened. Nothing was started or changed. Put the right key file back, or choose another folder with --data.`,
      { cause },
    );
  if (!existsSync(path) && existsSync(databaseOf(dataDir))) throw refused('is missing');
  let key: Buffer;
  try {
    key = loadKeyFile(dataDir);
  } catch (error) {
    // The system's errors have their own words.
    throw error instanceof Error && 'code' in error ? error : refused('is not whole', error);
  }
  if (isSandboxUnder(dataDir, key) === false) throw refused('is not the one of this folder');
  return key;
};

/** A folder keeps its clock and its seed: everything in it follows from them. */
const chosenFor = (dataDir: string, asked: Asked): { clock: KitClock; seed?: number } => {
  const facts = readSandboxFacts(databaseOf(dataDir));
  const { seed } = asked;
  if (facts?.mode === undefined) {
    return { clock: asked.clock ?? 'system', ...(seed === undefined ? {} : { seed }) };
  }
  const clock = asked.clock ?? lastClock(dataDir, facts.mode);
  const kept = 'Nothing was started or changed.';
  if (modeOf(clock) !== facts.mode) {
    throw new StartError(
      `The service in ${dataDir} has a ${facts.mode} clock, which it keeps; --clock ${clock} asks for another. ${kept} Leave --clock out, or choose another folder with --data.`,
    );
  }
  if (seed !== undefined && seed !== facts.seed) {
    throw new StartError(
      `The service in ${dataDir} has the seed ${facts.seed}, which it keeps; --seed asks for ${seed}. ${kept} Leave --seed out, or choose another folder with --data.`,
    );
  }
  return { clock };
};

/** Whether time skips is not in the database, and may change from run to run. */
const lastClock = (dataDir: string, mode: ClockMode): KitClock => {
  try {
    const { clock } = JSON.parse(readFileSync(noteOf(dataDir), 'utf8'));
    const known = kitClocks.find((one) => one === clock);
    return known !== undefined && modeOf(known) === mode ? known : mode;
  } catch {
    return mode;
  }
};
