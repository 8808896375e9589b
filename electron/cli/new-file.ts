import { existsSync, writeFileSync } from 'node:fs';
import { fileProblem } from '#base/file-problem.ts';
import { CommandError } from './command-error.ts';

/** Writes a file for its owner alone. @throws CommandError 1 if there is one already, or it can't be written */
export const writeNewFile = (path: string, content: string | Buffer): void => {
  try {
    writeFileSync(path, content, { mode: 0o600, flag: 'wx' });
  } catch (cause) {
    const exists = (cause as NodeJS.ErrnoException).code === 'EEXIST';
    throw unwritten(path, exists ? taken : fileProblem(cause), cause);
  }
};

/** Before what is to be written is made. @throws CommandError 1 */
export const refuseExisting = (path: string): void => {
  if (existsSync(path)) throw unwritten(path, taken);
};

const taken = 'the file exists; choose another name';
const unwritten = (path: string, problem: string, cause?: unknown): CommandError =>
  new CommandError(`${path} can't be written: ${problem}.`, 1, { cause });
