import { systemTime } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import type { KeptJobs } from './kept-jobs.ts';

type Change<T> = (kept: KeptJobs) => Promise<T>;

/** Between two tries to write what has to be on record, ms. */
const firstPauseMs = 1_000;
const longestPauseMs = 30_000;

/** What is written of jobs. @param kept left out: nothing is */
export const createRecords = (kept: KeptJobs | undefined, log: Log) => {
  /** A job needs no record to run: what fails is logged. */
  const tried = async <T>(
    change: Change<T>,
  ): Promise<{ readonly isWritten: boolean; readonly answer?: T }> => {
    if (kept === undefined) return { isWritten: true };
    try {
      return { isWritten: true, answer: await change(kept) };
    } catch (err) {
      log.warn({ err }, 'desk: a job could not be put on record for the next process');
      return { isWritten: false };
    }
  };
  return {
    tried,
    /** After a try that failed: again until it is written. Once `signal` is aborted, it is tried once more. */
    async again<T>(change: Change<T>, signal: AbortSignal): Promise<T | undefined> {
      for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
        await pause(pauseMs, signal);
        const { isWritten, answer } = await tried(change);
        if (isWritten) return answer;
        signal.throwIfAborted();
      }
    },
  };
};

/** Ends early with the signal. */
const pause = (pauseMs: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = (): void => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = systemTime.after(pauseMs, end);
    signal.addEventListener('abort', end);
  });
