import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fstatSync,
  openSync,
  readSync,
  rmSync,
} from 'node:fs';
import Database from 'better-sqlite3';
import { copySummed } from './copy-summed.ts';

/**
 * Copies a database that another connection writes to as files, which takes a fraction of what SQLite's own copy takes,
 * page by page. It is consistent all the same:
 *
 * - While a reader holds its state, checkpoints write nothing into the database that is not in the log from its
 *   beginning, and the log is not begun anew; so the database and all of the log together are a state. The copy of the
 *   log, made before, may end in the middle of a commit, which SQLite leaves out.
 * - Only if all of the log was copied into the database already, the log may be begun anew while it is read, once: then
 *   its header is another one, and it is copied again. From then on a checkpoint would have to wait for the reader.
 *
 * @param source the database, open: it is not closed here (`base/held-files.ts`)
 * @param to does not exist yet; with its log, it is a database that SQLite opens as after a crash
 * @returns checksums of the database; those of chunks that the log changes may be of an older copy
 */
export const copyLive = async (
  from: string,
  source: number,
  to: string,
  alive: (bytes: number) => void,
): Promise<Buffer> => {
  const sqlite = new Database(from, { readonly: true, fileMustExist: true });
  try {
    sqlite.exec('begin');
    // The state is that of the first read.
    sqlite.prepare('select count(*) from sqlite_schema').get();
    copyLog(`${from}-wal`, `${to}-wal`);
    return await copySummed(source, to, fstatSync(source).size, alive);
  } finally {
    sqlite.close();
  }
};

const copyLog = (from: string, to: string): void => {
  if (!existsSync(from)) return;
  for (let before = headerOf(from); ; ) {
    rmSync(to, { force: true });
    copyFileSync(from, to, constants.COPYFILE_FICLONE);
    const after = headerOf(from);
    if (after === before) return;
    before = after;
  }
};

const headerBytes = 32;

const headerOf = (path: string): string => {
  const fd = openSync(path, 'r');
  try {
    const header = Buffer.alloc(headerBytes);
    readSync(fd, header, 0, headerBytes, 0);
    return header.toString('hex');
  } finally {
    closeSync(fd);
  }
};
