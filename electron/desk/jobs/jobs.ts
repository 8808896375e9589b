import type { Job, JobProgress } from '#contract/job.ts';

/** Long work with progress and cancel. Source: `docs/architecture.md#store`; kept in memory, as its result is written at its end. */
export interface Jobs {
  /**
   * Answers at once, and starts `work` when its turn comes: two run at the same time, others wait. A CatalogueError that
   * it throws is shown in the job; an abort ends it as `cancelled`.
   */
  start(kind: Job['kind'], work: (job: JobHandle) => Promise<unknown>, caseId?: string): Job;
  list(): Job[];
  /** @throws CatalogueError `job.notFound` */
  show(jobId: string): Job;
  /** Answers when the work has ended. @throws CatalogueError `job.notFound` */
  cancel(jobId: string): Promise<Job>;
  /** Cancels everything and waits for its end. */
  stop(): Promise<void>;
}

/** Where jobs that are under way are noted for the process that has the desk next. */
export interface JobNotes {
  /** Under way when the former process ended, in whatever way. */
  readonly left: readonly Job[];
  begun(job: Job): Promise<void>;
  ended(jobId: string): Promise<void>;
}

export interface JobHandle {
  readonly signal: AbortSignal;
  /** Announced at most ten times a second. */
  progress(progress: JobProgress): void;
}
