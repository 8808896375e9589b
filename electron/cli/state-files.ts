import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileProblem } from '#base/file-problem.ts';
import { syncFile } from '#base/sync-file.ts';
import { syncFolder } from '#base/sync-folder.ts';
import { unfinishedBeside } from '#base/write-atomically.ts';
import {
  isStatePath,
  type SaveState,
  type StateView,
  stateNamePattern,
  withFileNamed,
} from '#contract/states.ts';
import { CommandError } from './command-error.ts';
import type { HttpClient } from './http-client.ts';

/** A state that a command names: one of the data folder by its name, or a file by its path. */
export type Named = { readonly name: string } | { readonly file: string };

/** @throws CommandError 2 */
export const named = (text: string): Named => {
  if (isStatePath(text)) return { file: resolve(text) };
  if (new RegExp(stateNamePattern).test(text)) return { name: text };
  const rule = 'letters, digits, blanks, hyphens and underscores, at most 63';
  throw new CommandError(`"${text}" can't be the name of a state (${rule}). A file is named by its path.`, 2);
};

export const pathOf = (name: string): string => `/states/${encodeURIComponent(name)}`;

const temporaryName = (): string => `file-${randomBytes(8).toString('hex')}`;

/** Does something with a state that is in the data folder for as long only. */
const passing = async <T>(
  service: HttpClient,
  file: string,
  work: (name: string) => Promise<T>,
): Promise<T> => {
  const name = temporaryName();
  try {
    return await work(name);
  } catch (error) {
    if (error instanceof CommandError) error.message = withFileNamed(error.message, name, file);
    throw error;
  } finally {
    await service.delete(pathOf(name)).catch(() => undefined);
  }
};

/** Whole or not at all; a file that is there is replaced. @throws CommandError 1 */
export const saveToFile = (service: HttpClient, file: string, request: SaveState): Promise<StateView> =>
  passing(service, file, async (name) => {
    const view = await service.post<StateView>('/states', { ...request, name });
    const unfinished = unfinishedBeside(file);
    try {
      const content = await service.download(`${pathOf(name)}/file`);
      await pipeline(content, createWriteStream(unfinished, { mode: 0o600, flags: 'wx' }));
      syncFile(unfinished);
      await rename(unfinished, file);
      syncFolder(dirname(file));
    } catch (cause) {
      await rm(unfinished, { force: true });
      if (cause instanceof CommandError) throw cause;
      throw new CommandError(`${file} can't be written: ${fileProblem(cause)}.`, 1, { cause });
    }
    return view;
  });

/** @throws CommandError 1 */
export const withFileTakenIn = <T>(
  service: HttpClient,
  file: string,
  work: (name: string) => Promise<T>,
): Promise<T> =>
  passing(service, file, async (name) => {
    const bytes = sizeOf(file);
    await service.upload(`${pathOf(name)}/file`, createReadStream(file), bytes);
    return work(name);
  });

const sizeOf = (file: string): number => {
  try {
    const found = statSync(file);
    if (!found.isFile()) throw new Error('it is not a file');
    return found.size;
  } catch (cause) {
    throw new CommandError(`${file} can't be read: ${fileProblem(cause)}.`, 1, { cause });
  }
};
