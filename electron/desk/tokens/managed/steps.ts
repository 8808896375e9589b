import type { CaseActionOf } from '#contract/case.ts';
import { type RunbookStep, runbookSteps, runbookStepWords } from '#contract/runbook.ts';

/** The six steps among the steps of a case. */
export const caseStepId = (step: RunbookStep): string => `managed-${step}`;

type NewStep = CaseActionOf<'step.added'>['content']['step'];

export const caseSteps: readonly NewStep[] = runbookSteps.map((id) => ({
  id: caseStepId(id),
  part: 'tokens',
  title: runbookStepWords[id].title,
  responsible: runbookStepWords[id].responsible,
}));
