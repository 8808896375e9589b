import type { ChainCheck } from '#contract/case.ts';
import type { KeyedPage } from '#contract/common.ts';
import type { ExclusionsChanged, TokenExcludeRequest, TokenIncludeRequest } from '#contract/exclusions.ts';
import type { GivenBy } from '#contract/given-by.ts';
import type { Job } from '#contract/job.ts';
import type {
  ImportFormat,
  RowReferenceQuery,
  RowReferences,
  TokenImportRequest,
  TokenImportResult,
  TokenRow,
  TokenRowCounts,
  TokenRowQuery,
} from '#contract/token-rows.ts';
import type {
  DryRun,
  DuplicateRequest,
  Duplicates,
  RehearsalOutcome,
  RehearsalRequest,
  ResumeRequest,
  Run,
  RunRequest,
  RunResults,
  RunWatch,
  ThresholdsRequest,
  TokenRowDetail,
  UndoPlan,
  UndoRequest,
} from '#contract/token-runs.ts';
import type { RecordedSamples, SampleRequest } from '#contract/token-samples.ts';
import type { Sight } from '#desk/core/sight.ts';
import type { JobHandle } from '#desk/jobs/jobs.ts';
import type { Reader } from '#desk/store/store.ts';
import type { AnswerPlace } from './answer-pieces.ts';

/** Token migration, as the API offers it. Everything throws CatalogueError. */
export interface Tokens {
  readonly imports: Imports;
  readonly runs: Runs;
  readonly duplicates: DuplicateWork;
  readonly rehearsals: Rehearsals;
  readonly samples: Samples;
  readonly rows: Rows;
  readonly exclusions: Exclusions;
  /** Problems of the ledgers of a case's runs, compared with its chain. */
  checkLedgers(caseId: string): Promise<ChainCheck['problems']>;
  /**
   * Before a case is closed, archived or deleted: no run may be unfinished. A paused one must be
   * cancelled or finish. On a damaged chain nothing can be recorded, so only a running one counts.
   * @returns a check to repeat within the unit of work that ends the case
   * @throws CatalogueError `tokens.runActive`
   */
  refuseUnfinished(caseId: string): Promise<(reader: Reader) => Promise<void>>;
  /** Shreds the credentials that are still kept for a case: it was closed, archived or deleted. */
  forget(caseId: string): Promise<void>;
  /** Cases with a run that is under way or paused. */
  casesWithRuns(): Promise<string[]>;
  /** How many runs are under way, rehearsals too. */
  runningCount(): Promise<number>;
  /** How many rows of a case, or of all, have their credentials kept. */
  keptCount(caseId?: string): Promise<number>;
  /** Marks runs of an ended process as interrupted, and shreds leftover credentials. */
  start(): Promise<void>;
  /** Cases whose runs, other than rehearsals, are under way. */
  runningCases(): Promise<readonly string[]>;
  /** Pauses what runs. */
  stop(): Promise<void>;
}

export interface Imports {
  /** A file with the right columns and one example row, which an import refuses. */
  template(platformKey: string, format: ImportFormat): Promise<string>;
  /** A job whose result is a TokenImportResult. Nothing is kept where the file as a whole can't be read. */
  start(caseId: string, request: TokenImportRequest, actor: string): Promise<Job>;
  /** The list in an answer to a form, within a job that is under way. @throws CatalogueError `integration.notFound` */
  take(caseId: string, list: AnsweredList, actor: string, job: JobHandle): Promise<TokenImportResult>;
}

/** A token list in an answer that opened already. */
export interface AnsweredList {
  readonly name: string;
  readonly bytes: number;
  /** Of the sealed file. */
  readonly from: AnswerPlace;
  readonly sealedDigest: string;
  /** How to read it. */
  readonly request: Pick<TokenImportRequest, 'format' | 'platformKey' | 'mapping' | 'dryRun'>;
  readonly given: GivenBy;
  /** Gets the ref of each row that is in order. */
  see(ref: string): void;
}

