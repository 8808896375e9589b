import { type RunbookStep, runbookStepLabels, runbookSteps } from '#contract/runbook.ts';
import { overrideNote } from '#desk/cases/steps/index.ts';
import { type StepRule, stepModule } from '#desk/cases/steps/table.ts';
import { readTarget } from '#desk/store/targets.ts';
import { readFacts } from './facts.ts';
import type { RunbookFacts } from './finding.ts';
import { ownStatusOf } from './status.ts';
import { caseStepId, stepsBefore } from './steps.ts';

const ruleOf = (step: RunbookStep): StepRule<RunbookFacts> => ({
  id: caseStepId(step),
  standsOn: stepsBefore[step].map(caseStepId),
  facts: asClause(runbookStepLabels[step].doneWhen),
  byOverride: true,
  decide: (state, facts) => {
    const { runbook } = state;
    if (runbook === undefined) return 'recorded';
    const { missing } = ownStatusOf(step, state, runbook, facts);
    const override = runbook.overrides.get(step);
    return override === undefined
      ? { missing }
      : { missing, override: `${overrideNote}${override.by}: ${override.reason}` };
  },
});

const asClause = (sentence: string): string =>
  `${sentence[0]?.toLowerCase() ?? ''}${sentence.slice(1).replace(/\.$/, '')}`;

/** The six steps of a managed migration. Sources: `docs/reference/rules/managed-migration.md#steps`, `docs/reference/rules/managed-migration.md#reopened-steps`. */
export const runbookStepModule = stepModule(runbookSteps.map(ruleOf), async (reader, state) => {
  const { facts } = await readFacts(reader, state);
  return { ...facts, callbackUrl: (await readTarget(reader, state.targetId))?.callback_url ?? undefined };
});
