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
import { evidenceOf } from './grounds.ts';
import { asSeen } from './judged.ts';
import { withVerdict } from './record.ts';
import { definitionOf } from './rows.ts';

/** What people say about rows and findings, for what is seen until then. The verdict is reached again after each, and recorded if it differs. */
export interface Answers {
  /** @throws CatalogueError `eligibility.notByAnswer` for the absence of a blocking row */
  answer(caseId: string, row: EligibilityRow, request: AnswerRequest, actor: string): Promise<CaseState>;
  overrule(caseId: string, row: EligibilityRow, request: OverrideRequest, actor: string): Promise<CaseState>;
  /** Takes an overrule back, or the answers; nothing is done if there is none. All stay on record. */
  restoreRow(
    caseId: string,
    row: EligibilityRow,
    what: 'overrule' | 'answers',
    actor: string,
  ): Promise<CaseState>;
  /** @throws CatalogueError `finding.notFound` if no evidence of the case has it for that row */
  dismiss(
    caseId: string,
    findingId: string,
    request: { readonly row: EligibilityRow; readonly reason: string },
    actor: string,
  ): Promise<CaseState>;
  /** Nothing is done if it is not dismissed. */
  restoreFinding(caseId: string, findingId: string, actor: string): Promise<CaseState>;
}

export const createAnswers = (cases: Cases): Answers => ({
  async answer(caseId, row, { state: said, by, note }, actor) {
    const { absentByAnswer, settledBy } = definitionOf(row);
    if (said === 'absent' && !absentByAnswer) {
      throw new CatalogueError('eligibility.notByAnswer', { row, shown: asClause(settledBy) });
    }
    const content = { row, state: said, by, note };
    return cases.act(caseId, actor, (state) =>
      withVerdict(state, actor, [{ kind: 'row.answered', content }]),
    );
  },
  overrule: (caseId, row, { state: said, by, reason }, actor) =>
    cases.act(caseId, actor, (state) =>
      withVerdict(state, actor, [
        { kind: 'row.overruled', content: { row, state: said, by, reason, seen: seenOf(state, row) } },
      ]),
    ),
  restoreRow: (caseId, row, what, actor) =>
    cases.act(caseId, actor, (state) =>
      isThere(state, row, what)
        ? withVerdict(state, actor, [{ kind: 'row.restored', content: { row, what } }])
        : [],
    ),
  dismiss: (caseId, findingId, { row, reason }, actor) =>
    cases.act(caseId, actor, (state) => {
      const [seen] = asSeen(findingsOf(state, row).filter(({ id }) => id === findingId));
      if (seen === undefined) throw new CatalogueError('finding.notFound', { findingId });
      const { calls } = seen;
      const content = { findingId, row, reason, ...(calls === undefined ? {} : { calls }) };
      return withVerdict(state, actor, [{ kind: 'finding.dismissed', content }]);
    }),
  restoreFinding: (caseId, findingId, actor) =>
    cases.act(caseId, actor, (state) =>
      state.dismissals.has(findingId)
        ? withVerdict(state, actor, [{ kind: 'finding.restored', content: { findingId } }])
        : [],
    ),
});

const isThere = (
  { overrules, answers }: CaseState,
  row: EligibilityRow,
  what: 'overrule' | 'answers',
): boolean => (what === 'overrule' ? overrules.has(row) : answers.some((answer) => answer.row === row));

const findingsOf = (state: CaseState, row: EligibilityRow): Finding[] =>
  evidenceOf(state).flatMap(({ findings }) => findings.filter((finding) => finding.row === row));

/** The newest first: what is beyond the limit, the overrule does not hold against. */
const seenOf = (state: CaseState, row: EligibilityRow) => asSeen(findingsOf(state, row)).slice(-seenLimit);

const asClause = (text: string): string =>
  `${text.charAt(0).toLowerCase()}${text.slice(1).replace(/\.$/, '')}`;
