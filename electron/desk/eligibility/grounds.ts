import type { Verdict } from '#contract/eligibility.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { observationEvidence } from './observation-evidence.ts';
import { dismissedIds } from './open-mentions.ts';
import { reachVerdict } from './verdict.ts';

/** The evidence of a case: on record, and of open observations so far. */
export const evidenceOf = ({ evidence, observations }: Pick<CaseState, 'evidence' | 'observations'>) => [
  ...evidence,
  ...observations.filter(({ to }) => to === undefined).map(observationEvidence),
];

type Grounds = Pick<
  CaseState,
  'evidence' | 'observations' | 'dismissals' | 'mentionDismissals' | 'answers' | 'overrides' | 'coverages'
>;

/** The verdict on a case as it is. Cases are never changed in place, so it is reached once for the same grounds. */
export const verdictOf = (state: Grounds): Verdict => {
  const { evidence, observations, dismissals, mentionDismissals, answers, overrides, coverages } = state;
  const last = reached.get(evidence);
  const isSame =
    last !== undefined &&
    last.observations === observations &&
    last.dismissals === dismissals &&
    last.mentionDismissals === mentionDismissals &&
    last.answers === answers &&
    last.overrides === overrides &&
    last.coverages === coverages;
  if (isSame) return last.verdict;
  const verdict = reachVerdict({
    ...state,
    dismissedMentions: dismissedIds(state),
    evidence: evidenceOf(state),
    order: new Map(evidence.map(({ id }, index) => [id, index])),
  });
  reached.set(evidence, {
    observations,
    dismissals,
    mentionDismissals,
    answers,
    overrides,
    coverages,
    verdict,
  });
  return verdict;
};

/** By the evidence on record, for as long as anybody holds it. */
const reached = new WeakMap<Grounds['evidence'], Omit<Grounds, 'evidence'> & { readonly verdict: Verdict }>();
