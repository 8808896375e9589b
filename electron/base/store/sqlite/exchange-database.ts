import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { syncFile } from '#base/sync-file.ts';
import { syncFolder } from '#base/sync-folder.ts';
import { writeJsonAtomically } from '#base/write-atomically.ts';
import { databaseEnds, moveDatabase, removeDatabase } from './database-file.ts';

/**
 * Putting a closed database aside, and another one in its place. What is to be done is written down first, so that the
 * next start goes on where a process was killed: no moment leaves a folder without the one or the other, which SQLite
 * would take for a new one, or with the log of the one beside the other.
 */
interface Intent {
  /** The name that the old one gets, in the same folder. */
  readonly aside: string;
  /** Whether another one takes its place. */
  readonly isReplaced: boolean;
}

/** Where a database is made ready that is to take the place of `file`. */
export const candidateOf = (file: string): string => `${file}.restoring`;

const intentOf = (file: string): string => `${file}.exchange`;

/** @param aside the name that it gets, in the same folder */
export const putDatabaseAside = (file: string, aside: string): void => {
  begin(file, { aside, isReplaced: false });
};

/**
 * Puts the one at `candidateOf` in the place of `file`; both are closed.
 * @param aside the name that the old one gets, in the same folder
 */
export const exchangeDatabase = (file: string, aside: string): void => {
  // It may be large: what is slow comes before anything is moved.
  syncFile(candidateOf(file));
  begin(file, { aside, isReplaced: true });
};

/** Makes an empty one ready, which can give back what is free in it. */
export const makeBlankCandidate = (file: string): void => {
  dropCandidate(file);
  const sqlite = new Database(candidateOf(file));
  sqlite.pragma('auto_vacuum = INCREMENTAL');
  sqlite.pragma('journal_mode = WAL');
  sqlite.close();
};

export const dropCandidate = (file: string): void => removeDatabase(candidateOf(file));

/** What a process that was killed had begun. Before the database is opened, by the one that holds the folder. */
export const finishExchange = (file: string): void => {
  if (existsSync(intentOf(file))) carryOut(file, JSON.parse(readFileSync(intentOf(file), 'utf8')) as Intent);
};

const begin = (file: string, intent: Intent): void => {
  writeJsonAtomically(intentOf(file), intent);
  try {
    carryOut(file, intent);
  } catch (error) {
    undo(file, intent);
    throw error;
  }
};

/**
 * What the system refused in the middle is taken back, and forgotten: the next start would put aside what was written
 * since. What can't be taken back is left for it.
 */
const undo = (file: string, { aside, isReplaced }: Intent): void => {
  if (isReplaced && !existsSync(candidateOf(file))) return;
  try {
    for (const end of databaseEnds) {
      const kept = join(dirname(file), aside) + end;
      if (existsSync(kept) && !existsSync(file + end)) renameSync(kept, file + end);
    }
    rmSync(intentOf(file), { force: true });
  } catch {
    // The next start finishes it.
  }
};

/** May have been cut off anywhere before. */
const carryOut = (file: string, { aside, isReplaced }: Intent): void => {
  const folder = dirname(file);
  const candidate = candidateOf(file);
  if (!isReplaced || existsSync(candidate)) moveDatabase(file, join(folder, aside));
  if (isReplaced && existsSync(candidate)) renameSync(candidate, file);
  dropCandidate(file);
  syncFolder(folder);
  rmSync(intentOf(file), { force: true });
  syncFolder(folder);
};
