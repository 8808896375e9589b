import type { Static, TSchema } from 'typebox';
import type { Job, JobProgress } from '#contract/job.ts';
import type { Tx } from '#desk/store/store.ts';

/**
 * Long work with progress and cancel. Source: `docs/decisions/2026-11-28-jobs-are-resumed.md`. A job is on record before its
 * work begins, so that the process that opens the desk next starts it again under its id, where its kind allows it.
 */
export interface Jobs {
  /**
   * Says how jobs of a name are begun. To be called before `resume`.
   * @returns starts one: answers once it is on record, and begins its work when its turn comes: two run at the same time,
   *   others wait. A CatalogueError that the work throws is shown in the job; an abort ends it as `cancelled`
   */
  define<Input extends TSchema>(name: string, kind: JobKind<Input>): StartJob<Static<Input>>;
  /** Starts again what was under way when the process that had the desk ended, or says why not. Once, at the opening. */
  resume(): Promise<void>;
  list(): Job[];
  /** @throws CatalogueError `job.notFound` */
  show(jobId: string): Job;
  /** The actor who started it; undefined if there is no such job. */
  starterOf(jobId: string): string | undefined;
  /** Answers when the work has ended. @throws CatalogueError `job.notFound` */
  cancel(jobId: string): Promise<Job>;
  /** A case was deleted, or something of it erased: the results of jobs that ended, of it or of several cases, may tell of it. */
  forget(caseId: string): void;
  /** Ends everything, and waits for that. What had not ended by itself is left to the next process. */
  stop(): Promise<void>;
}

/** Why a job is aborted: a person cancelled it, and what it did so far may be its result. */
export class CancelledByPerson extends Error {}
/** Why a job is aborted: the process that runs it stops. It has no result yet, as the next process resumes it. */
export class LeftToNextProcess extends Error {}

export interface JobKind<Input extends TSchema> {
  readonly kind: Job['kind'];
  /** What a job is begun from, sealed on record. */
  readonly input: Input;
  readonly caseOf?: (input: Static<Input>) => string | undefined;
  /** Files that are read, by their absolute paths: another machine does not have them. */
  readonly filesOf?: (input: Static<Input>) => readonly string[];
  /** Why it can't be repeated from its start, and what to do, as sentences; then its input is not on record. Undefined: it can. */
  readonly once?: (input: Static<Input>) => string | undefined;
  /** What can be refused is, before there is a job. @throws CatalogueError */
  readonly begin: (input: Static<Input>, actor: string) => Promise<Work>;
}

export type StartJob<Input> = (input: Input, actor: string) => Promise<Job>;
export type Work = (job: RunningJob) => Promise<unknown>;

export interface JobHandle {
  /** Its reason is CancelledByPerson or LeftToNextProcess. */
  readonly signal: AbortSignal;
  /** Announced at most ten times a second. */
  progress(progress: JobProgress): void;
}

/** What its work has of a job. */
export interface RunningJob extends JobHandle {
  /**
   * For the unit of work that writes what the job leaves: with its commit the job is done, so that no process does it again.
   * @throws Error if it had ended already: then nothing is written twice
   */
  done(tx: Tx, result: unknown): Promise<void>;
  /** What the work noted before its process ended. */
  readonly noted: unknown;
  /** On record at once, for a process that resumes it. */
  note(noted: unknown): Promise<void>;
}
