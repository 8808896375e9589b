import { Listr } from 'listr2';
import { systemTime } from '#base/clock.ts';
import { oneLine } from '#base/terminal-text.ts';
import { errorCatalogue } from '#contract/errors.ts';
import type { Job, JobProgress } from '#contract/job.ts';
import { CommandError } from './command-error.ts';
import { isHostGone } from './host-peer.ts';
import type { HttpClient } from './http-client.ts';
import { stopSignal } from './stop-signal.ts';

const pollMs = 100;
const barWidth = 24;

/** What is said of a job besides what it says itself. */
export interface JobWords {
  readonly title: string;
  readonly done: string;
  readonly failed: string;
  readonly cancelled: string;
}

const checkLabels: JobWords = {
  title: 'Checking',
  done: 'Checked',
  failed: 'Not checked',
  cancelled: 'Cancelled: nothing was recorded.',
};

/**
 * Waits for the end of a job, with a progress bar on a terminal; Ctrl+C cancels it.
 * @param quiet shows nothing
 * @returns its result
 * @throws CommandError in the job's own words if it failed or was cancelled
 */
export const followJob = async <T>(
  desk: HttpClient,
  job: Job,
  quiet: boolean,
  words: JobWords = checkLabels,
): Promise<T> => {
  let tell = (_progress: JobProgress): void => {};
  const work = async (): Promise<Job> => {
    let stop = false;
    void stopSignal().then(() => {
      stop = true;
    });
    for (;;) {
      const now = stop ? await desk.post<Job>(`/api/jobs/${job.id}/cancel`) : await jobNow(desk, job.id);
      if (now.state !== 'running') return now;
      tell(now.progress);
      await systemTime.sleep(pollMs);
    }
  };
  const followed = () =>
    work().catch((error: unknown) => {
      throw isGone(error) ? gone(error, job.id) : error;
    });
  if (quiet || !process.stdout.isTTY || !process.stderr.isTTY) return resultOf<T>(await followed(), words);
  let ended: Job | undefined;
  const tasks = new Listr(
    {
      title: words.title,
      task: async (_context, task) => {
        tell = (progress) => {
          task.title = formatProgress(progress);
        };
        ended = await followed();
        task.title = ended.state === 'done' ? words.done : words.failed;
      },
    },
    { registerSignalListeners: false, rendererOptions: { clearOutput: true, showErrorMessage: false } },
  );
  await tasks.run();
  return resultOf<T>(ended as Job, words);
};

/** The host, or its desk. */
const isGone = (error: unknown): error is CommandError =>
  isHostGone(error) ||
  (error instanceof CommandError && error.errorCode === errorCatalogue['desk.standby'].detailedErrorCode);

/** Whoever starts it again has it done twice. */
const gone = (error: CommandError, jobId: string): CommandError =>
  new CommandError(
    `${error.message} If it stopped, the next process resumes job ${jobId}, or says why it can't: \`GET /api/jobs/${jobId}\`.`,
    1,
    { cause: error },
  );

const jobNow = (desk: HttpClient, jobId: string): Promise<Job> => desk.get<Job>(`/api/jobs/${jobId}`);

const resultOf = <T>({ state, error, result }: Job, { cancelled }: JobWords): T => {
  if (state === 'done') return result as T;
  throw new CommandError(state === 'cancelled' ? cancelled : (error ?? 'Failed.'));
};

/** A bar where the end is known, an amount where it is not. */
export const formatProgress = ({ done, total, unit, text }: JobProgress): string => {
  const what = oneLine(text);
  if (total === undefined || total <= 0) {
    return done === 0 ? what : `${what}  ${amount(done, unit)}`;
  }
  const share = Math.min(1, done / total);
  const filled = Math.round(share * barWidth);
  const bar = `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)}`;
  return `${bar} ${String(Math.floor(share * 100)).padStart(3)} %  ${what}`;
};

const amount = (done: number, unit: JobProgress['unit']): string =>
  unit === 'bytes' ? `${(done / 1_048_576).toFixed(1)} MB` : `${done} ${unit}`;
