import { accessSync, constants, existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileProblem } from './file-problem.ts';
import { unfinishedBeside } from './write-atomically.ts';

/** What the system refused, in words for a person: a folder, a disk or a limit, and never a fault of the program. */
export interface SystemProblem {
  /** What it is about, if the system named it. */
  readonly path: string | undefined;
  /** A clause, such as "the disk is read-only". */
  readonly problem: string;
  /** A sentence: what to do. */
  readonly advice: string;
}

const families: readonly (readonly [RegExp, string])[] = [
  [/^EROFS$/, 'Make the disk writable.'],
  [/^(EACCES|EPERM)$/, 'Give your user permission to read and write it.'],
  [/^(ENOSPC|EDQUOT)$/, 'Free disk space.'],
  [/^(EMFILE|ENFILE)$/, 'Close other programs, or raise the limit of open files (`ulimit -n`).'],
  [/^(ERR_FS_EISDIR|EISDIR|ENOTDIR|EEXIST|ELOOP|ENOTEMPTY|EBUSY)$/, 'Move it away.'],
  [/^(ENOENT|ENAMETOOLONG)$/, 'Check the path.'],
  [/^(EIO|ENXIO|ESTALE|ETIMEDOUT)$/, 'Check the disk, or its connection.'],
];

/** Of an error that the system gave for a file or a folder, or that was caused by one; undefined for all others. */
export const systemProblem = (error: unknown): SystemProblem | undefined => {
  if (!(error instanceof Error)) return undefined;
  const { code, syscall, path: first, dest } = error as NodeJS.ErrnoException & { readonly dest?: string };
  // Of a rename, what stands in the way is where it leads.
  const path = dest ?? first;
  const family = code === undefined ? undefined : families.find(([codes]) => codes.test(code));
  const isOfFile = path !== undefined || code === 'ERR_FS_EISDIR' || isFileCall(error);
  if (family === undefined || !isOfFile) return systemProblem(error.cause);
  const isInTheWay = code === 'EEXIST' && syscall === 'mkdir';
  return { path, problem: isInTheWay ? 'it is a file' : fileProblem(error), advice: family[1] };
};

/** An error of a file that was open already names no path. Sockets have calls of their own. */
const isFileCall = ({ syscall }: NodeJS.ErrnoException): boolean =>
  ['read', 'write', 'fsync', 'fdatasync', 'ftruncate', 'fchmod', 'close'].includes(syscall ?? '');

/**
 * Why a file can't be used, found by trying: SQLite says only that it can't. The file itself is not opened, as closing it
 * would take away locks that this process has on it.
 * @returns undefined if nothing is wrong with it now
 */
export const whyUnusable = (path: string): SystemProblem | undefined => {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat?.isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR', path });
    if (stat !== undefined) accessSync(path, constants.R_OK | constants.W_OK);
    const beside = unfinishedBeside(path);
    try {
      writeFileSync(beside, Buffer.alloc(probeBytes), { mode: 0o600, flag: 'wx' });
    } finally {
      rmSync(beside, { force: true });
    }
    return undefined;
  } catch (error) {
    const problem = systemProblem(error);
    return problem && { ...problem, path: isBeside(problem.path, path) ? dirname(path) : path };
  }
};

/** What SQLite needs beside a database for a start. */
const probeBytes = 65_536;

/** As a folder that is to be made says only that there is none. */
export const whyNotMade = (folder: string): SystemProblem | undefined =>
  existsSync(folder) || dirname(folder) === folder
    ? whyUnusable(join(folder, 'new'))
    : whyNotMade(dirname(folder));

const isBeside = (named: string | undefined, path: string): boolean =>
  named !== undefined && named !== path && dirname(named) === dirname(path);
