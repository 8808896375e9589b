import { writeFileSync } from 'node:fs';
import { fileProblem } from '#base/file-problem.ts';
import { CommandError } from './command-error.ts';

/** Writes a file for its owner alone. @throws CommandError 1 if there is one already, or it can't be written */
export const writeNewFile = (path: string, text: string): void => {
  try {
    writeFileSync(path, text, { mode: 0o600, flag: 'wx' });
  } catch (cause) {
    const exists = (cause as NodeJS.ErrnoException).code === 'EEXIST';
    const problem = exists ? 'the file exists; choose another name' : fileProblem(cause);
    throw new CommandError(`${path} can't be written: ${problem}.`, 1, { cause });
  }
};