/** The rows of a case with their state on its target. */
export interface Rows {
  /** By key, each with its state. */
  list(caseId: string, query: TokenRowQuery): Promise<KeyedPage<TokenRow>>;
  counts(caseId: string): Promise<TokenRowCounts>;
  /** Rows of all cases by the beginning of their reference. */
  /** @param sight of whose cases rows are listed */
  find(query: RowReferenceQuery, sight?: Sight): Promise<RowReferences>;
  /** With its calls. @throws CatalogueError `tokens.rowNotFound` */
  show(caseId: string, rowId: number): Promise<TokenRowDetail>;
}

/** Rows left out by name. Source: `docs/reference/rules/tokens.md#excluded-rows`. */
export interface Exclusions {
  /** All of them or none. @throws CatalogueError `request.invalid` for one that is migrated, excluded, in a run, or unknown */
  exclude(caseId: string, request: TokenExcludeRequest, actor: string): Promise<ExclusionsChanged>;
  /** @throws CatalogueError `request.invalid` for one that is not excluded */
  include(caseId: string, request: TokenIncludeRequest, actor: string): Promise<ExclusionsChanged>;
}

export interface Runs {
  /** Newest first, rehearsals included. */
  list(caseId: string): Promise<Run[]>;
  show(caseId: string, runId: string): Promise<Run>;
  /** How it goes on. @throws CatalogueError `tokens.runNotFound` */
  watch(caseId: string, runId: string): Promise<RunWatch>;
  /** By company. @throws CatalogueError `tokens.runNotFound`, `tokens.noResults` before its end, or if they are gone */
  results(caseId: string, runId: string): Promise<RunResults>;
  /** @throws CatalogueError `tokens.outsideWindow` without `overrideWindow`, for what writes */
  start(caseId: string, request: RunRequest, actor: string): Promise<Run>;
  dryRun(caseId: string, request: RunRequest): Promise<DryRun>;
  /** Resolves when no call is in progress. */
  pause(caseId: string, actor: string, why?: string): Promise<Run>;
  /** @throws CatalogueError `tokens.outsideWindow`, whatever it was begun with */
  resume(caseId: string, actor: string, request?: ResumeRequest): Promise<Run>;
  /** Of the unfinished run, from now on; kept with it and in the chain. @throws CatalogueError `tokens.noRun` */
  setThresholds(caseId: string, request: ThresholdsRequest, actor: string): Promise<Run>;
  cancel(caseId: string, actor: string): Promise<Run>;
  undoPlan(caseId: string, request: UndoRequest): Promise<UndoPlan>;
  /** @throws CatalogueError `tokens.outsideWindow` without `overrideWindow` */
  undo(caseId: string, request: UndoRequest, actor: string): Promise<Run>;
}

/** Duplicates on a target after a run, and the decision: keep them, or remove those that this desk created. */
export interface DuplicateWork {
  /** As it is now. */
  list(caseId: string): Promise<Duplicates>;
  /** @throws CatalogueError `tokens.noDuplicates`, `tokens.runActive`, `target.unconfirmed` */
  decide(caseId: string, request: DuplicateRequest, actor: string): Promise<Duplicates>;
}

export interface Samples {
  list(caseId: string): Promise<RecordedSamples>;
  /**
   * A job that reads some of the migrated rows back from the target, by calls that only read, and records the result; a
   * RecordedSample is its result. Cancelled, it records nothing.
   * @throws CatalogueError `case.notOpen`, `tokens.runActive`, `tokens.noSample`
   */
  start(caseId: string, request: SampleRequest, actor: string): Promise<Job>;
}

export interface Rehearsals {
  /** Runs the plan on a temporary instance of the service; answers at once. */
  start(caseId: string, request: RehearsalRequest, actor: string): Promise<Run>;
  /** How the rows of each behaviour ended, once it has. @throws CatalogueError `tokens.runNotFound`, `rehearsal.notEnded` */
  outcome(caseId: string, runId: string): Promise<RehearsalOutcome>;
}

/** What a requirement of the runbook refuses or holds. */
export interface Gate {
  /** undefined: it may continue. */
  readonly refused: string | undefined;
  /** Why a row is held; undefined if it is not. */
  readonly held: Held;
}
/** By ref and platform. */
export type Held = (ref: string, platformKey: string) => string | undefined;
/** What the managed runbook of the case, if any, allows now. */
export type GateOf = (
  caseId: string,
  kind: 'pilot' | 'run' | 'retry' | 'check',
  refs?: readonly string[],
) => Promise<Gate>;
