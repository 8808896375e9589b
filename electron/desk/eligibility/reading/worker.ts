import { parentPort, workerData } from 'node:worker_threads';
import { readSource } from '#desk/eligibility/source/scan.ts';
import { readLogs } from '#desk/eligibility/traffic/read.ts';
import { ReadError } from './read-error.ts';
import type { Reading, ReadMessage, ReadTask, Report } from './task.ts';

/** The entry of the reading thread: one task, one answer, and it ends. What else it throws, the host gets as an error. */

const post = (message: ReadMessage): void => parentPort?.postMessage(message);
const report: Report = (progress) => post({ kind: 'progress', progress });

const read = (task: ReadTask): Promise<Reading> =>
  task.kind === 'source' ? readSource(task, report) : readLogs(task, report);

try {
  post({ kind: 'done', reading: await read(workerData as ReadTask) });
} catch (error) {
  if (!(error instanceof ReadError)) throw error;
  post({ kind: 'refused', code: error.code, details: error.details });
}
