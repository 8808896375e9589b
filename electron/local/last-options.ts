import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeJsonAtomically } from '#base/write-atomically.ts';
import type { ClockMode } from '#contract/sandboxes.ts';

/**
 * How the data folder was last served (`serve.json`), so that a command that starts a host of its own finds the same
 * world: a virtual clock must not turn into the system's for the length of one command.
 */
export interface LastOptions {
  /** Which sandbox is open; written before it is opened in the place of another. */
  readonly clock: ClockMode;
  readonly allowPrivate: boolean;
  /** The clock of the sandbox that the folder began with; earlier versions did not write it. */
  readonly home?: ClockMode;
  /** Where the store is, if a server keeps it: an address without a password. */
  readonly store?: string;
  /** The data key, if it is not in the folder: the path of a file. */
  readonly dataKeyFile?: string;
  /** What wraps the keys of token rows: a path, or a JSON list. */
  readonly keyCommand?: string;
  /** The folder of row keys, if processes of a store share one. */
  readonly rowKeys?: string;
}

const pathOf = (dataDir: string): string => join(dataDir, 'serve.json');

/** The defaults of a new folder, if there is nothing yet or it can't be read. */
export const readLastOptions = (dataDir: string): LastOptions => {
  try {
    const options = JSON.parse(readFileSync(pathOf(dataDir), 'utf8')) as Partial<LastOptions>;
    return {
      clock: options.clock === 'virtual' ? 'virtual' : 'system',
      allowPrivate: options.allowPrivate === true,
      ...(options.home === 'virtual' || options.home === 'system' ? { home: options.home } : {}),
      ...(typeof options.store === 'string' ? { store: options.store } : {}),
      ...(typeof options.dataKeyFile === 'string' ? { dataKeyFile: options.dataKeyFile } : {}),
      ...(typeof options.keyCommand === 'string' ? { keyCommand: options.keyCommand } : {}),
      ...(typeof options.rowKeys === 'string' ? { rowKeys: options.rowKeys } : {}),
    };
  } catch {
    return { clock: 'system', allowPrivate: false };
  }
};

export const writeLastOptions = (
  dataDir: string,
  options: LastOptions & Required<Pick<LastOptions, 'home'>>,
): void => writeJsonAtomically(pathOf(dataDir), options);

export const removeLastOptions = (dataDir: string): void => rmSync(pathOf(dataDir), { force: true });
