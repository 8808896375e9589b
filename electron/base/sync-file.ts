import { closeSync, fsyncSync, openSync } from 'node:fs';

/** What was written into a file survives a power cut from now on. @throws the system's error */
export const syncFile = (path: string): void => {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
};
