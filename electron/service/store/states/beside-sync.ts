import { closeSync, fsync, openSync } from 'node:fs';
import { promisify } from 'node:util';

/** Writes a file to the disk while `work` is done, at once. @throws what `work` throws; `synced` rejects for the disk */
export const besideSync = <T>(path: string, work: () => T): { result: T; synced: Promise<void> } => {
  const fd = openSync(path, 'r+');
  const synced = promisify(fsync)(fd).finally(() => closeSync(fd));
  // It is waited for later, and must not be one that nobody waits for until then.
  synced.catch(() => undefined);
  return { result: work(), synced };
};
