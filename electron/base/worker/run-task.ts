import { deserialize } from 'node:v8';
import { type Transferable, Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import { type Cancel, systemTime } from '#base/clock.ts';
import { workerEntry } from '#base/worker/entry.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { FromTask, PlainError, ServiceTaskName, TaskData, TaskName } from './messages.ts';

/**
 * Everything that reads what others made, of a size that nobody here chose, runs in a thread of its own: nothing else
 * waits for it, and it ends when it passes a bound. Bounds on memory are V8's, which count what JavaScript allocates; a
 * single native step, such as `JSON.parse`, can pass them by so much that the process ends, so tasks look first at how
 * much one would make (see `base/json/parse-bounded.ts`).
 */
export interface TaskOptions {
  /** What is read, as the errors call it, such as "The case file". */
  readonly what: string;
  /** The longest time between two signs of life: without progress and parts, the longest time at all. */
  readonly timeMs: number;
  readonly heapMb: number;
  /** Of the serialized answer. */
  readonly resultBytes?: number;
  /** Rows that live for a moment only are cheapest in a large nursery. */
  readonly nurseryMb?: number;
  readonly signal?: AbortSignal;
  progress?(value: never): void;
  /** Takes a part of the answer; the next ones wait for it. Its time is not the task's. */
  part?(value: never): Promise<void>;
  /** Passed on, not copied. */
  readonly transfer?: readonly Transferable[];
  /** May take minutes: short ones don't wait for it. */
  readonly isLong?: boolean;
  /** Lives as long as what it works for, and mostly waits: it takes no place from others. */
  readonly isLasting?: boolean;
}

const serviceTasks: ReadonlySet<string> = new Set<ServiceTaskName>([
  'check-state',
  'load-state',
  'save-state',
]);
const usualResultBytes = 256 * 1_048_576;
/** More at once would share the same cores, and add up their memory. */
const lanes = { long: new PQueue({ concurrency: 3 }), short: new PQueue({ concurrency: 2 }) };

/**
 * A thread ends best by itself: one that is ended from outside while it is in native code may take the process with it.
 * This is how long it is waited for, ms.
 */
const patienceMs = 2000;

/**
 * Runs one task in a worker thread.
 * @throws CatalogueError `reading.tooLong`, `reading.tooMuchMemory`, `reading.tooLarge` when a bound is hit,
 *   `reading.failed`; those of the task; what `part` throws; the signal's reason when it was cancelled
 */
export const runTask = async <T>(name: TaskName, input: unknown, options: TaskOptions): Promise<T> => {
  const { signal, isLong = false, isLasting = false } = options;
  if (isLasting) return run<T>(name, input, options);
  const queue = isLong ? lanes.long : lanes.short;
  return (await queue.add(() => run<T>(name, input, options), signal === undefined ? {} : { signal })) as T;
};

const run = async <T>(name: TaskName, input: unknown, options: TaskOptions): Promise<T> => {
  options.signal?.throwIfAborted();
  const { heapMb, nurseryMb, resultBytes = usualResultBytes, transfer = [] } = options;
  const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const data: TaskData = { name, input, resultBytes, stop };
  const worker = new Worker(workerEntry(serviceTasks.has(name) ? 'service' : 'desk'), {
    workerData: data,
    transferList: [...transfer],
    name: `carryover-${name}`,
    // What the host was started with, such as a debugger's port, is not for the thread.
    execArgv: [],
    resourceLimits: {
      maxOldGenerationSizeMb: heapMb,
      ...(nurseryMb === undefined ? {} : { maxYoungGenerationSizeMb: nurseryMb }),
    },
  });
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  let isOver = false;
  try {
    return await answerOf<T>(worker, options, () => {
      isOver = true;
    });
  } finally {
    Atomics.store(stop, 0, 1);
    worker.postMessage('stop');
    const cancel = systemTime.after(isOver ? 0 : patienceMs, () => void worker.terminate());
    await ended;
    cancel();
  }
};

/** @param over called before it rejects, if the thread would not end by itself */
const answerOf = <T>(worker: Worker, options: TaskOptions, over: () => void): Promise<T> =>
  new Promise((resolve, reject) => {
    const { what, timeMs, signal } = options;
    const settle = (end: () => void): void => {
      timer.stop();
      signal?.removeEventListener('abort', abort);
      end();
    };
    const fail = (error: unknown): void => settle(() => reject(error));
    const abort = (): void => fail(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    const timer = createTimer(timeMs, () => {
      over();
      fail(new CatalogueError('reading.tooLong', { what, seconds: timeMs / 1000 }));
    });
    const parts = createParts(options, fail, () => {
      worker.postMessage('taken');
      timer.start();
    });
    const hear = (message: FromTask): void => {
      switch (message.kind) {
        case 'progress':
          timer.start();
          if (!signal?.aborted) options.progress?.(message.value as never);
          return;
        case 'part':
          parts.take(message.value as never);
          return;
        case 'done':
          parts.afterAll(() => settle(() => resolve(deserialize(message.result) as T)));
          return;
        case 'tooLarge':
          fail(tooLarge(options));
          return;
        default:
          fail(revived(message.error));
      }
    };
    timer.start();
    worker.on('message', (message: FromTask) => {
      hear(message);
      if (parts.areWaiting()) timer.stop();
    });
    worker.on('error', (error: NodeJS.ErrnoException) => fail(threadError(error, options)));
    // Whatever it has said before is heard first.
    worker.on('exit', (code) => parts.afterAll(() => fail(failed(`the reading thread ended with ${code}`))));
  });

const createTimer = (timeMs: number, over: () => void) => {
  let stop: Cancel = () => undefined;
  return {
    start(): void {
      stop();
      stop = systemTime.after(timeMs, over);
    },
    stop: (): void => stop(),
  };
};

/** Parts are taken one after the other; after one that failed, none is. */
const createParts = ({ part }: TaskOptions, fail: (error: unknown) => void, taken: () => void) => {
  let turn = Promise.resolve();
  let waiting = 0;
  return {
    areWaiting: (): boolean => waiting > 0,
    take(value: never): void {
      waiting++;
      turn = turn
        .then(() => part?.(value))
        .then(() => {
          waiting--;
          taken();
        });
      turn.catch(fail);
    },
    afterAll(work: () => void): void {
      turn.then(work, () => undefined);
    },
  };
};

const tooLarge = ({ what, resultBytes = usualResultBytes }: TaskOptions): CatalogueError =>
  new CatalogueError('reading.tooLarge', { what, megabytes: Math.round(resultBytes / 1_048_576) });

/** Without the error's message, which could quote what was read. */
const threadError = (error: NodeJS.ErrnoException, { what, heapMb }: TaskOptions): CatalogueError =>
  error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new CatalogueError('reading.tooMuchMemory', { what, megabytes: heapMb })
    : failed(error.code ?? error.name, error);

const failed = (problem: string, cause?: unknown): CatalogueError =>
  new CatalogueError('reading.failed', { problem }, [], { cause });

/** Its sentence was made on the other side. */
const revived = ({ code, message, validation, info }: PlainError): CatalogueError => {
  const error = new CatalogueError(code, {}, validation, info === undefined ? {} : { info });
  error.message = message;
  return error;
};
