import type { RunbookEvidence, RunbookStep, RunbookStepState } from '#contract/runbook.ts';
import type { ResultsByRun } from '#desk/cases/run-results.ts';
import type { CaseState } from '#desk/cases/state.ts';
import type { NotMigratedRow } from './not-migrated.ts';
import type { PilotCompany } from './pilot-company.ts';
import type { RunbookRow } from './rows.ts';

/** What is known besides the chain, of a case that this desk works on. */
export interface RunbookFacts {
  /** Of the companies in the migration. */
  readonly refs: readonly string[];
  /** The target's; undefined if it has none. */
  readonly callbackUrl: string | undefined;
  /** Rows that are not migrated on the target. */
  readonly notMigrated: readonly NotMigratedRow[];
  /** Of the pilot that counts; absent: it is not known. */
  readonly pilotCompany?: PilotCompany | undefined;
  /** Migrated companies that are missing on the target since. */
  readonly gone?: number;
}

/** A case with its runbook, and what is known besides its chain. */
export interface RunbookReading {
  readonly state: CaseState;
  readonly facts: RunbookFacts;
  readonly rows: readonly RunbookRow[];
  /** Of the pilot that counts. */
  readonly results: ResultsByRun;
}

/** Evidence and open points of a step. */
export interface Finding {
  readonly evidence: readonly RunbookEvidence[];
  /** Empty: the step is done. */
  readonly missing: readonly string[];
  readonly remarks?: readonly string[];
  readonly doneAt?: string | undefined;
  readonly doneBy?: string | undefined;
}
export interface StepStatus extends Finding {
  readonly id: RunbookStep;
  readonly state: RunbookStepState;
}
