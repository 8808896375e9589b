import { sep } from 'node:path';
import PQueue from 'p-queue';
import type { TSchema } from 'typebox';
import { parseInstant, systemTime, toIso } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import { throttle } from '#base/throttle.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { Job, JobProgress } from '#contract/job.ts';
import type { Announce } from '#contract/stream.ts';
import { isDeskLost } from '#desk/store/desk-process.ts';
import {
  CancelledByPerson,
  type JobKind,
  type Jobs,
  LeftToNextProcess,
  type RunningJob,
  type Work,
} from './jobs.ts';
import type { KeptJob, KeptJobs } from './kept-jobs.ts';
import { createRecords } from './records.ts';
import { cutOff, formerlyUnderWay, kindOrWhyNot } from './resuming.ts';

interface Entry {
  job: Job;
  /** As it is on record, but for the job itself. */
  kept: Omit<KeptJob, 'job'>;
  /** Its end is on record, with what it wrote. */
  done: Job | undefined;
  readonly abort: AbortController;
  /** Resolves when its work has ended. */
  ended: Promise<void>;
  /** Resolves when its end is on record, or its process stops. */
  recorded: Promise<void>;
}

/** How a job's work came to its end; undefined: it did not, and is left to the next process. */
type Ending =
  | { readonly change: Pick<Job, 'result' | 'error'> & { state: Job['state'] }; readonly advice?: string }
  | undefined;

interface Parts {
  readonly announce: Announce;
  readonly log: Log;
  readonly newId: () => string;
  /** Left out: a process that ends leaves no jobs to another. */
  readonly kept?: KeptJobs;
  /** Files in it are gone with the process that received them. */
  readonly uploadsFolder?: string;
  /** Under way when a process of an earlier version ended, which left no more than that. */
  readonly former?: readonly Job[];
}

/** Each may have a thread and its memory: more wait. */
const atOnce = 2;
/** Ended jobs that are kept to be read. */
const keptJobs = 100;
/** Those that ended longer ago are forgotten, ms. */
const keptMs = 86_400_000;
/** How often it is looked for them, ms. */
const sweepMs = 3_600_000;
/** Progress is announced at most this often, ms. */
const progressMs = 100;

