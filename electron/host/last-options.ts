import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeJsonAtomically } from '#base/write-atomically.ts';

/**
 * How the data folder was last served (`serve.json`), so that a command that starts a host of its own finds the same
 * world: a virtual clock must not turn into the system's for the length of one command.
 */
export interface LastOptions {
  readonly clock: 'system' | 'virtual';
  readonly allowPrivate: boolean;
}

const pathOf = (dataDir: string): string => join(dataDir, 'serve.json');

/** The defaults of a new folder, if there is nothing yet or it can't be read. */
export const readLastOptions = (dataDir: string): LastOptions => {
  try {
    const options = JSON.parse(readFileSync(pathOf(dataDir), 'utf8')) as Partial<LastOptions>;
    return {
      clock: options.clock === 'virtual' ? 'virtual' : 'system',
      allowPrivate: options.allowPrivate === true,
    };
  } catch {
    return { clock: 'system', allowPrivate: false };
  }
};

export const writeLastOptions = (dataDir: string, options: LastOptions): void =>
  writeJsonAtomically(pathOf(dataDir), options);
