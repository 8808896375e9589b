import { CatalogueError } from '#contract/errors.ts';
import { ownFileProblem } from '#desk/core/own-files.ts';
import type { ReadRefusal } from './task.ts';

/** What stops a reading as a whole. */
export class ReadError extends CatalogueError {
  constructor(code: ReadRefusal, details: Record<string, string>) {
    super(code, details);
  }
}

/** A file of the data folder, by whatever path it was reached. */
export class OwnFileError extends Error {
  constructor() {
    super(ownFileProblem);
  }
}

const words = new Map(
  Object.entries({
    ENOENT: 'there is no such file or folder',
    EACCES: 'its permissions do not let this user read it',
    EPERM: 'its permissions do not let this user read it',
    ELOOP: 'its links lead in a circle',
    EISDIR: 'it is a folder',
    ENOTDIR: 'a part of its path is not a folder',
    ENAMETOOLONG: 'its path is longer than the system allows',
    EIO: 'the disk reported an error',
    EMFILE: 'too many files are open',
  }),
);

/** Why a file could not be read, for a person, without its path. */
export const problemOf = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code && words.get(code)) ?? (code ? `the system says ${code}` : message);
};

/** Runs `work`, whose failures mean that `path` can't be read. @throws ReadError `file.unreadable` */
export const readable = <T>(path: string, work: () => T): T => {
  try {
    return work();
  } catch (error) {
    throw new ReadError('file.unreadable', { path, problem: problemOf(error) });
  }
};
