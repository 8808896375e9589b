import type { CutoverTask } from '#contract/cutover.ts';
import type { EligibilityRow, FindingKind, RowState } from '#contract/eligibility.ts';
import type { CaseState } from '#desk/cases/state.ts';
import type { CaseFacts } from '#desk/cutover/eligibility-facts.ts';

type Decision = CaseState['conflictDecisions'][number];

/** What a case knows that its plan depends on. */
export interface PlanFacts {
  readonly caseId: string;
  readonly integrator: string;
  readonly clientId?: string;
  /** Whether the portal sets an auth header. `profile`: the same as the profile. */
  readonly portal: 'value' | 'profile' | 'none';
  /** Of this target, oldest first. */
  readonly decisions: readonly Pick<Decision, 'header' | 'use' | 'by' | 'marks'>[];
  rowState(row: EligibilityRow): RowState | undefined;
  /** File and line, of findings that count. */
  usesOf(kind: FindingKind): NonNullable<CutoverTask['uses']>;
}

/** @param targetClientId as the target knows it; the case's own outweighs it */
export const planFacts = (
  state: CaseState,
  eligibility: CaseFacts,
  targetClientId: string | undefined,
): PlanFacts => {
  const { id, integrator, conflictDecisions, targetId } = state;
  const clientId = state.clientId ?? targetClientId;
  return {
    caseId: id,
    integrator,
    ...(clientId === undefined ? {} : { clientId: clientId.toLowerCase() }),
    portal: portalOf(state, eligibility),
    decisions: conflictDecisions.filter((one) => one.targetId === targetId),
    rowState: (row) => eligibility.rowState(state, row),
    usesOf: (kind) => usesIn(state, eligibility, kind),
  };
};

const portalOf = (state: CaseState, { rowState }: CaseFacts): PlanFacts['portal'] => {
  if (rowState(state, 'auth-header-portal') !== 'present') return 'none';
  return state.portalHeader?.equalsProfile === true ? 'profile' : 'value';
};

/** Lines that one task names. */
const mostUses = 50;

const usesIn = (state: CaseState, { verdictOf }: CaseFacts, kind: FindingKind): string[] => {
  const current = new Set(verdictOf(state).rows.flatMap(({ evidence }) => evidence));
  const lines = state.evidence
    .filter(({ id }) => current.has(id))
    .flatMap(({ findings }) => findings)
    .filter((one) => one.kind === kind && !one.weak && !state.dismissals.has(one.id))
    .flatMap(({ place }) => (place.kind === 'source' ? [`${place.file}:${place.line}`] : []));
  return [...new Set(lines)].toSorted().slice(0, mostUses);
};
