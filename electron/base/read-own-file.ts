import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';

/**
 * What a file with secrets says. Windows has rights of another kind.
 * @throws Error unless it is this user's, and nobody else's to read; the system's error
 */
export const readOwnBytes = (path: string): Buffer => {
  const file = openSync(path, 'r');
  try {
    const { uid, mode } = fstatSync(file);
    const isOwn = process.geteuid === undefined || (uid === process.geteuid() && (mode & 0o077) === 0);
    if (!isOwn) throw new Error(`${path} is not for its owner alone.`);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
};

/** The same, as text. */
export const readOwnFile = (path: string): string => readOwnBytes(path).toString('utf8');
