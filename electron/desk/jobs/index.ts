import { sep } from 'node:path';
import PQueue from 'p-queue';
import type { TSchema } from 'typebox';
import { parseInstant, systemTime, toIso } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import { throttle } from '#base/throttle.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { Job, JobProgress } from '#contract/job.ts';
import type { Announce } from '#contract/stream.ts';
import type { JobKind, Jobs, RunningJob, Work } from './jobs.ts';
import type { KeptJob, KeptJobs } from './kept-jobs.ts';
import { cutOff, whyNotAgain } from './resuming.ts';

interface Entry {
  job: Job;
  /** As it is on record, but for the job itself. */
  kept: Omit<KeptJob, 'job'>;
  /** Its end is on record, with what it wrote. */
  done: Job | undefined;
  readonly abort: AbortController;
  /** By a person. */
  isCancelled: boolean;
  /** Resolves when its work has ended. */
  ended: Promise<void>;
}

interface Parts {
  readonly announce: Announce;
  readonly log: Log;
  readonly newId: () => string;
  /** Left out: a process that ends leaves no jobs to another. */
  readonly kept?: KeptJobs;
  /** Files in it are gone with the process that received them. */
  readonly uploadsFolder?: string;
  /** Under way when a process of an earlier version ended, which left no more than that. */
  readonly left?: readonly Job[];
}

/** Each may have a thread and its memory: more wait. */
const atOnce = 2;
/** Ended jobs that are kept to be read. */
const keptJobs = 100;
/** Those that ended longer ago are forgotten at an opening, ms. */
const keptMs = 86_400_000;
/** Progress is announced at most this often, ms. */
const progressMs = 100;

