import type { MessagePort } from 'node:worker_threads';
import Database from 'better-sqlite3';

/** What the thread of checkpoints is given. */
export interface CheckpointsTask {
  readonly path: string;
  readonly port: MessagePort;
}

/** Frames of the write-ahead log: all, and those that are in the database too. */
export interface LogFrames {
  readonly log: number;
  readonly checkpointed: number;
}

/** `restart`: copy what is left and make the first commit of the log's next lap; nobody writes meanwhile. */
export type ToCheckpoints = 'copy' | 'restart' | 'close';

/** The log is cut back to this when it is restarted, bytes. */
const keptLogBytes = 64 * 1024 * 1024;

/** Copies the log into the database, as far as nobody reads older states, each time it is asked; until `close`. */
export const serveCheckpoints = ({ path, port }: CheckpointsTask): Promise<void> =>
  new Promise((resolve, reject) => {
    const sqlite = new Database(path, { fileMustExist: true });
    // Like the connection that writes: the log is synced before it is copied, the database before the log is used again.
    sqlite.pragma('synchronous = NORMAL');
    // On macOS, only this reaches the disk itself: the log may have been synced so.
    sqlite.pragma('fullfsync = ON');
    sqlite.pragma('checkpoint_fullfsync = ON');
    sqlite.pragma(`journal_size_limit = ${keptLogBytes}`);
    port.on('message', (message: ToCheckpoints) => {
      try {
        if (message !== 'close') return port.postMessage(message === 'copy' ? copy(sqlite) : restart(sqlite));
        sqlite.close();
        port.close();
        resolve();
      } catch (error) {
        reject(error);
      }
    });
  });

/** A full disk is met by the one that writes, too, and said there. */
const copy = (sqlite: Database.Database): LogFrames | undefined => {
  try {
    return (sqlite.pragma('wal_checkpoint(PASSIVE)') as LogFrames[])[0];
  } catch (error) {
    if (error instanceof Database.SqliteError) return undefined;
    throw error;
  }
};

/**
 * The first commit of a lap syncs the log's new beginning and cuts its end off, which takes tens of milliseconds: here
 * nobody but units of work that write waits for it. It changes nothing.
 */
const restart = (sqlite: Database.Database): LogFrames | undefined => {
  const state = copy(sqlite);
  if (state === undefined || state.checkpointed < state.log) return state;
  try {
    sqlite.transaction(() => {
      sqlite.pragma(`user_version = ${sqlite.pragma('user_version', { simple: true })}`);
    })();
  } catch (error) {
    if (error instanceof Database.SqliteError) return undefined;
    throw error;
  }
  return state;
};
