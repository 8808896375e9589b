import pRetry from 'p-retry';
import { mayRepeat } from './hold-off.ts';
import { TargetError } from './target-error.ts';
import type { TargetCall } from './targets.ts';

const attempts = 5;
const longestBackoffMs = 8000;
/** No repeat begins later than this after the first attempt failed. */
const wholeCallMs = 300_000;

/**
 * Repeats a call whose first attempt failed, as long as that may help: almost no call comes here, as the way through
 * p-retry costs more than a call.
 * @throws what the last attempt failed with, or the signal's reason
 */
export const repeat = async <T>(
  send: () => Promise<T>,
  first: unknown,
  wanted: TargetCall,
  { backoffMs, signal }: { readonly backoffMs: number; readonly signal: AbortSignal },
): Promise<T> => {
  let last = first;
  let answer: { readonly value: T } | undefined;
  const again = async (): Promise<void> => {
    try {
      answer = { value: await send() };
    } catch (error) {
      if (error instanceof TargetError) last = error;
      throw error;
    }
  };
  try {
    await pRetry((attempt) => (attempt === 1 ? Promise.reject(first) : again()), {
      retries: (wanted.attempts ?? attempts) - 1,
      minTimeout: backoffMs,
      maxTimeout: longestBackoffMs,
      randomize: true,
      maxRetryTime: wholeCallMs,
      signal,
      shouldRetry: ({ error }) => mayRepeat(error, wanted),
    });
  } catch (error) {
    // A stop undoes nothing: what came before it tells more.
    if (answer === undefined) throw wanted.stop?.aborted && error === wanted.stop.reason ? last : error;
  }
  return (answer as { readonly value: T }).value;
};
