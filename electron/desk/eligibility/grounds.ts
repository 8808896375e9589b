import type { Verdict } from '#contract/eligibility.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { observationEvidence } from './observation-evidence.ts';
import { reachVerdict } from './verdict.ts';

/** The evidence of a case: what is on record, and what windows that are still open have seen so far. */
export const evidenceOf = ({ evidence, observations }: Pick<CaseState, 'evidence' | 'observations'>) => [
  ...evidence,
  ...observations.filter(({ to }) => to === undefined).map(observationEvidence),
];

/** The verdict on a case as it is. */
export const verdictOf = (
  state: Pick<CaseState, 'evidence' | 'observations' | 'dismissals' | 'answers' | 'overrules'>,
): Verdict =>
  reachVerdict({
    ...state,
    evidence: evidenceOf(state),
    order: new Map(state.evidence.map(({ id }, index) => [id, index])),
  });
