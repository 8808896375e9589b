import { renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFolder } from './sync-folder.ts';

/** Writes a JSON file for its owner alone. A crash leaves the file from before or this one, whole. */
export const writeJsonWhole = (path: string, content: unknown): void => {
  const unfinished = `${path}.partial`;
  writeFileSync(unfinished, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(unfinished, path);
  syncFolder(dirname(path));
};