export const createJobs = ({ announce, log, newId, kept, uploadsFolder, former = [] }: Parts): Jobs => {
  const all = new Map<string, Entry>();
  const kinds = new Map<string, JobKind<TSchema>>();
  const queue = new PQueue({ concurrency: atOnce });
  const now = (): string => toIso(systemTime.now());
  const { tried, again } = createRecords(kept, log);
  /** What is stopped with the process is left to the next one. */
  const stopping = new AbortController();
  let stopSweeps = (): void => {};

  const find = (jobId: string): Entry => {
    const found = all.get(jobId);
    if (found === undefined) throw new CatalogueError('job.notFound', { jobId });
    return found;
  };
  const show = (entry: Entry, job: Job): void => {
    entry.job = job;
    announceJob(announce, job);
  };

  const launch = (entry: Entry, work: Work): void => {
    const run = () => endingOf(entry, work, handleOf(entry));
    entry.ended = (async () => {
      const ending = await inTurn(queue, run, entry.abort.signal);
      await conclude(entry, ending);
      const dropped = forgetOldest(all);
      if (dropped.length > 0 && !stopping.signal.aborted) await tried((jobs) => jobs.drop(dropped));
    })();
    all.set(entry.job.id, entry);
    announceJob(announce, entry.job);
  };

  const handleOf = (entry: Entry): RunningJob => {
    const told = throttle(progressMs);
    return {
      signal: entry.abort.signal,
      noted: entry.kept.noted,
      progress(progress) {
        if (entry.job.state !== 'running') return;
        entry.job = { ...entry.job, progress };
        told(() => {
          // Its end is announced by itself, and the last progress may come after it.
          if (entry.job.state === 'running') announceJob(announce, entry.job);
        });
      },
      async done(tx, result) {
        const job: Job = { ...entry.job, state: 'done', ended: now(), result };
        const before = await kept?.changeIn(tx, { ...withoutInput(entry), job });
        if (before !== undefined) throw new Error(`The job ${job.id} had ended as ${before.state} already.`);
        tx.afterCommit(() => {
          entry.done = job;
        });
      },
      async note(noted) {
        entry.kept = { ...entry.kept, noted };
        // Else written with what is left to the next process.
        if (!stopping.signal.aborted) await tried((jobs) => jobs.change(recordOf(entry)));
      },
    };
  };

  const endingOf = async (entry: Entry, work: Work, handle: RunningJob): Promise<Ending> => {
    const { signal } = handle;
    // The result of what is not repeated is whole, or there is none.
    const isLeft = (): boolean => signal.reason instanceof LeftToNextProcess && kept !== undefined;
    try {
      signal.throwIfAborted();
      if (entry.job.resumed === undefined) handle.progress(starting);
      const result = await work(handle);
      if (isLeft() && entry.kept.once === undefined) return undefined;
      return { change: { state: 'done', result } };
    } catch (error) {
      if (isLeft() || isDeskLost(error)) return undefined;
      if (signal.aborted) return { change: { state: 'cancelled' } };
      return failure(error, log, entry.job.kind);
    }
  };

  /** What is told is on record, or says that it is not. */
  const conclude = async (entry: Entry, ending: Ending): Promise<void> => {
    if (entry.done !== undefined) {
      entry.kept = withoutInput(entry);
      return show(entry, entry.done);
    }
    if (ending === undefined) {
      const { answer: ended } = await tried((jobs) => jobs.change({ ...recordOf(entry), left: true }));
      if (ended !== undefined) show(entry, ended);
      return;
    }
    const { change, advice } = ending;
    const job: Job = { ...entry.job, ...change, ended: now() };
    const unwritten = entry.kept.once === undefined ? notOnRecord : advice;
    entry.kept = withoutInput(entry);
    const advised = withError(job, advice);
    const write = (jobs: KeptJobs) => jobs.change({ ...entry.kept, job: advised });
    // One whose commit was in doubt has its end on record.
    const { isWritten, answer } = await tried(write);
    if (isWritten) return show(entry, answer ?? advised);
    show(entry, withError(job, unwritten));
    entry.recorded = again(write, stopping.signal)
      .then((ended) => show(entry, ended ?? advised))
      .catch(() => {});
  };

  const isUpload = (path: string): boolean =>
    uploadsFolder !== undefined && path.startsWith(uploadsFolder + sep);
  const start = async (name: string, kind: JobKind<TSchema>, input: unknown, actor: string): Promise<Job> => {
    const work = await kind.begin(input, actor);
    const running = [...all.values()].filter(({ job }) => job.state === 'running').length;
    const caseId = kind.caseOf?.(input);
    const job: Job = {
      id: newId(),
      kind: kind.kind,
      ...(caseId === undefined ? {} : { caseId }),
      state: 'running',
      progress: running < atOnce ? starting : waiting,
      started: now(),
    };
    const files = kind.filesOf?.(input) ?? [];
    const once = kind.once?.(input) ?? (files.some(isUpload) ? uploaded : undefined);
    const record = { name, actor, host: kept?.host ?? '', hasFiles: files.length > 0 };
    const entry = entryOf(job, { ...record, ...(once === undefined ? { input } : { once }) });
    await tried((jobs) => jobs.add(recordOf(entry)));
    // The process may have been told to stop meanwhile: then it is the next one's.
    launch(entry, work);
    if (stopping.signal.aborted) entry.abort.abort(stopping.signal.reason);
    return job;
  };

  const resumeOne = async ({ job, ...rest }: KeptJob): Promise<void> => {
    if (job.state !== 'running') {
      all.set(job.id, entryOf(job, rest));
      return;
    }
    const { id: jobId, kind: of, caseId } = job;
    const { left = false, interrupted: before = [], ...record } = rest;
    const nowMs = systemTime.now();
    const interrupted = left ? before : [...before, nowMs];
    const host = kept?.host ?? '';
    const found = { kept: { job, ...rest }, kind: kinds.get(rest.name), interrupted, nowMs, host };
    const kind = kindOrWhyNot(found);
    if ('reason' in kind) {
      log.warn({ jobId, kind: of, caseId, why: kind.reason }, 'desk: a job ended with its process');
      const entry = entryOf(job, rest);
      all.set(jobId, entry);
      await conclude(entry, cutOff(kind));
      return;
    }
    const resumed = (job.resumed ?? 0) + 1;
    const entry = entryOf({ ...job, resumed, progress: resuming }, { ...record, host, interrupted });
    const count = (jobs: KeptJobs) => jobs.change(recordOf(entry));
    // Counted before it begins, as it might end this process, too.
    const { isWritten } = await tried(count);
    log.warn({ jobId, kind: of, caseId, resumed }, 'desk: a job is resumed, as its process ended');
    launch(entry, async (handle) => {
      if (!isWritten) await again(count, handle.signal);
      return (await kind.begin(rest.input, rest.actor))(handle);
    });
  };

  const sweep = async (): Promise<void> => {
    const untilMs = systemTime.now() - keptMs;
    forgetWhere(all, ({ ended }) => ended !== undefined && parseInstant(ended, 'ended') <= untilMs);
    await tried((jobs) => jobs.dropOld(untilMs));
  };

  return {
    define(name, kind) {
      const known = kind as unknown as JobKind<TSchema>;
      kinds.set(name, known);
      return (input, actor) => start(name, known, input, actor);
    },
    async resume() {
      for (const job of former) all.set(job.id, entryOf(formerlyUnderWay(job, now()), nothing));
      await sweep();
      for (const one of (await kept?.read()) ?? []) await resumeOne(one);
      stopSweeps = systemTime.every(sweepMs, () => void sweep());
    },
    list: () => [...all.values()].map(({ job }) => job).reverse(),
    show: (jobId) => find(jobId).job,
    starterOf: (jobId) => all.get(jobId)?.kept.actor,
    async cancel(jobId) {
      const entry = find(jobId);
      entry.abort.abort(new CancelledByPerson('A person cancelled this job.'));
      await entry.ended;
      return entry.job;
    },
    forget: (caseId) => forgetWhere(all, (job) => (job.caseId ?? caseId) === caseId),
    async stop() {
      stopSweeps();
      stopping.abort(new LeftToNextProcess('The process that runs this job stops.'));
      const entries = [...all.values()];
      for (const { abort } of entries) abort.abort(stopping.signal.reason);
      await Promise.all(entries.map(({ ended }) => ended));
      await Promise.all(entries.map(({ recorded }) => recorded));
    },
  };
};

