import { serialize } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { CatalogueError } from '#contract/errors.ts';
import type { FromTask, TaskData, TaskName } from './messages.ts';

/** What a task can say while it works. Both end the thread at once when nobody waits any more: nothing is held there. */
export interface TaskPort {
  progress(value: unknown): void;
  /** Hands over a part of the answer; resolves when the next may come, so that parts don't pile up. */
  part(value: unknown): Promise<void>;
}

export type Task = (input: never, port: TaskPort) => unknown;

/** Runs the one task that this thread was made for, and ends. What it throws besides CatalogueError fails the thread. */
export const serveTask = async <Name extends TaskName>(
  tasks: Readonly<Record<Name, () => Promise<Task>>>,
): Promise<void> => {
  const { name, input, resultBytes, stop } = workerData as TaskData;
  const task = await tasks[name as Name]();
  try {
    const result = serialize(await task(input as never, createPort(stop)));
    post(result.length > resultBytes ? { kind: 'tooLarge' } : { kind: 'done', result: owned(result) });
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    const { code, message, validation, info } = error;
    post({ kind: 'refused', error: { code, message, validation, info } });
  }
  parentPort?.close();
};

/** Parts that the other side may have before it: one is worked on while the next is made. */
const partsAhead = 2;

const createPort = (stop: TaskData['stop']): TaskPort => {
  let credit = partsAhead;
  let wake = (): void => undefined;
  parentPort?.on('message', () => {
    credit++;
    wake();
  });
  const endIfStopped = (): void => {
    if (Atomics.load(stop, 0) === 1) process.exit();
  };
  return {
    progress(value) {
      endIfStopped();
      post({ kind: 'progress', value });
    },
    async part(value) {
      post({ kind: 'part', value });
      credit--;
      while (credit === 0 && Atomics.load(stop, 0) === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      endIfStopped();
    },
  };
};

const post = (message: FromTask): void => parentPort?.postMessage(message);

const owned = (bytes: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);
