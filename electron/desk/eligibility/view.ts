import type { EligibilityRow, EligibilityView, Evidence, EvidenceSummary } from '#contract/eligibility.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { changeBetween } from './changes.ts';
import { checkDefinitions } from './check-definitions.ts';
import { evidenceOf, verdictOf } from './grounds.ts';
import { equaledAnother } from './portal-header.ts';
import { cutOverSince, stateOf } from './request-progress.ts';

/** Everything that bears on the eligibility of a case, without the findings of evidence that counts no more. */
export const eligibilityView = (state: CaseState): EligibilityView => {
  const evidence = evidenceOf(state);
  const verdict = verdictOf(state);
  const cutOver = cutOverSince(state);
  const counted = new Set(verdict.rows.flatMap(({ findings }) => findings));
  const known = new Map(evidence.flatMap(({ findings }) => findings.map((finding) => [finding.id, finding])));
  return {
    caseId: state.id,
    revision: state.revision,
    verdict,
    rows: checkDefinitions.map((definition) => pick(definition, 'row', 'setup', 'effect', 'absentByAnswer')),
    findings: [...counted].flatMap((id) => known.get(id) ?? []),
    evidence: evidence.map(summaryOf),
    observations: state.observations.map(({ lastRequestId: _, desk: _desk, ...observation }) => observation),
    answers: state.answers.map((answer) => pick(answer, 'row', 'state', 'by', 'note', 'at', 'actor')),
    overrules: [...state.overrides].map(([row, override]) => ({
      row: row as EligibilityRow,
      ...pick(override, 'state', 'by', 'reason', 'at', 'actor'),
    })),
    coverages: [...state.coverages]
      .filter(([evidenceId]) => evidence.some(({ id }) => id === evidenceId))
      .map(([evidenceId, coverage]) => ({
        evidenceId,
        ...pick(coverage, 'coverage', 'by', 'confirmed', 'at', 'actor'),
      })),
    dismissals: [...state.dismissals].map(([findingId, dismissal]) => ({
      findingId,
      ...pick(dismissal, 'reason', 'at', 'actor'),
      row: dismissal.row as EligibilityRow,
      ...pick({ finding: known.get(findingId) }, 'finding'),
    })),
    mentionDismissals: state.mentionDismissals.map((dismissal) =>
      pick(dismissal, 'ids', 'group', 'reason', 'at', 'actor'),
    ),
    removedEvidence: state.removedEvidence.map(({ evidence: one, ...removal }) => ({
      evidence: summaryOf(one),
      ...pick(removal, 'reason', 'at', 'actor'),
    })),
    history: state.verdicts.map(({ verdict: reached, at, actor }, index) => {
      const before = state.verdicts[index - 1]?.verdict;
      return {
        at,
        actor,
        state: reached.state,
        ...(before === undefined ? {} : { change: changeBetween(before, reached, evidence) }),
      };
    }),
    ...(cutOver === undefined ? {} : { cutOver }),
    ...(state.portalHeader === undefined || equaledAnother(state)
      ? {}
      : { portalHeader: withoutSeq(state.portalHeader) }),
    ...(state.request === undefined ? {} : { request: stateOf(state.request) }),
  };
};

/** Those of the keys that have a value. */
const pick = <T extends object, K extends keyof T>(from: T, ...keys: readonly K[]): Pick<T, K> =>
  Object.fromEntries(keys.flatMap((key) => (from[key] === undefined ? [] : [[key, from[key]]]))) as Pick<
    T,
    K
  >;

const withoutSeq = ({ seq: _, ...header }: NonNullable<CaseState['portalHeader']>) => header;

/** Evidence without what is long. */
const summaryOf = ({ findings: _, sketch: _sketch, mentions, ...one }: Evidence): EvidenceSummary => {
  if (mentions === undefined) return one;
  const { toReview: _toReview, ...counts } = mentions;
  return { ...one, mentions: counts };
};
