import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileProblem } from '#base/file-problem.ts';
import { makeFolder } from '#base/make-folder.ts';
import { keyFile, loadKeyFile, peekKeyFile } from '#base/sealing.ts';
import { removeDatabase } from '#base/store/sqlite/database-file.ts';
import { CatalogueError } from '#contract/errors.ts';
import { stateExtension } from '#contract/states.ts';
import { beginWithState, type ReadyState, viewOfState } from '#service/index.ts';
import { removeLastOptions, writeLastOptions } from './last-options.ts';

interface ForkFolder {
  readonly from: { readonly name: string } | { readonly file: string };
  /** The data folder that has the state, whose key may open it; a file needs none. */
  readonly parentDir?: string | undefined;
  /** Its data key, where that is known; left out: of its key file, if it has one. */
  readonly parentKey?: Uint8Array;
  readonly into: string;
  readonly passphrase?: string | undefined;
  readonly withoutSecrets?: boolean | undefined;
  /** Left out: random. */
  readonly number?: number | undefined;
  readonly signal?: AbortSignal;
}

/**
 * Begins a data folder of its own with a state: the next host that serves it continues from there, on the clock of the
 * state. Where that fails, nothing of it is left.
 * @throws CatalogueError `state.…`, `fork.…`; Error in words about a key
 */
export const forkFolder = async (fork: ForkFolder): Promise<ReadyState & { readonly dataDir: string }> => {
  const { from, parentDir, parentKey, passphrase, withoutSecrets, number = randomInt(1, 2 ** 31) } = fork;
  const file = 'file' in from ? from.file : stateIn(parentDir, from.name);
  if (file === undefined || !existsSync(file))
    throw new CatalogueError('state.notFound', { name: 'file' in from ? from.file : from.name });
  // A folder whose key only the keychain opens has none here: then the passphrase does it.
  const openWith = parentKey ?? (parentDir === undefined ? undefined : peekKeyFile(parentDir));
  const { clock } = viewOfState(file, openWith ?? Buffer.alloc(32));
  const dataDir = resolve(fork.into);
  const remove = takeFolder(dataDir);
  try {
    const dataKey = loadKeyFile(dataDir);
    // Where nothing says otherwise, a host serves a folder on system time.
    if (clock === 'virtual') writeLastOptions(dataDir, { clock, allowPrivate: false, home: clock });
    const { signal } = fork;
    const ready = await beginWithState({
      file,
      dataDir,
      dataKey,
      clock,
      begin: { ids: 'timed', fork: number },
      passphrase,
      withoutSecrets,
      ...(openWith === undefined ? {} : { openWith }),
      ...(signal === undefined ? {} : { signal }),
    });
    return { dataDir, ...ready };
  } catch (error) {
    remove();
    throw error;
  }
};

const stateIn = (dataDir: string | undefined, name: string): string | undefined =>
  dataDir === undefined ? undefined : join(dataDir, 'states', name + stateExtension);

/**
 * Makes a folder, or takes one that is empty.
 * @returns removes what a fork left in it, and the folders that were made for it
 * @throws CatalogueError `fork.folderTaken`, `fork.folderFailed`
 */
const takeFolder = (folder: string): (() => void) => {
  const made = missingAbove(folder);
  try {
    makeFolder(dirname(folder));
    if (made.length > 0) mkdirSync(folder, { mode: 0o700 });
    else if (readdirSync(folder).length > 0) throw new CatalogueError('fork.folderTaken', { folder });
  } catch (error) {
    removeEmpty(made);
    if (error instanceof CatalogueError) throw error;
    throw new CatalogueError('fork.folderFailed', { folder, problem: fileProblem(error) }, [], {
      cause: error,
    });
  }
  return () => {
    removeDatabase(join(folder, 'service.db'));
    removeLastOptions(folder);
    rmSync(keyFile(folder), { force: true });
    removeEmpty(made);
  };
};

/** The folder and those above it that are missing, the innermost first. */
const missingAbove = (folder: string): string[] => {
  const missing: string[] = [];
  for (let at = folder; !existsSync(at) && dirname(at) !== at; at = dirname(at)) missing.push(at);
  return missing;
};

/** One in which somebody has put something meanwhile stays. */
const removeEmpty = (folders: readonly string[]): void => {
  try {
    for (const folder of folders) if (existsSync(folder)) rmdirSync(folder);
  } catch {
    // As those above it do.
  }
};
