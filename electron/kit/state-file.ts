import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileProblem } from '#base/file-problem.ts';
import { keyFile, peekKeyFile } from '#base/sealing.ts';
import { isStatePath, stateExtension } from '#contract/states.ts';
import { StartError } from '#local/start-error.ts';

/**
 * The file of a state that is named by its path, or by its name in a data folder.
 * @throws StartError in words if there is none, or the folder is not said
 */
export const stateFile = (state: string, dataDir: string | undefined): string => {
  if (isStatePath(state)) {
    const path = resolve(state);
    if (existsSync(path)) return path;
    throw new StartError(`There is no file ${path}. Nothing was started. Check its path.`);
  }
  if (dataDir === undefined) {
    throw new StartError(
      `${state} is the name of a saved state, and no data folder is given. Nothing was started. Give the folder, or the path of a file, such as ./${state}${stateExtension}.`,
    );
  }
  const folder = join(dataDir, 'states');
  const file = join(folder, state + stateExtension);
  if (existsSync(file)) return file;
  const names = namesIn(folder);
  const there = names.length === 0 ? 'It has none.' : `It has ${names.join(', ')}.`;
  throw new StartError(
    `There is no saved state ${state} in ${dataDir}. ${there} Nothing was started. A file is named by its path, such as ./${state}${stateExtension}.`,
  );
};

/** What opens the states of a folder that is not its own; undefined where none is there. @throws StartError */
export const keyOfFolder = (dataDir: string): Buffer | undefined => {
  try {
    return peekKeyFile(dataDir);
  } catch (cause) {
    const problem = cause instanceof Error && 'code' in cause ? fileProblem(cause) : 'it is not whole';
    throw new StartError(
      `The key file ${keyFile(dataDir)} can't be used: ${problem}. Nothing was started. Put the right key file back; or leave the folder out, and name the file of a state by its path.`,
      { cause },
    );
  }
};

const mostNames = 10;

const namesIn = (folder: string): string[] => {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const names = files.filter((file) => file.endsWith(stateExtension)).sort();
  const shown = names.slice(0, mostNames).map((file) => file.slice(0, -stateExtension.length));
  return names.length > mostNames ? [...shown, `${names.length - mostNames} more`] : shown;
};
