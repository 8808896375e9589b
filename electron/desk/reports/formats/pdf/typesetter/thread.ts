import { parentPort, workerData } from 'node:worker_threads';
import type { FromChild } from '#base/child/messages.ts';
import { typeset } from './typeset.ts';
import { TypesetError } from './typeset-error.ts';

/** Answers with the file, or says what is wrong in words that have nothing of what was to be set. */
export const serve = async (): Promise<void> => parentPort?.postMessage(await answer());

const answer = async (): Promise<FromChild> => {
  try {
    return { kind: 'done', result: await typeset(workerData), peakMb: 0 };
  } catch (error) {
    if (error instanceof TypesetError) return { kind: 'failed', problem: error.message };
    const { code, name } = error as NodeJS.ErrnoException;
    return { kind: 'failed', problem: `${name}${code === undefined ? '' : ` ${code}`}` };
  }
};
