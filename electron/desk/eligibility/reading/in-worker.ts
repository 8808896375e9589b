import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { systemTime } from '#base/clock.ts';
import { packageRoot } from '#base/package-root.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { JobProgress } from '#contract/job.ts';
import type { ReadData, Reading, ReadMessage, ReadTask } from './task.ts';

export interface ReadOptions {
  /** Ends the thread as soon as it reports again, or shortly after wherever it is. */
  readonly signal: AbortSignal;
  /** Called at most ten times a second. */
  progress(progress: JobProgress): void;
}

/** A reading needs some ten megabytes; what goes far beyond that is a fault, and must not take the host down. */
const heapLimitMb = 1024;

/**
 * A thread ends best by itself: one that is ended from outside while it is in native code may take the process with it.
 * This is how long it is waited for, ms.
 */
const patienceMs = 2000;

/** Beside the other entries once built; from the sources, Node itself strips the types. */
const entry = (): string =>
  import.meta.filename.endsWith('.ts')
    ? join(import.meta.dirname, 'worker.ts')
    : join(packageRoot(), 'out', 'main', 'reader.js');

/**
 * Runs one task in a thread of its own, so that nothing else waits for it.
 * @throws CatalogueError `file.unreadable`, `source.notSupported`, `archive.unreadable`, `traffic.formatUnknown`,
 * `traffic.fieldsUnknown`, `reading.failed`; the signal's reason when it was cancelled
 */
export const readInWorker = async (task: ReadTask, options: ReadOptions): Promise<Reading> => {
  options.signal.throwIfAborted();
  const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const data: ReadData = { task, stop };
  const worker = new Worker(entry(), {
    workerData: data,
    name: 'carryover-reader',
    // What the host was started with, such as a debugger's port, is not for the thread.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapLimitMb },
  });
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  try {
    return await answerOf(worker, options);
  } finally {
    Atomics.store(stop, 0, 1);
    const cancel = systemTime.after(patienceMs, () => void worker.terminate());
    await ended;
    cancel();
  }
};

const answerOf = (worker: Worker, { signal, progress }: ReadOptions): Promise<Reading> =>
  new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    const settle = (end: () => void) => {
      signal.removeEventListener('abort', abort);
      end();
    };
    worker.on('message', (message: ReadMessage) => {
      if (message.kind === 'progress') {
        if (!signal.aborted) progress(message.progress);
      } else if (message.kind === 'done') {
        settle(() => resolve(message.reading));
      } else {
        settle(() => reject(new CatalogueError(message.code, message.details)));
      }
    });
    const failed = (problem: string, cause?: unknown) =>
      settle(() => reject(new CatalogueError('reading.failed', { problem }, [], { cause })));
    worker.on('error', (error) => failed((error as Error).message, error));
    worker.on('exit', (code) => failed(`the reading thread ended with ${code}`));
  });
