import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { systemTime } from '#base/clock.ts';
import { CatalogueError } from '#contract/errors.ts';

/** What a look found holds for so long, ms: a look costs 2 µs, and a unit of work of many is no slower for it. */
const freshMs = 100;

/**
 * A database that is open stays so when its file is moved, removed or replaced, and takes writes that nobody will ever
 * read. Call right after it was opened.
 * @returns what throws CatalogueError `store.gone` while the path leads to another file or to none
 */
export const sameFile = (path: string): (() => void) => {
  const opened = identityOf(path);
  let isGone = false;
  let lookedAt = systemTime.monotonic();
  return () => {
    const now = systemTime.monotonic();
    if (isGone || now - lookedAt >= freshMs) {
      lookedAt = now;
      const found = identityOf(path);
      isGone = found !== undefined && found !== opened;
    }
    if (isGone) throw new CatalogueError('store.gone', { file: basename(path) });
  };
};

/** `none` where there is no file; undefined where that can't be known now. */
const identityOf = (path: string): string | undefined => {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found === undefined ? 'none' : `${found.dev}:${found.ino}`;
  } catch {
    return undefined;
  }
};
