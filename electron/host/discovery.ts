import { closeSync, existsSync, fstatSync, openSync, readFileSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { writeJsonAtomically } from '#base/write-atomically.ts';
import type { HostRecord } from '#contract/desk.ts';

/** The discovery file `host.json`: how commands find the host that runs on a data folder. */

const pathOf = (dataDir: string): string => join(dataDir, 'host.json');

/** Readable by its owner alone, and never seen half-written. */
export const writeHostRecord = (dataDir: string, record: HostRecord): void =>
  writeJsonAtomically(pathOf(dataDir), record);

/**
 * What the file says, whether or not that host still lives; undefined if there is none, if it can't be read, or if
 * somebody else wrote it or can read it: then its secret proves nothing.
 */
export const readHostRecord = (dataDir: string): HostRecord | undefined => {
  try {
    const record = JSON.parse(readOwn(pathOf(dataDir))) as HostRecord;
    const { pid, apiUrl, deskUrl, deskToken, secret } = record;
    const texts = [apiUrl, deskUrl, deskToken, secret];
    return Number.isInteger(pid) && texts.every((text) => typeof text === 'string') && secret !== ''
      ? record
      : undefined;
  } catch {
    return undefined;
  }
};

/** @throws Error unless it is this user's, and nobody else's to read. Windows has rights of another kind. */
const readOwn = (path: string): string => {
  const file = openSync(path, 'r');
  try {
    const { uid, mode } = fstatSync(file);
    const isOwn = process.geteuid === undefined || (uid === process.geteuid() && (mode & 0o077) === 0);
    if (!isOwn) throw new Error(`${path} is not for its owner alone.`);
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
};

export const removeHostRecord = (dataDir: string): void => {
  // rmSync has no code of the system in some of its errors.
  if (existsSync(pathOf(dataDir))) unlinkSync(pathOf(dataDir));
};
