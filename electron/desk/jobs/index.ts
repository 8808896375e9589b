import PQueue from 'p-queue';
import { systemTime, toIso } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import { throttle } from '#base/throttle.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { Job, JobProgress } from '#contract/job.ts';
import type { Announce } from '#contract/stream.ts';
import type { JobHandle, JobNotes, Jobs } from './jobs.ts';

interface Entry {
  job: Job;
  readonly abort: AbortController;
  /** Resolves when its work has ended. */
  ended: Promise<void>;
}

interface Parts {
  readonly announce: Announce;
  readonly log: Log;
  readonly newId: () => string;
  /** Left out: a process that ends leaves no jobs to another. */
  readonly notes?: JobNotes | undefined;
}

/** Each may have a thread and its memory: more wait. */
const atOnce = 2;
/** Ended jobs that are kept to be read. */
const keptJobs = 100;
/** Progress is announced at most this often, ms. */
const progressMs = 100;

export const createJobs = ({ announce, log, newId, notes }: Parts): Jobs => {
  const all = new Map(notes?.left.map((job) => [job.id, cutOff(job)]));
  const queue = new PQueue({ concurrency: atOnce });

  const find = (jobId: string): Entry => {
    const found = all.get(jobId);
    if (found === undefined) throw new CatalogueError('job.notFound', { jobId });
    return found;
  };

  /** What is stopped with the process is left to the next one. */
  let stopping = false;
  const noting = async (job: Job, work: () => Promise<void>): Promise<void> => {
    // Begun only once the job can be found.
    await Promise.resolve();
    if (notes !== undefined) await noted(notes.begun(job), log);
    await work();
    if (!stopping && notes !== undefined) await noted(notes.ended(job.id), log);
  };

  return {
    start(kind, work, caseId) {
      const running = [...all.values()].filter(({ job }) => job.state === 'running').length;
      const job: Job = {
        id: newId(),
        kind,
        ...(caseId === undefined ? {} : { caseId }),
        state: 'running',
        progress: running < atOnce ? starting : waiting,
        started: toIso(systemTime.now()),
      };
      const entry: Entry = { job, abort: new AbortController(), ended: Promise.resolve() };
      const run = async (): Promise<void> => {
        await runJob(entry, work, announce, log);
        forgetOldest(all);
      };
      entry.ended = noting(job, () => inTurn(queue, run, entry.abort.signal));
      all.set(job.id, entry);
      announceJob(announce, job);
      return job;
    },
    list: () => [...all.values()].map(({ job }) => job).reverse(),
    show: (jobId) => find(jobId).job,
    async cancel(jobId) {
      const entry = find(jobId);
      entry.abort.abort();
      await entry.ended;
      return entry.job;
    },
    async stop() {
      stopping = true;
      for (const { abort } of all.values()) abort.abort();
      await Promise.all([...all.values()].map(({ ended }) => ended));
    },
  };
};

/** What it was to write at its end was not written. */
const cutOff = (job: Job): Entry => ({
  job: {
    ...job,
    state: 'failed',
    ended: toIso(systemTime.now()),
    error: 'The process that ran this job ended. Start it again.',
  },
  abort: new AbortController(),
  ended: Promise.resolve(),
});

/** A job needs no note to run. */
const noted = (note: Promise<void>, log: Log): Promise<void> =>
  note.catch((err: unknown) => log.warn({ err }, 'desk: a job could not be noted for other processes'));

const starting: JobProgress = { done: 0, unit: 'steps', text: 'Starting' };
const waiting: JobProgress = { done: 0, unit: 'steps', text: 'Waiting for other jobs' };

const announceJob = (announce: Announce, { id, kind, caseId, state, progress }: Job): void => {
  const { done, total, unit, text } = progress;
  const about = { ...(caseId === undefined ? {} : { caseId }), ...(total === undefined ? {} : { total }) };
  announce({ type: 'job', jobId: id, kind, state, done, unit, text, ...about });
};

const forgetOldest = (all: Map<string, Entry>): void => {
  for (const [id, { job }] of all) {
    if (all.size <= keptJobs) return;
    if (job.state !== 'running') all.delete(id);
  }
};

/** A job that waits is cancelled at once, without its turn; one that runs has ended when its work has. */
const inTurn = async (queue: PQueue, run: () => Promise<void>, signal: AbortSignal): Promise<void> => {
  let begun: Promise<void> | undefined;
  const begin = () => {
    begun = run();
    return begun;
  };
  await queue.add(begin, { signal }).catch(() => undefined);
  await (begun ?? run());
};

const runJob = async (
  entry: Entry,
  work: (job: JobHandle) => Promise<unknown>,
  announce: Announce,
  log: Log,
): Promise<void> => {
  const { signal } = entry.abort;
  const now = throttle(progressMs);
  const handle: JobHandle = {
    signal,
    progress(progress) {
      if (entry.job.state !== 'running') return;
      entry.job = { ...entry.job, progress };
      now(() => {
        // Its end is announced by itself, and the last progress may come after it.
        if (entry.job.state === 'running') announceJob(announce, entry.job);
      });
    },
  };
  const end = (change: Partial<Job>): void => {
    entry.job = { ...entry.job, ...change, ended: toIso(systemTime.now()) };
    announceJob(announce, entry.job);
  };
  try {
    signal.throwIfAborted();
    handle.progress(starting);
    end({ state: 'done', result: await work(handle) });
  } catch (error) {
    if (signal.aborted) end({ state: 'cancelled' });
    else end({ state: 'failed', error: problemOf(error, log, entry.job.kind) });
  }
};

/** What is not foreseen is logged with its cause, and not shown: nobody knows what it holds. */
const problemOf = (error: unknown, log: Log, kind: string): string => {
  if (error instanceof CatalogueError) return error.message;
  log.error({ err: error, kind }, 'desk: a job failed');
  return 'Unexpected error; nothing was recorded. See the log for details, then run it again.';
};
