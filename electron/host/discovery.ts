import { existsSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { readOwnFile } from '#base/read-own-file.ts';
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
    const record = JSON.parse(readOwnFile(pathOf(dataDir))) as HostRecord;
    const { pid, apiUrl, deskUrl, deskToken, secret } = record;
    const texts = [apiUrl, deskUrl, deskToken, secret];
    return Number.isInteger(pid) && texts.every((text) => typeof text === 'string') && secret !== ''
      ? record
      : undefined;
  } catch {
    return undefined;
  }
};

export const removeHostRecord = (dataDir: string): void => {
  // rmSync has no code of the system in some of its errors.
  if (existsSync(pathOf(dataDir))) unlinkSync(pathOf(dataDir));
};
