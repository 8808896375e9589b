import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { systemTime } from '#base/clock.ts';
import { packageRoot } from '#base/package-root.ts';
import { CatalogueError } from '#contract/errors.ts';
import { readImport } from './read-import.ts';
import {
  asCatalogueError,
  type FileFacts,
  type FromReader,
  type ImportTask,
  type ReaderData,
  type TakeRows,
} from './task.ts';

/** A shorter list is read here: to start a thread for it would take longer. Bytes. */
const threadFrom = 1_048_576;
/** One row is held at a time, and a few batches; what goes far beyond that is a fault. */
const heapLimitMb = 512;
/** Rows live for a moment only: in a large nursery most of them are gone before they are looked at again. */
const nurseryMb = 48;
/** A thread that is ended from outside may take the process with it: it is waited for, ms. */
const patienceMs = 2000;

/** Beside the other entries once built; from the sources, Node itself strips the types. */
const entry = (): string =>
  import.meta.filename.endsWith('.ts')
    ? join(import.meta.dirname, 'reader.ts')
    : join(packageRoot(), 'out', 'main', 'token-reader.js');

/**
 * Reads and checks a list of tokens, a long one in a thread of its own: while its rows are sealed and written here, the
 * next ones are read there, and other work gets its turn.
 * @throws CatalogueError `tokens.unreadable`, `tokens.columnsUnknown`, `file.unreadable`, `reading.failed`; what `take`
 *   throws; the signal's reason
 */
export const readList = async (task: ImportTask, take: TakeRows, signal: AbortSignal): Promise<FileFacts> => {
  const guarded: TakeRows = async (rows, soFar) => {
    signal.throwIfAborted();
    await take(rows, soFar);
  };
  signal.throwIfAborted();
  if (task.source.size >= threadFrom) return readInThread(task, guarded, signal);
  try {
    return await readImport(task, guarded);
  } catch (error) {
    throw asCatalogueError(error);
  }
};

const readInThread = async (task: ImportTask, take: TakeRows, signal: AbortSignal): Promise<FileFacts> => {
  const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const data: ReaderData = { task, stop };
  const worker = new Worker(entry(), {
    workerData: data,
    name: 'carryover-token-reader',
    // What the host was started with, such as a debugger's port, is not for the thread.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapLimitMb, maxYoungGenerationSizeMb: nurseryMb },
  });
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  try {
    return await answerOf(worker, take, signal);
  } finally {
    Atomics.store(stop, 0, 1);
    worker.postMessage('stop');
    const cancel = systemTime.after(patienceMs, () => void worker.terminate());
    await ended;
    cancel();
  }
};

const answerOf = (worker: Worker, take: TakeRows, signal: AbortSignal): Promise<FileFacts> =>
  new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    const settle = (end: () => void): void => {
      signal.removeEventListener('abort', abort);
      end();
    };
    const failed = (problem: string): void =>
      settle(() => reject(new CatalogueError('reading.failed', { problem })));
    /** Batches are taken one after the other; after one that failed, none is. */
    let turn = Promise.resolve();
    worker.on('message', (message: FromReader) => {
      if (message.kind === 'rows') {
        turn = turn.then(() => take(message.rows, message.soFar)).then(() => worker.postMessage('taken'));
        turn.catch((error: unknown) => settle(() => reject(error)));
      } else if (message.kind === 'done') {
        turn.then(
          () => settle(() => resolve(message.facts)),
          () => undefined,
        );
      } else settle(() => reject(new CatalogueError(message.code, message.details)));
    });
    // Its message could quote what was read.
    worker.on('error', (error: NodeJS.ErrnoException) => failed(error.code ?? error.name));
    // Whatever it has said before is heard first.
    worker.on('exit', (code) => {
      turn.then(
        () => failed(`the reading thread ended with ${code}`),
        () => undefined,
      );
    });
  });
