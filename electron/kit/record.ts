import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOwnFile } from '#base/read-own-file.ts';

/** What a service leaves in its data folder while it runs: how commands find it there. */
export interface KitRecord {
  readonly pid: number;
  readonly apiUrl: string;
  readonly controlUrl: string;
  readonly controlToken: string;
  /** What commands and the service prove to each other to know; it is never sent. */
  readonly secret: string;
}

const pathIn = (dataDir: string): string => join(dataDir, 'control.json');

/** For its owner alone, into a folder where there is none. Whoever sees it half-written looks again. */
export const writeKitRecord = (dataDir: string, record: KitRecord): void =>
  writeFileSync(pathIn(dataDir), `${JSON.stringify(record, undefined, 2)}\n`, { mode: 0o600, flag: 'wx' });

/**
 * What the file says, whether or not that service still lives; undefined if there is none, if it can't be read, or if
 * somebody else wrote it or can read it: then its secret proves nothing.
 */
export const readKitRecord = (dataDir: string): KitRecord | undefined => {
  try {
    const record = JSON.parse(readOwnFile(pathIn(dataDir))) as KitRecord;
    const { pid, apiUrl, controlUrl, controlToken, secret } = record;
    const isWhole = [apiUrl, controlUrl, controlToken, secret].every(
      (text) => typeof text === 'string' && text !== '',
    );
    return Number.isInteger(pid) && isWhole && URL.canParse(controlUrl) ? record : undefined;
  } catch {
    return undefined;
  }
};

export const removeKitRecord = (dataDir: string): void => rmSync(pathIn(dataDir), { force: true });
