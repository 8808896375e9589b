import { closeSync, openSync } from 'node:fs';

/**
 * Descriptors of databases that are in use. When a process closes any descriptor of a file, POSIX takes all its locks on
 * that file away, those of SQLite among them: then another program that opens the database would take it for unused, and
 * remove the log that is written to. So what reads such a file beside SQLite keeps it open until SQLite has closed it.
 * Source: https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_
 */
export interface HeldFiles {
  /** The same one each time. @throws the system's error */
  open(path: string): number;
  /** Once their databases are closed. */
  closeAll(): void;
}

export const createHeldFiles = (): HeldFiles => {
  const held = new Map<string, number>();
  return {
    open(path) {
      const fd = held.get(path) ?? openSync(path, 'r');
      held.set(path, fd);
      return fd;
    },
    closeAll() {
      for (const fd of held.values()) closeSync(fd);
      held.clear();
    },
  };
};
