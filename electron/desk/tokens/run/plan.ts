import type { CaseAction } from '#contract/case.ts';
import type { TokenBehaviour } from '#contract/sandbox.ts';
import type { RunKind, RunOptions } from '#contract/token-runs.ts';
import type { CaseState } from '#desk/cases/state.ts';
import type { TokenProgress } from '#desk/store/token-runs.ts';
import type { TargetClient } from '#desk/targets/targets.ts';
import type { Credentials } from '#desk/tokens/vault.ts';

/** What a run is given: the same engine carries out a pilot, a run, a retry, a check, an undo, and each on a rehearsal. */

/** One company's connection to be migrated, as the engine takes it. */
export interface PlanRow {
  readonly id: number;
  readonly line: number;
  readonly ref: string;
  readonly name: string;
  /** Whether the import gave a name; the ref serves as one otherwise. */
  readonly isNamed?: boolean;
  readonly description: string | undefined;
  readonly platformKey: string;
  /** Given: used, never created. */
  readonly companyId: string | undefined;
  readonly connectionId: string | undefined;
  /** Keyed, of its secret values as they were imported; undefined where they were made up for a rehearsal. */
  readonly mark: string | undefined;
}

/** A row of a run, with how far it is when the run takes it up. */
export interface PlannedRow {
  readonly row: PlanRow;
  readonly progress: TokenProgress;
}

/** The rows of a run in the order in which they are to be begun. There may be more than should be held in memory. */
export interface RunRows extends Iterable<PlannedRow> {
  readonly length: number;
  /** Rows of one ref follow each other, so that the second finds what the first created. */
  groups(): Iterable<readonly PlannedRow[]>;
  ofRef(ref: string): readonly PlannedRow[];
  /** They are no longer needed. */
  close(): void;
}

/** The time that a run waits by: the system's, or the virtual one of a rehearsal, which waiting itself moves. */
export interface RunTime {
  /** ms */
  now(): number;
  /** Answers once that instant has come. @throws the signal's reason */
  until(atMs: number, signal: AbortSignal): Promise<void>;
}

/** What the credentials of a row are found and known by. */
export type CredentialsKey = Pick<PlanRow, 'id' | 'platformKey' | 'mark'>;

export interface CredentialSource {
  /** Of the rows that have any. */
  open(rows: readonly CredentialsKey[]): Promise<ReadonlyMap<number, Credentials>>;
  /** The rows are done: their credentials are needed no more. */
  done(rowIds: readonly number[]): Promise<void>;
}

/** An agreed window that a run may pass, and why. */
export interface Overriding {
  readonly reason: string;
  /** @throws CatalogueError `runbook.windowChanged` if another window was proposed meanwhile */
  entries(now: CaseState): readonly CaseAction[];
}

export interface RunPlan {
  readonly runId: string;
  readonly caseId: string;
  readonly targetId: string;
  readonly targetName: string;
  /** `target:<id>` or `rehearsal:<run id>`. */
  readonly scope: string;
  readonly kind: RunKind;
  readonly options: RunOptions;
  readonly actor: string;
  /** What companies that it creates are marked with (`desk-marker.ts`). */
  readonly marker: string;
  readonly client: TargetClient;
  readonly time: RunTime;
  readonly credentials: CredentialSource;
  readonly rows: RunRows;
  /** Rows of the run that are held for now: left unchanged, and counted with the others. */
  readonly held?: RunRows;
  /** Rows that are held and not in the run, by cause. */
  readonly heldCauses?: Readonly<Record<string, number>>;
  /** Of the simulated tokens, in a rehearsal. */
  readonly behaviours?: ReadonlyMap<number, TokenBehaviour>;
  /** What a person should know of it. */
  readonly remark?: string;
  /** Failures before it, ms, do not count for the thresholds. Of a run that was resumed. */
  readonly countedSinceMs?: number | undefined;
  /** Why no further company may be begun; undefined if one may. Asked before each. */
  readonly closed?: () => Promise<string | undefined>;
  /** Of an agreed window: put on record with the start of the run. */
  readonly overriding?: Overriding;
  /** Called when every row has ended: returns the rows of a second pass; none ends the run. */
  readonly again?: () => Promise<readonly number[]>;
  /** Called when the run is over or paused: what it ran on may go. */
  readonly release?: () => Promise<void>;
}
