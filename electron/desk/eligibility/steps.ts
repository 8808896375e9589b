import type { RowResult, Verdict } from '#contract/eligibility.ts';
import { formatList } from '#contract/format.ts';
import { confirmationStepId } from '#desk/cases/standard-steps.ts';
import { type StepFinding, stepModule } from '#desk/cases/steps/table.ts';
import { definitionOf } from './check-definitions.ts';
import { verdictOf } from './grounds.ts';
import { requestProgress } from './request-progress.ts';

/** The first steps of a webhook migration, and what they require. Sources: `docs/reference/rules/eligibility.md#migration-request`, `docs/reference/rules/cutover.md#preconditions`. */
export const eligibilitySteps = stepModule([
  {
    id: 'check-eligibility',
    standsOn: [],
    facts: 'the evidence gives a verdict',
    decide: (state) => {
      const verdict = verdictOf(state);
      return missing(verdict.state === 'undetermined' ? unanswered(verdict) : undefined);
    },
  },
  {
    id: 'remove-blockers',
    standsOn: ['check-eligibility'],
    facts: 'no check blocks the migration',
    decide: (state) => {
      const verdict = verdictOf(state);
      if (verdict.state === 'undetermined') return missing(unanswered(verdict));
      const blockers = verdict.rows.filter(({ blocks, state: is }) => blocks && is === 'present');
      return missing(blockers.length === 0 ? undefined : `Blocked by: ${namesOf(blockers)}.`);
    },
  },
  {
    id: 'send-request',
    standsOn: ['remove-blockers'],
    facts: 'the request was sent and still matches the case',
    decide: (state) => missing(requestProgress(state).unsent),
  },
  {
    id: confirmationStepId,
    standsOn: ['send-request'],
    facts: 'the provider confirmed the request and the cutover is in place',
    decide: (state) => missing(requestProgress(state).unconfirmed),
  },
]);

const missing = (text: string | undefined): StepFinding => ({ missing: text === undefined ? [] : [text] });

const unanswered = ({ rows }: Verdict): string =>
  `Checks without a result: ${namesOf(rows.filter(({ blocks, state }) => blocks && state === 'unknown'))}.`;

const namesOf = (results: readonly RowResult[]): string =>
  formatList(results.map(({ row }) => definitionOf(row).setup));
