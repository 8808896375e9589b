import type { CaseAction, CaseActionOf } from '#contract/case.ts';
import { type RunbookStep, runbookStepLabels, runbookSteps } from '#contract/runbook.ts';
import { tokensStepId } from '#desk/cases/standard-steps.ts';
import type { CaseState } from '#desk/cases/state.ts';

/** The six steps among the steps of a case. */
export const caseStepId = (step: RunbookStep): string => `managed-${step}`;

/** Steps that must not be open for a step to be done. Source: `docs/reference/rules/managed-migration.md#reopened-steps`. */
export const stepsBefore: Readonly<Record<RunbookStep, readonly RunbookStep[]>> = {
  supply: [],
  schedule: ['supply'],
  // Another window changes neither the registered URL nor disabled syncing.
  'update-application': ['supply'],
  'disable-syncing': ['supply', 'update-application'],
  // Syncing counts company by company: those without a confirmation are held, and stop no other.
  'first-company': ['supply', 'schedule', 'update-application'],
  complete: ['supply', 'schedule', 'update-application', 'disable-syncing', 'first-company'],
};

type NewStep = CaseActionOf<'step.added'>['content']['step'];

const caseSteps: readonly NewStep[] = runbookSteps.map((id) => ({
  id: caseStepId(id),
  part: 'tokens',
  title: runbookStepLabels[id].title,
  responsible: runbookStepLabels[id].responsible,
}));

/** Those of the six that the case does not have yet. */
export const missingSteps = ({ steps }: CaseState): CaseAction[] => {
  const here = new Set(steps.map(({ id }) => id));
  return caseSteps
    .filter(({ id }) => !here.has(id))
    .map((step) => ({ kind: 'step.added', content: { step } }));
};

/** The single step of a token migration, replaced by the six. */
export const replacedStep = ({ steps }: CaseState): CaseAction[] =>
  steps.some(({ id, state }) => id === tokensStepId && state === 'open')
    ? [{ kind: 'step.changed', content: { id: tokensStepId, state: 'skipped', note: replacedNote } }]
    : [];
const replacedNote = 'Replaced by the six steps of the managed migration.';
