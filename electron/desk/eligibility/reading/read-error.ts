import { fileProblem } from '#base/file-problem.ts';
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

/** Runs `work`, whose failures mean that `path` can't be read. @throws ReadError `file.unreadable` */
export const readable = <T>(path: string, work: () => T): T => {
  try {
    return work();
  } catch (error) {
    throw new ReadError('file.unreadable', { path, problem: fileProblem(error) });
  }
};
