import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeJsonAtomically } from '#base/write-atomically.ts';

/** What the data folder keeps of the receiver (`receiver.json`): endpoints that point at its port stay right. */
export interface ReceiverSettings {
  /** Undefined until it was first started. */
  readonly port: number | undefined;
  readonly on: boolean;
}

const pathOf = (dataDir: string): string => join(dataDir, 'receiver.json');

/** Off, if there is no such file or it can't be read. */
export const readReceiverSettings = (dataDir: string): ReceiverSettings => {
  try {
    const { port, on } = JSON.parse(readFileSync(pathOf(dataDir), 'utf8')) as Partial<ReceiverSettings>;
    const isPort = Number.isInteger(port) && (port as number) > 0 && (port as number) < 65_536;
    return { port: isPort ? port : undefined, on: isPort && on === true };
  } catch {
    return { port: undefined, on: false };
  }
};

export const writeReceiverSettings = (dataDir: string, settings: ReceiverSettings): void =>
  writeJsonAtomically(pathOf(dataDir), settings);
