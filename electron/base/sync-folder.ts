import { closeSync, fsyncSync, openSync } from 'node:fs';

/** So that a new name survives a power cut. Windows has no such call for folders, and does it by itself. */
export const syncFolder = (path: string): void => {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
};
