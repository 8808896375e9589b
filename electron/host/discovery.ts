import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostRecord } from '#contract/desk.ts';

/** The discovery file `host.json`: how commands find the host that runs on a data folder. */

const pathOf = (dataDir: string): string => join(dataDir, 'host.json');

/** Readable by its owner alone, and never seen half-written. */
export const writeHostRecord = (dataDir: string, record: HostRecord): void => {
  const unfinished = `${pathOf(dataDir)}.${process.pid}`;
  writeFileSync(unfinished, `${JSON.stringify(record, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(unfinished, pathOf(dataDir));
};

/** What the file says, whether or not that host still lives; undefined if there is none or it can't be read. */
export const readHostRecord = (dataDir: string): HostRecord | undefined => {
  try {
    const record = JSON.parse(readFileSync(pathOf(dataDir), 'utf8')) as HostRecord;
    const { pid, apiUrl, deskUrl, deskToken } = record;
    const whole = Number.isInteger(pid) && [apiUrl, deskUrl, deskToken].every((t) => typeof t === 'string');
    return whole ? record : undefined;
  } catch {
    return undefined;
  }
};

export const removeHostRecord = (dataDir: string): void => rmSync(pathOf(dataDir), { force: true });
