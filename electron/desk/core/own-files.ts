import { type BigIntStats, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The files of the data folder, which may hold keys, and are never read as evidence: everything in it but what a person
 * handed over and the files of the sample. They are known by device and inode, so that no other path leads to them: a
 * link of either kind, another spelling, a mount, an open descriptor of a process. Names of ours are not listed anywhere
 * that could be forgotten.
 */
export interface OwnFiles {
  /** @param stat of what was opened, or of what a path leads to; a folder of ours counts too */
  has(stat: BigIntStats): boolean;
}

/** Why one is not read, for a person. */
export const ownFileProblem = 'it is a file of Carryover itself, which may hold keys';

/** Folders of the data folder whose files are a person's. */
const persons: ReadonlySet<string> = new Set(['uploads', 'sample']);
/** Deeper than anything of ours, so that links in a circle come to an end. */
const mostLevels = 8;

export const ownFilesIn = (dataDir: string): OwnFiles => {
  const ids = new Set<string>();
  const add = (path: string, level: number): void => {
    // What is gone meanwhile, such as a journal of SQLite, is no file any more.
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (stat === undefined || ids.has(idOf(stat))) return;
    ids.add(idOf(stat));
    if (!stat.isDirectory() || level > mostLevels) return;
    for (const name of readdirSync(path)) {
      if (level > 0 || !persons.has(name)) add(join(path, name), level + 1);
    }
  };
  add(dataDir, 0);
  const kernel = kernelDevice();
  // What has no name any more was reached through a descriptor: it may be a file of ours that was removed.
  return { has: (stat) => stat.nlink === 0n || stat.dev === kernel || ids.has(idOf(stat)) };
};

const idOf = ({ dev, ino }: BigIntStats): string => `${dev}:${ino}`;

/** Where Linux shows what processes hold, such as their environment. */
const kernelDevice = (): bigint | undefined => {
  if (process.platform !== 'linux') return undefined;
  const device = statSync('/proc', { bigint: true, throwIfNoEntry: false })?.dev;
  return device === statSync('/', { bigint: true }).dev ? undefined : device;
};