const recordOf = (entry: Entry): KeptJob => ({ ...entry.kept, job: entry.job });
/** Nothing of its input is needed any more once it has ended. */
const withoutInput = ({ kept: { name, actor, host } }: Entry): Entry['kept'] => ({ name, actor, host });

/** Until then it must not be started again by a person: it might be done twice. */
const notOnRecord =
  'This is not on record yet: if this process ends before it is, the next one starts the job again.';
const withError = (job: Job, more: string | undefined): Job =>
  job.state === 'done' || more === undefined
    ? job
    : { ...job, error: [job.error, more].filter(Boolean).join(' ') };

const nothing: Entry['kept'] = { name: '', actor: '', host: '' };
const entryOf = (job: Job, kept: Entry['kept']): Entry => ({
  job,
  kept,
  done: undefined,
  abort: new AbortController(),
  ended: Promise.resolve(),
  recorded: Promise.resolve(),
});

const uploaded = 'The file that was uploaded for it is gone with that process: upload it again.';

const progressOf = (text: string): JobProgress => ({ done: 0, unit: 'steps', text });
const starting = progressOf('Starting');
const waiting = progressOf('Waiting for other jobs');
const resuming = progressOf('Resumed, as the process that ran it ended');

const announceJob = (announce: Announce, { id, kind, caseId, state, progress }: Job): void => {
  const { done, total, unit, text } = progress;
  const about = { ...(caseId === undefined ? {} : { caseId }), ...(total === undefined ? {} : { total }) };
  announce({ type: 'job', jobId: id, kind, state, done, unit, text, ...about });
};

/** Answers which are. */
const forgetOldest = (all: Map<string, Entry>): string[] => {
  const forgotten: string[] = [];
  for (const [id, { job }] of all) {
    if (all.size <= keptJobs) break;
    if (job.state === 'running') continue;
    all.delete(id);
    forgotten.push(id);
  }
  return forgotten;
};

/** Those that ended, and are such. */
const forgetWhere = (all: Map<string, Entry>, isSuch: (job: Job) => boolean): void => {
  for (const [id, { job }] of all) if (job.state !== 'running' && isSuch(job)) all.delete(id);
};

/** A job that waits is cancelled at once, without its turn; one that runs has ended when its work has. */
const inTurn = async <T>(queue: PQueue, run: () => Promise<T>, signal: AbortSignal): Promise<T> => {
  let begun: Promise<T> | undefined;
  const begin = () => {
    begun = run();
    return begun;
  };
  await queue.add(begin, { signal }).catch(() => undefined);
  return await (begun ?? run());
};

/** What is not foreseen is logged with its cause, and not shown: nobody knows what it holds. */
const failure = (error: unknown, log: Log, kind: string): NonNullable<Ending> => {
  if (error instanceof CatalogueError) return { change: { state: 'failed', error: error.message } };
  log.error({ err: error, kind }, 'desk: a job failed');
  return {
    change: { state: 'failed', error: 'Unexpected error; nothing was recorded.' },
    advice: 'See the log for details, then run it again.',
  };
};
