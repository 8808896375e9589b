import { toIso } from '#base/clock.ts';
import type {
  Duplicate,
  DuplicateDecision,
  Run,
  RunCounts,
  RunKind,
  RunOptions,
  RunState,
} from '#contract/token-runs.ts';
import type { TokenRunRecord } from '#desk/store/token-runs.ts';
import type { RunPlan } from './plan.ts';

/** Results of a run as stored with it: later runs may change its rows. */
export interface RunOutcome {
  readonly counts: RunCounts;
  readonly failures: Record<string, number>;
  readonly alreadyLinked?: number;
  readonly heldCauses?: Record<string, number>;
  readonly duplicates: readonly Duplicate[];
  /** The decision about them. */
  readonly decision?: DuplicateDecision;
  readonly remark?: string;
}

export const noCounts: RunCounts = {
  rows: 0,
  ready: 0,
  running: 0,
  syncing: 0,
  done: 0,
  failed: 0,
  undone: 0,
};

/** Running, or may be resumed. */
export const isUnfinished = (state: RunState): boolean => state !== 'done' && state !== 'cancelled';

/** Rows that were linked before, where they are of interest: a check or an undo sends no credentials anyway. */
export const linkedBefore = (kind: RunKind, rows: number | undefined): Pick<RunOutcome, 'alreadyLinked'> =>
  rows === undefined || rows === 0 || kind === 'check' || kind === 'undo' ? {} : { alreadyLinked: rows };

/** Rows that were held, by cause, where there are any. */
export const heldIn = ({ heldCauses = {} }: Pick<RunPlan, 'heldCauses'>): Pick<Run, 'heldCauses'> =>
  Object.keys(heldCauses).length === 0 ? {} : { heldCauses: { ...heldCauses } };

/** The decision about duplicates; a rehearsal's are deleted with its instance, and an undo has none. */
export const decisionIn = (
  kind: RunKind,
  { decision, duplicates = [] }: Partial<RunOutcome>,
): DuplicateDecision | undefined => {
  if (decision !== undefined) return decision;
  return duplicates.length === 0 || kind === 'rehearsal' || kind === 'undo' ? undefined : { state: 'open' };
};

/** As stored with a run: besides what was asked for, since when its failures count for the thresholds, ms. */
interface StoredOptions extends RunOptions {
  readonly countedSince?: number | undefined;
}

export const optionsIn = ({ options }: Pick<TokenRunRecord, 'options'>): StoredOptions => JSON.parse(options);

/** A run as stored. */
export const runView = (
  record: TokenRunRecord,
  counted?: Pick<RunOutcome, 'counts' | 'failures' | 'alreadyLinked'>,
): Run => {
  const outcome = record.outcome === null ? undefined : (JSON.parse(record.outcome) as RunOutcome);
  const decision = outcome && decisionIn(record.kind, outcome);
  const { countedSince, ...options } = optionsIn(record);
  return {
    id: record.id,
    caseId: record.case_id,
    targetId: record.target_id,
    targetName: record.target_name,
    kind: record.kind,
    state: record.state,
    options,
    ...(countedSince === undefined ? {} : { countedSince: toIso(countedSince) }),
    by: record.actor,
    started: toIso(record.started_at),
    ...(record.ended_at === null ? {} : { ended: toIso(record.ended_at) }),
    counts: counted?.counts ?? outcome?.counts ?? noCounts,
    failures: counted?.failures ?? outcome?.failures ?? {},
    ...linkedBefore(record.kind, counted?.alreadyLinked ?? outcome?.alreadyLinked),
    ...(outcome?.heldCauses === undefined ? {} : { heldCauses: outcome.heldCauses }),
    calls: JSON.parse(record.calls),
    ledger: { entries: record.ledger_entries, digest: record.ledger_digest },
    duplicates: [...(outcome?.duplicates ?? [])],
    ...(decision === undefined ? {} : { decision }),
    ...(outcome?.remark === undefined ? {} : { remark: outcome.remark }),
  };
};
