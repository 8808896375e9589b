import PQueue from 'p-queue';
import { askMain, isUtilityProcess } from '#base/child/ask-main.ts';
import { forkNode } from '#base/child/fork-node.ts';
import { type ChildBounds, ChildError, type ChildFailure, runChild } from '#base/child/run-child.ts';
import { CatalogueError, type ErrorCode } from '#contract/errors.ts';
import { typesetterEntry } from './entry.ts';
import type { TypesetJob, TypesetResult } from './typesetter/job.ts';

/** Ten thousand companies take a sixth of the time, and half of the memory: see `npm run bench`. */
const bounds = { timeMs: 60_000, memoryMb: 800 };

/** One process at a time, as several would add up their memory; more than these don't wait. */
const queue = new PQueue({ concurrency: 1 });
const mostWaiting = 8;

export interface Typeset {
  /** In the order of the jobs. */
  readonly files: readonly Buffer[];
  /** Of the whole child. */
  readonly peakMb: number;
}

interface TypesetOptions {
  readonly within?: typeof bounds;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sets pages in a process of its own: Typst is native code, which neither ends when it is told to nor keeps to a bound on
 * memory, and it can take the process with it.
 * @param signal takes what nobody waits for out of the queue, or ends it
 * @throws CatalogueError `report.pdfBusy`, `report.pdfTooLong`, `report.pdfTooMuchMemory`, `report.pdfFailed`
 */
export const typesetPdfs = async (
  jobs: readonly TypesetJob[],
  { within = bounds, signal }: TypesetOptions = {},
): Promise<Typeset> => {
  if (queue.size >= mostWaiting) throw new CatalogueError('report.pdfBusy', { count: mostWaiting });
  return queue.add(() => typesetNow(jobs, { ...within, signal }), { signal });
};

const typesetNow = async (jobs: readonly TypesetJob[], within: ChildBounds): Promise<Typeset> => {
  try {
    const child = isUtilityProcess() ? askMain() : forkNode(typesetterEntry());
    const { result, peakMb } = await runChild<TypesetResult>(child, jobs, within);
    const files = result.map((one) => Buffer.from(one.buffer, one.byteOffset, one.byteLength));
    return { files, peakMb };
  } catch (error) {
    if (!(error instanceof ChildError)) throw error;
    const { timeMs, memoryMb } = within;
    const details = { problem: error.message, seconds: timeMs / 1000, megabytes: memoryMb };
    throw new CatalogueError(codes[error.reason], details, [], { cause: error });
  }
};

const codes: Readonly<Record<ChildFailure, ErrorCode>> = {
  time: 'report.pdfTooLong',
  memory: 'report.pdfTooMuchMemory',
  failed: 'report.pdfFailed',
  ended: 'report.pdfFailed',
};