export const createJobs = ({ announce, log, newId, kept, uploadsFolder, left = [] }: Parts): Jobs => {
  const all = new Map<string, Entry>();
  const kinds = new Map<string, JobKind<TSchema>>();
  const queue = new PQueue({ concurrency: atOnce });
  const now = (): string => toIso(systemTime.now());

  const find = (jobId: string): Entry => {
    const found = all.get(jobId);
    if (found === undefined) throw new CatalogueError('job.notFound', { jobId });
    return found;
  };
  /** A job needs no record to run. */
  const onRecord = async (change: (kept: KeptJobs) => Promise<void>): Promise<void> => {
    if (kept === undefined) return;
    await change(kept).catch((err: unknown) =>
      log.warn({ err }, 'desk: a job could not be put on record for the next process'),
    );
  };
  const recordOf = (entry: Entry, job = entry.job): KeptJob => ({ ...entry.kept, job });
  /** Nothing of its input is needed any more. */
  const endOf = (entry: Entry, job = entry.job): KeptJob => {
    const { name, actor, host } = entry.kept;
    return { name, actor, host, job };
  };

  /** Its process was asked to stop: nothing is wrong with the job. */
  const leftOf = (entry: Entry): KeptJob => {
    const { ended: _ended, error: _error, ...job } = entry.job;
    return { ...recordOf(entry, { ...job, state: 'running' }), left: true };
  };

  /** What is stopped with the process is left to the next one. */
  let stopping = false;
  const launch = (entry: Entry, work: Work): void => {
    const run = () => runJob(entry, work, handleOf(entry));
    entry.ended = (async () => {
      await inTurn(queue, run, entry.abort.signal);
      if (entry.done === undefined) {
        const isLeft = stopping && !entry.isCancelled && entry.job.state !== 'done';
        await onRecord((jobs) => jobs.change(isLeft ? leftOf(entry) : endOf(entry)));
      }
      const dropped = forgetOldest(all);
      if (dropped.length > 0 && !stopping) await onRecord((jobs) => jobs.drop(dropped));
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
        await kept?.changeIn(tx, endOf(entry, job));
        tx.afterCommit(() => {
          entry.done = job;
        });
      },
      async note(noted) {
        entry.kept = { ...entry.kept, noted };
        await onRecord((jobs) => jobs.change(recordOf(entry)));
      },
    };
  };

  const runJob = async (entry: Entry, work: Work, handle: RunningJob): Promise<void> => {
    const { signal } = handle;
    const end = (change: Partial<Job>): void => {
      entry.job = entry.done ?? { ...entry.job, ...change, ended: now() };
      // What is left to the next process has not ended for those who follow it.
      if (!stopping || entry.job.state === 'done') announceJob(announce, entry.job);
    };
    try {
      signal.throwIfAborted();
      if (entry.job.resumed === undefined) handle.progress(starting);
      end({ state: 'done', result: await work(handle) });
    } catch (error) {
      if (signal.aborted) end({ state: 'cancelled' });
      else end({ state: 'failed', error: problemOf(error, log, entry.job.kind) });
    }
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
    await onRecord((jobs) => jobs.add(recordOf(entry)));
    // The process may have been told to stop meanwhile: then it is the next one's.
    launch(entry, work);
    if (stopping) entry.abort.abort();
    return job;
  };

  const resumeOne = async (left: KeptJob): Promise<void> => {
    const { job, ...rest } = left;
    if (job.state !== 'running') {
      all.set(job.id, entryOf(job, rest));
      return;
    }
    const { id: jobId, kind: of, caseId } = job;
    const kind = kinds.get(rest.name);
    const host = kept?.host ?? '';
    const why = whyNotAgain(left, kind, { ms: systemTime.now(), host });
    if (why !== undefined || kind === undefined) {
      log.warn({ jobId, kind: of, caseId, why }, 'desk: a job ended with its process');
      const entry = entryOf(cutOff(job, now(), why), rest);
      all.set(jobId, entry);
      await onRecord((jobs) => jobs.change(endOf(entry)));
      return;
    }
    const resumed = (job.resumed ?? 0) + 1;
    const { left: wasLeft = false, killed = 0, ...record } = rest;
    const entry = entryOf(
      { ...job, resumed, progress: resuming },
      { ...record, host, killed: wasLeft ? killed : killed + 1 },
    );
    // Counted before it begins, and not begun if that can't be written: it might end this process, too.
    await kept?.change(recordOf(entry));
    log.warn({ jobId, kind: of, caseId, resumed }, 'desk: a job is resumed, as its process ended');
    launch(entry, async (handle) => (await kind.begin(rest.input, rest.actor))(handle));
  };

  return {
    define(name, kind) {
      const known = kind as unknown as JobKind<TSchema>;
      kinds.set(name, known);
      return (input, actor) => start(name, known, input, actor);
    },
    async resume() {
      for (const job of left) all.set(job.id, entryOf(cutOff(job, now()), nothing));
      const found = (await kept?.read()) ?? [];
      const old = found.filter(({ job }) => isOld(job)).map(({ job }) => job.id);
      if (old.length > 0) await onRecord((jobs) => jobs.drop(old));
      for (const one of found) {
        if (old.includes(one.job.id)) continue;
        await resumeOne(one).catch((err: unknown) => {
          log.error({ err, jobId: one.job.id }, 'desk: a job could not be resumed');
          all.set(one.job.id, entryOf(cutOff(one.job, now()), nothing));
        });
      }
    },
    list: () => [...all.values()].map(({ job }) => job).reverse(),
    show: (jobId) => find(jobId).job,
    async cancel(jobId) {
      const entry = find(jobId);
      entry.isCancelled = true;
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

/** Nobody follows it any more. */
const isOld = ({ ended }: Job): boolean =>
  ended !== undefined && systemTime.now() - parseInstant(ended, 'ended') > keptMs;

const nothing: Entry['kept'] = { name: '', actor: '', host: '' };
const entryOf = (job: Job, kept: Entry['kept']): Entry => ({
  job,
  kept,
  done: undefined,
  abort: new AbortController(),
  isCancelled: false,
  ended: Promise.resolve(),
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

/** What is not foreseen is logged with its cause, and not shown: nobody knows what it holds. */
const problemOf = (error: unknown, log: Log, kind: string): string => {
  if (error instanceof CatalogueError) return error.message;
  log.error({ err: error, kind }, 'desk: a job failed');
  return 'Unexpected error; nothing was recorded. See the log for details, then run it again.';
};
