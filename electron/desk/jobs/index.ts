import PQueue from 'p-queue';
import { systemTime, toIso } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import { throttle } from '#base/throttle.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { Job, JobProgress } from '#contract/job.ts';
import type { Announce } from '#contract/stream.ts';
import type { JobHandle, Jobs } from './jobs.ts';

interface Running {
  job: Job;
  readonly abort: AbortController;
  readonly ended: Promise<void>;
}

/** Each may have a thread and its memory: more wait. */
const atOnce = 2;
/** Ended jobs that are kept to be looked at. */
const keptJobs = 100;
/** Progress is told at most this often, ms. */
const progressMs = 100;

export const createJobs = ({
  announce,
  log,
  newId,
}: {
  announce: Announce;
  log: Log;
  newId: () => string;
}): Jobs => {
  const all = new Map<string, Running>();
  const queue = new PQueue({ concurrency: atOnce });

  const running = (): number => [...all.values()].filter(({ job }) => job.state === 'running').length;

  const find = (jobId: string): Running => {
    const found = all.get(jobId);
    if (found === undefined) throw new CatalogueError('job.notFound', { jobId });
    return found;
  };

  const tell = ({ id, kind, caseId, state, progress }: Job): void => {
    const { done, total, unit, text } = progress;
    const about = { ...(caseId === undefined ? {} : { caseId }), ...(total === undefined ? {} : { total }) };
    announce({ type: 'job', jobId: id, kind, state, done, unit, text, ...about });
  };

  const forgetOldest = (): void => {
    for (const [id, { job }] of all) {
      if (all.size <= keptJobs) return;
      if (job.state !== 'running') all.delete(id);
    }
  };

  return {
    start(kind, work, caseId) {
      const id = newId();
      const abort = new AbortController();
      const update = (change: Partial<Job>): void => {
        const running = find(id);
        running.job = { ...running.job, ...change };
      };
      const now = throttle(progressMs);
      const handle: JobHandle = {
        signal: abort.signal,
        progress(progress) {
          if (find(id).job.state !== 'running') return;
          update({ progress });
          now(() => tell(find(id).job));
        },
      };
      const run = async (): Promise<void> => {
        try {
          abort.signal.throwIfAborted();
          handle.progress(starting);
          const result = await work(handle);
          update({ state: 'done', result });
        } catch (error) {
          update(
            abort.signal.aborted
              ? { state: 'cancelled' }
              : { state: 'failed', error: words(error, log, kind) },
          );
        }
        update({ ended: toIso(systemTime.now()) });
        tell(find(id).job);
        forgetOldest();
      };
      /** One that waits is cancelled at once, without its turn; one that runs has ended when its work has. */
      const inTurn = async (): Promise<void> => {
        let begun: Promise<void> | undefined;
        const begin = () => {
          begun = run();
          return begun;
        };
        await queue.add(begin, { signal: abort.signal }).catch(() => undefined);
        await (begun ?? run());
      };
      const job: Job = {
        id,
        kind,
        ...(caseId === undefined ? {} : { caseId }),
        state: 'running',
        progress: running() < atOnce ? starting : waiting,
        started: toIso(systemTime.now()),
      };
      // Begun only once the job can be found.
      const ended = Promise.resolve().then(inTurn);
      all.set(id, { job, abort, ended });
      tell(job);
      return job;
    },
    list: () => [...all.values()].map(({ job }) => job).reverse(),
    show: (jobId) => find(jobId).job,
    async cancel(jobId) {
      const running = find(jobId);
      running.abort.abort();
      await running.ended;
      return running.job;
    },
    async stop() {
      for (const { abort } of all.values()) abort.abort();
      await Promise.all([...all.values()].map(({ ended }) => ended));
    },
  };
};

const starting: JobProgress = { done: 0, unit: 'steps', text: 'Starting' };
const waiting: JobProgress = { done: 0, unit: 'steps', text: 'Waiting for other jobs to end' };

/** What is not foreseen is logged with its cause, and not shown: nobody knows what it holds. */
const words = (error: unknown, log: Log, kind: string): string => {
  if (error instanceof CatalogueError) return error.message;
  log.error({ err: error, kind }, 'desk: a job failed');
  return 'Something went wrong here, so nothing was recorded. The log has the details; run it again.';
};
