import { systemTime } from '#base/clock.ts';
import type { Child, FromChild } from './messages.ts';

/** How a child failed: `failed` is its own word, `ended` is none at all. */
export type ChildFailure = 'time' | 'memory' | 'failed' | 'ended';

export class ChildError extends Error {
  readonly reason: ChildFailure;
  constructor(reason: ChildFailure, problem: string) {
    super(problem);
    this.reason = reason;
  }
}

export interface ChildBounds {
  readonly timeMs: number;
  readonly memoryMb: number;
  /** Whoever asked does not wait any more. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Gives a child its one task, waits for the answer, and for the end of the child: it is gone when this settles, however
 * it ended.
 * @throws ChildError; the reason of `signal`
 */
export const runChild = async <T>(
  child: Child,
  input: unknown,
  { timeMs, memoryMb, signal }: ChildBounds,
): Promise<{ readonly result: T; readonly peakMb: number }> => {
  const ended = Promise.withResolvers<string>();
  child.onEnd(ended.resolve);
  const answered = Promise.withResolvers<FromChild>();
  child.onMessage(answered.resolve);
  const late = Promise.withResolvers<never>();
  const cancel = systemTime.after(timeMs, () =>
    late.reject(new ChildError('time', `it took more than ${timeMs / 1000} s`)),
  );
  const stop = (): void => late.reject(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    signal?.throwIfAborted();
    child.send({ input, memoryMb });
    const gone = ended.promise.then((problem): never => {
      throw new ChildError('ended', problem);
    });
    // An answer that came with the end counts.
    const answer = await Promise.race([answered.promise, late.promise, gone]);
    if (answer.kind === 'done') return { result: answer.result as T, peakMb: answer.peakMb };
    throw answer.kind === 'failed'
      ? new ChildError('failed', answer.problem)
      : new ChildError('memory', `it needed more than ${memoryMb} MB`);
  } finally {
    cancel();
    signal?.removeEventListener('abort', stop);
    child.kill();
    await ended.promise;
  }
};
