import { parentPort, workerData } from 'node:worker_threads';
import { readSource } from '#desk/eligibility/source/scan.ts';
import { readLogs } from '#desk/eligibility/traffic/read.ts';
import { ReadError } from './read-error.ts';
import type { ReadData, Reading, ReadMessage, Report } from './task.ts';

/** The entry of the reading thread: one task, one answer, and it ends. What else it throws, the host gets as an error. */

const post = (message: ReadMessage): void => parentPort?.postMessage(message);
const { task, stop } = workerData as ReadData;

/** Between two files or pieces: the place to end, as nothing is held here. */
const report: Report = (progress) => {
  if (Atomics.load(stop, 0) === 1) process.exit();
  post({ kind: 'progress', progress });
};

const read = (): Promise<Reading> =>
  task.kind === 'source' ? readSource(task, report) : readLogs(task, report);

try {
  post({ kind: 'done', reading: await read() });
} catch (error) {
  if (!(error instanceof ReadError)) throw error;
  post({ kind: 'refused', code: error.code, details: error.details });
}
