import { systemTime } from '#base/clock.ts';
import { type KnownCompanies, readCompanies, refsToFind } from './directory.ts';
import type { RunPlan } from './plan.ts';

/**
 * The target's companies, read once for two uses: before a run is recorded, to refuse it if another desk has started
 * the same list; and then to find what is there already. The list may be long and the target slow, so the start
 * waits a few seconds only; the run then continues with the same reading as its first work.
 */
export interface FirstReading {
  /** What was read; undefined if that failed, takes too long, or is not to be waited for. Never rejects. */
  wait(): Promise<KnownCompanies | undefined>;
  /** Ends the waiting, not the reading. */
  hurry(): void;
  /** What is read, once; undefined if that failed before. @throws TargetError; the signal's reason */
  take(signal: AbortSignal): Promise<KnownCompanies | undefined>;
  /** It is no longer needed. */
  end(): void;
}

/** The longest wait for a target at the start of a run or in a dry run, ms. */
const longestWaitMs = 10_000;

export const createFirstReading = (
  { client, rows }: Pick<RunPlan, 'client' | 'rows'>,
  waitMs = longestWaitMs,
): FirstReading => {
  const needless = new AbortController();
  const hurried = Promise.withResolvers<undefined>();
  let reading: Promise<KnownCompanies> | undefined = refsToFind(rows).then(async (refs) => {
    try {
      needless.signal.throwIfAborted();
      return await readCompanies(client, { refs }, needless.signal);
    } finally {
      refs.close();
    }
  });
  let read: Promise<KnownCompanies | undefined> | undefined = reading.catch(() => {
    reading = undefined;
    return undefined;
  });
  return {
    async wait() {
      const late = Promise.withResolvers<undefined>();
      const cancel = systemTime.after(waitMs, () => late.resolve(undefined));
      try {
        return await Promise.race([read, hurried.promise, late.promise]);
      } finally {
        cancel();
      }
    },
    hurry: () => hurried.resolve(undefined),
    async take(signal) {
      // What is long is not kept for as long as the run.
      const taken = reading;
      reading = undefined;
      read = undefined;
      const end = (): void => needless.abort(signal.reason);
      if (signal.aborted) end();
      signal.addEventListener('abort', end, { once: true });
      try {
        return await taken;
      } finally {
        signal.removeEventListener('abort', end);
      }
    },
    end: () => needless.abort(),
  };
};
