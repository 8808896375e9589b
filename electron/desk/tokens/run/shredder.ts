import { type Cancel, systemTime } from '#base/clock.ts';
import type { CredentialSource } from './plan.ts';

/** Gives credentials of rows that are done up to be shredded, some at a time: each time a file is overwritten. */
export interface Shredder {
  add(rowId: number): void;
  /** Answers when nothing waits any more. */
  flush(): Promise<void>;
}

const most = 200;
const longestMs = 500;

export const createShredder = (
  credentials: Pick<CredentialSource, 'done'>,
  failed: (error: unknown) => void,
): Shredder => {
  let waiting: number[] = [];
  let running = Promise.resolve();
  let cancel: Cancel | undefined;

  const flush = (): Promise<void> => {
    cancel?.();
    cancel = undefined;
    const rowIds = waiting;
    waiting = [];
    if (rowIds.length > 0) running = running.then(() => credentials.done(rowIds)).catch(failed);
    return running;
  };

  return {
    add(rowId) {
      waiting.push(rowId);
      if (waiting.length >= most) void flush();
      else cancel ??= systemTime.after(longestMs, () => void flush());
    },
    flush,
  };
};
