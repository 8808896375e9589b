import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeFolder } from '#base/make-folder.ts';
import { loadKeyFile, peekKeyFile } from '#base/sealing.ts';
import { CatalogueError } from '#contract/errors.ts';
import { stateExtension } from '#contract/states.ts';
import { beginWithState, type ReadyState, viewOfState } from '#service/index.ts';

interface ForkFolder {
  readonly from: { readonly name: string } | { readonly file: string };
  /** The data folder that has the state, whose key may open it; a file needs none. */
  readonly parentDir?: string | undefined;
  readonly into: string;
  readonly passphrase: string | undefined;
  readonly withoutSecrets: boolean;
  /** Left out: random. */
  readonly number: number | undefined;
}

/**
 * Begins a data folder of its own with a state: the next host that serves it continues from there, on the clock of the
 * state.
 * @throws CatalogueError `state.…`; Error in words about the folder or a key
 */
export const forkFolder = async (fork: ForkFolder): Promise<ReadyState & { readonly dataDir: string }> => {
  const { from, parentDir, passphrase, withoutSecrets, number = randomInt(1, 2 ** 31) } = fork;
  const file = 'file' in from ? from.file : stateIn(parentDir, from.name);
  if (file === undefined || !existsSync(file))
    throw new CatalogueError('state.notFound', { name: 'file' in from ? from.file : from.name });
  const dataDir = resolve(fork.into);
  if (existsSync(join(dataDir, 'service.db'))) {
    throw new Error(`${dataDir} has a sandbox already, so nothing was created. Choose another folder.`);
  }
  // A folder whose key only the keychain opens has none here: then the passphrase does it.
  const openWith = parentDir === undefined ? undefined : peekKeyFile(parentDir);
  const { clock } = viewOfState(file, openWith ?? Buffer.alloc(32));
  makeFolder(dataDir);
  const dataKey = loadKeyFile(dataDir);
  const opening = { passphrase, withoutSecrets, ...(openWith === undefined ? {} : { openWith }) };
  const begin = { ids: 'timed' as const, fork: number };
  return { dataDir, ...(await beginWithState({ file, dataDir, dataKey, clock, begin, ...opening })) };
};

const stateIn = (dataDir: string | undefined, name: string): string | undefined =>
  dataDir === undefined ? undefined : join(dataDir, 'states', name + stateExtension);
