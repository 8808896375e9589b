import { write, writeSync } from 'node:fs';
import { systemTime } from './clock.ts';

/** Lines to a file descriptor, written in the background. */
export interface LineWriter {
  write(line: string): void;
  /** Writes what still waits, for at most a second: a reader that reads no more must not keep a process from ending. */
  flushSync(): void;
}

const pauseMs = 10;
const mostMs = 1000;
/** A reader that has stopped reading costs no more memory than this; later lines are lost. */
const mostWaiting = 16 * 1_048_576;

const isBusy = ({ code }: NodeJS.ErrnoException): boolean => code === 'EAGAIN' || code === 'EBUSY';

/** pino's own writer tries for ever, in an exit, to write to a pipe whose reader is gone. */
export const createLineWriter = (fd: number): LineWriter => {
  let waiting = '';
  let isWriting = false;
  let isGone = false;

  const writeWaiting = (): void => {
    if (isWriting || isGone || waiting === '') return;
    isWriting = true;
    const bytes = Buffer.from(waiting);
    waiting = '';
    send(bytes);
  };
  const send = (bytes: Buffer): void =>
    write(fd, bytes, (error, written) => {
      if (error !== null && !isBusy(error)) {
        isGone = true;
        return;
      }
      const rest = error === null ? bytes.subarray(written) : bytes;
      if (rest.length > 0) {
        if (error === null) send(rest);
        else systemTime.after(pauseMs, () => send(rest), { unref: true });
        return;
      }
      isWriting = false;
      writeWaiting();
    });

  return {
    write(line) {
      if (isGone || waiting.length > mostWaiting) return;
      waiting += line;
      // What is written in one go goes in one call; and a flush that follows at once finds it here.
      queueMicrotask(writeWaiting);
    },
    flushSync() {
      let bytes = Buffer.from(waiting);
      waiting = '';
      const until = systemTime.monotonic() + mostMs;
      while (bytes.length > 0 && !isGone && systemTime.monotonic() < until) {
        try {
          bytes = bytes.subarray(writeSync(fd, bytes));
        } catch (error) {
          if (!isBusy(error as NodeJS.ErrnoException)) return;
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
        }
      }
    },
  };
};
