import { type Static, Type } from 'typebox';
import { Closed, OneOf, UtcDate, Uuid } from './common.ts';

/**
 * Long work of the desk. What must last is written into the case when the work ends; the job is kept for a process that has
 * the desk after this one.
 */

export const jobStates = ['running', 'done', 'failed', 'cancelled'] as const;

export const JobProgress = Closed({
  /** In `unit`s. */
  done: Type.Number(),
  /** Absent while it is not known. */
  total: Type.Optional(Type.Number()),
  unit: OneOf('bytes', 'files', 'requests', 'steps'),
  text: Type.String({ description: 'What is being done, for a person.' }),
});
export type JobProgress = Static<typeof JobProgress>;

export const Job = Closed(
  {
    id: Uuid,
    kind: OneOf(
      'check',
      'tokens-import',
      'verification',
      'rehearsal',
      'parity',
      'doctor',
      'bulk',
      'answer',
      'sample',
      'recording',
      'scenario',
    ),
    caseId: Type.Optional(Uuid),
    state: OneOf(jobStates),
    progress: JobProgress,
    started: UtcDate,
    ended: Type.Optional(UtcDate),
    resumed: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'How often it was started again, because the process that ran it ended.',
      }),
    ),
    error: Type.Optional(Type.String({ description: 'What happened, what it means, what to do.' })),
    result: Type.Optional(
      Type.Unknown({
        description:
          'By kind: for "check" a CheckResult, for "tokens-import" a TokenImportResult, for "verification" a DeskCheck, for "rehearsal" (of a cutover) and "parity" a ParityReport, for "doctor" a DoctorResult, for "bulk" a CaseBulkResult, for "answer" an ExchangeAnswerResult, for "sample" a TokenSample, for "recording" RecordedCalls, for "scenario" a PlayedScenario.',
      }),
    ),
  },
  { title: 'Job' },
);
export type Job = Static<typeof Job>;
/** Without their results: each is told with its job. */
export const JobList = Closed({ results: Type.Array(Type.Omit(Job, ['result'])) });
export type JobList = Static<typeof JobList>;
