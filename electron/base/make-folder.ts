import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder with those above it that are missing, each for its owner alone; one that is there keeps its mode. One
 * after the other: where nothing can be made at all, as in /proc, Node's `recursive` never comes to an end.
 * @throws Error of the file system; EEXIST if there is something else at its place
 */
export const makeFolder = (path: string): void => {
  const missing: string[] = [];
  for (let at = resolve(path); !existsSync(at) && dirname(at) !== at; at = dirname(at)) missing.unshift(at);
  for (const folder of missing) {
    try {
      mkdirSync(folder, { mode: 0o700 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  if (!statSync(path).isDirectory()) {
    throw Object.assign(new Error(`${path} is not a folder.`), { code: 'EEXIST', syscall: 'mkdir', path });
  }
};
