import type { CompanyResult } from '#contract/token-runs.ts';
import { companyKey } from '#desk/cases/company-key.ts';
import { decisionsIn } from '#desk/cases/decisions.ts';
import type { CaseState, CompanyDecision } from '#desk/cases/state.ts';
import { heldIn } from '#desk/tokens/managed/gate.ts';
import { unreadable } from '#desk/tokens/unreadable.ts';
import { type EndedRun, endedRuns } from './last-run.ts';

/**
 * The part of a row in the reconciliation of a token migration: each row is in exactly one. Source:
 * `docs/reference/rules/tokens.md#reconciliation`.
 */
export const rowParts = ['migrated', 'failed', 'excluded', 'held', 'open'] as const;
export type RowPart = (typeof rowParts)[number];

/** Why a row is in none of the four parts that add up. */
export const openReasons = [
  /** Ready, and no run has taken it up. */
  'not-run',
  /** Imported since the last run with results, or no run has any. */
  'no-results',
  /** Begun, and its end is not on record. */
  'not-ended',
  'undone',
  /** Done by the run, and what verifies that is not on record. */
  'not-verified',
  /** Verified then, and found missing or unlinked on the target since. */
  'gone',
  /** Verified then, and found to differ by the last sample that read it back since. */
  'differs',
] as const;
export type OpenReason = (typeof openReasons)[number];

export interface AccountedRow {
  readonly company: CompanyResult;
  readonly part: RowPart;
  /** Of an open row. */
  readonly why?: OpenReason;
  /** Why it is held, as of this point of the chain. */
  readonly held?: string;
  /** Of an excluded row, or of an accepted failure. */
  readonly decision?: CompanyDecision;
}

/** What is needed to tell the part of a row, made once for all rows. */
export const accounting = (state: CaseState, results: Parameters<typeof endedRuns>[1], last: EndedRun) => {
  const decisions = decisionsIn(state);
  const heldNow = heldIn(state);
  const differing = foundToDiffer(state, last);
  const undoneBy = runsThatUndid(decisions, state, results, last);

  return (company: CompanyResult): AccountedRow => {
    const key = companyKey(company);
    const decision = decisions.get(key);
    if (company.state === 'done') return { company, ...doneRow(state, last, company, differing.has(key)) };
    if (decision?.kind === 'excluded' && covers(decision, company, undoneBy.get(key))) {
      return { company, part: 'excluded', decision };
    }
    return { company, ...leftRow(company, decision, heldNow) };
  };
};

type Placed = Omit<AccountedRow, 'company'>;

const doneRow = (state: CaseState, last: EndedRun, company: CompanyResult, differs: boolean): Placed => {
  if (!isVerified(company)) return { part: 'open', why: 'not-verified' };
  if (isGone(state, last, company)) return { part: 'open', why: 'gone' };
  return differs ? { part: 'open', why: 'differs' } : { part: 'migrated' };
};

/** By company: what the last sample since the run that could read it says. */
const foundToDiffer = ({ sampleChecks }: CaseState, { run, ended }: EndedRun): ReadonlySet<string> => {
  const differing = new Set<string>();
  for (const { seq, targetId, rows } of sampleChecks) {
    if (seq < ended.seq || targetId !== run.started.targetId) continue;
    for (const { ref, platformKey, outcome } of rows) {
      const key = companyKey({ ref, line: 0, platformKey });
      if (outcome === 'differs') differing.add(key);
      if (outcome === 'as-expected') differing.delete(key);
    }
  }
  return differing;
};

const leftRow = (
  company: CompanyResult,
  decision: CompanyDecision | undefined,
  heldNow: ReturnType<typeof heldIn>,
): Placed => {
  switch (company.state) {
    case 'failed':
    case 'invalid':
      return { part: 'failed', ...acceptance(decision, company) };
    case 'undone':
      return { part: 'open', why: 'undone' };
    case 'ready': {
      const held = heldReason(company, heldNow);
      return held === undefined ? { part: 'open', why: 'not-run' } : { part: 'held', held };
    }
    default:
      return { part: 'open', why: 'not-ended' };
  }
};

/** The connection is Linked, and each dataset of its sync is complete, or of a type that the platform does not have. */
const isVerified = ({ companyId, connectionId, connectionStatus, datasets }: CompanyResult): boolean => {
  const { Complete = 0, NotSupported = 0, ...others } = datasets;
  return (
    companyId !== undefined &&
    connectionId !== undefined &&
    connectionStatus === 'Linked' &&
    Complete + NotSupported > 0 &&
    Object.values(others).every((count) => count === 0)
  );
};

/** Until it is observed there again, whatever runs have said of it since: most of them do not look at it. */
const isGone = (
  { gone }: CaseState,
  { run }: EndedRun,
  { companyId = '', connectionId = '' }: CompanyResult,
): boolean =>
  [companyId, connectionId].some((id) => {
    const found = gone.get(id);
    return found !== undefined && found.targetId === run.started.targetId;
  });

/** An exclusion covers a row in any state but for a later undo. */
const covers = (
  { company: { seen } }: CompanyDecision,
  { state }: CompanyResult,
  undoneBy: string | undefined,
): boolean => state !== 'undone' || (undoneBy !== undefined && seen === `undone ${undoneBy}`);

/** An acceptance covers this failure alone. */
const acceptance = (
  decision: CompanyDecision | undefined,
  { cause, step }: CompanyResult,
): Pick<AccountedRow, 'decision'> =>
  decision?.kind === 'accepted' && decision.company.seen === `failed ${cause} ${step}` ? { decision } : {};

/**
 * What holds a row follows from the chain as it is now, but for credentials that could not be opened: only the run has
 * tried that.
 */
const heldReason = (
  { ref, platformKey, held, cause }: CompanyResult,
  heldNow: ReturnType<typeof heldIn>,
): string | undefined => {
  if (held !== undefined && cause === unreadable) return held;
  return ref === undefined || platformKey === undefined ? undefined : heldNow(ref, platformKey);
};

/** By company, of those with a decision about an undone state: the undo that undid them last. */
const runsThatUndid = (
  decisions: ReadonlyMap<string, CompanyDecision>,
  state: CaseState,
  results: Parameters<typeof endedRuns>[1],
  last: EndedRun,
): ReadonlyMap<string, string> => {
  const wanted = new Set(
    [...decisions].flatMap(([key, { company }]) => (company.seen.startsWith('undone') ? [key] : [])),
  );
  const undoneBy = new Map<string, string>();
  if (wanted.size === 0) return undoneBy;
  const { targetId } = last.run.started;
  for (const one of endedRuns(state, results)) {
    if (one.run.started.targetId === targetId) noteUndone(undoneBy, wanted, one);
  }
  return undoneBy;
};

const noteUndone = (
  undoneBy: Map<string, string>,
  wanted: ReadonlySet<string>,
  { run: { started }, results: { companies } }: EndedRun,
): void => {
  for (const company of companies) {
    const key = companyKey(company);
    if (!wanted.has(key)) continue;
    if (company.state !== 'undone') undoneBy.delete(key);
    else if (started.kind === 'undo' && !undoneBy.has(key)) undoneBy.set(key, started.runId);
  }
};
