import { parentPort, workerData } from 'node:worker_threads';
import { readImport } from './read-import.ts';
import { type FromReader, ImportRefusal, type ReaderData } from './task.ts';

/** The entry of the thread that reads long lists: one task, one answer, and it ends. */

const { task, stop } = workerData as ReaderData;
const post = (message: FromReader): void => parentPort?.postMessage(message);

/** Batches that the other side may have before it: one is worked on while the next is read. */
let credit = 2;
let wake = (): void => undefined;
parentPort?.on('message', () => {
  credit++;
  wake();
});

try {
  const facts = await readImport(task, async (rows, soFar) => {
    post({ kind: 'rows', rows, soFar });
    credit--;
    while (credit === 0 && Atomics.load(stop, 0) === 0) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    // Nothing is held here that would have to be cleaned up.
    if (Atomics.load(stop, 0) === 1) process.exit();
  });
  post({ kind: 'done', facts });
} catch (error) {
  if (!(error instanceof ImportRefusal)) throw error;
  post({ kind: 'refused', code: error.code, details: error.details });
}
parentPort?.close();
