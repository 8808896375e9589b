import type { CaseAction } from '#contract/case.ts';
import {
  type AnswerRequest,
  type EligibilityRow,
  type Finding,
  type OverrideRequest,
  seenLimit,
} from '#contract/eligibility.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { Cases } from '#desk/cases/cases.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { definitionOf } from './check-definitions.ts';
import { evidenceOf } from './grounds.ts';
import { withVerdict } from './record.ts';
import { asSeen, dismissalOf } from './seen-calls.ts';

/**
 * Decisions of people about evidence, checks and findings. Each is followed by the verdict, if it differs from the last.
 * All of them stay on record.
 */
export const createAnswers = (cases: Pick<Cases, 'act'>) => {
  /** Records the actions, if there are any, and the verdict that they lead to. */
  const record = (caseId: string, actor: string, actionsOf: (state: CaseState) => CaseAction[]) =>
    cases.act(caseId, actor, (state) => {
      const actions = actionsOf(state);
      return actions.length === 0 ? [] : withVerdict(state, actor, actions);
    });
  return {
    /** @throws CatalogueError `eligibility.notByAnswer` for the absence of a blocking check */
    async answer(caseId: string, row: EligibilityRow, { state, by, note }: AnswerRequest, actor: string) {
      const { absentByAnswer, settledBy } = definitionOf(row);
      if (state === 'absent' && !absentByAnswer) {
        throw new CatalogueError('eligibility.notByAnswer', { row, shown: asClause(settledBy) });
      }
      return record(caseId, actor, () => [{ kind: 'row.answered', content: { row, state, by, note } }]);
    },
    override: (caseId: string, row: EligibilityRow, request: OverrideRequest, actor: string) =>
      record(caseId, actor, (before) => {
        const { state, by, reason } = request;
        return [{ kind: 'row.overruled', content: { row, state, by, reason, seen: seenOf(before, row) } }];
      }),
    /** Withdraws the override, or the answers; nothing is done if there is none. */
    restoreCheck: (caseId: string, row: EligibilityRow, what: 'overrule' | 'answers', actor: string) =>
      record(caseId, actor, (state) =>
        isThere(state, row, what) ? [{ kind: 'row.restored', content: { row, what } }] : [],
      ),
    /** @throws CatalogueError `finding.notFound` if no evidence of the case has it for that check */
    dismiss: (
      caseId: string,
      findingId: string,
      { row, reason }: { readonly row: EligibilityRow; readonly reason: string },
      actor: string,
    ) =>
      record(caseId, actor, (state) => {
        const same = findingsOf(state, row).filter(({ id }) => id === findingId);
        if (same.length === 0) throw new CatalogueError('finding.notFound', { findingId });
        return [dismissalOf(same, { findingId, row, reason })];
      }),
    /** Nothing is done if it is not dismissed. */
    restoreFinding: (caseId: string, findingId: string, actor: string) =>
      record(caseId, actor, ({ dismissals }) =>
        dismissals.has(findingId) ? [{ kind: 'finding.restored', content: { findingId } }] : [],
      ),
    /**
     * Removes evidence from the verdict. The evidence that it replaced counts again.
     * @throws CatalogueError `evidence.notFound`, also for an observation that is open
     */
    removeEvidence: (caseId: string, evidenceId: string, reason: string, actor: string) =>
      record(caseId, actor, ({ evidence }) => {
        if (evidence.every(({ id }) => id !== evidenceId)) {
          throw new CatalogueError('evidence.notFound', { evidenceId });
        }
        return [{ kind: 'evidence.removed', content: { evidenceId, reason } }];
      }),
  };
};

const isThere = (
  { overrides, answers }: CaseState,
  row: EligibilityRow,
  what: 'overrule' | 'answers',
): boolean => (what === 'overrule' ? overrides.has(row) : answers.some((answer) => answer.row === row));

const findingsOf = (state: CaseState, row: EligibilityRow): Finding[] =>
  evidenceOf(state).flatMap(({ findings }) => findings.filter((finding) => finding.row === row));

/** The newest first: what is beyond the limit, the override does not hold against. */
const seenOf = (state: CaseState, row: EligibilityRow) => asSeen(findingsOf(state, row)).slice(-seenLimit);

const asClause = (text: string): string =>
  `${text.charAt(0).toLowerCase()}${text.slice(1).replace(/\.$/, '')}`;
