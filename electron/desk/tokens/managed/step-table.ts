import { type RunbookStep, runbookStepLabels, runbookSteps } from '#contract/runbook.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { overrideNote } from '#desk/cases/steps/index.ts';
import { type StepRule, stepModule } from '#desk/cases/steps/table.ts';
import type { Reader } from '#desk/store/store.ts';
import { readTarget } from '#desk/store/targets.ts';
import { countGone } from '#desk/tokens/gone.ts';
import type { RunbookFacts } from './finding.ts';
import { notMigratedIn } from './not-migrated.ts';
import { pilotCompanyIn } from './pilot-company.ts';
import { readableRows } from './rows.ts';
import { ownStatusOf } from './status.ts';
import { caseStepId, stepsBefore } from './steps.ts';

/** What the six steps of a managed migration stand on. Sources: `docs/reference/rules/managed-migration.md#steps`, `docs/reference/rules/managed-migration.md#reopened-steps`. */
const readFacts = async (reader: Reader, state: CaseState): Promise<RunbookFacts> => {
  const { id, targetId } = state;
  const target = await readTarget(reader, targetId);
  const rows = await readableRows(reader, id);
  return {
    refs: [...new Set(rows.map(({ ref }) => ref))],
    notMigrated: await notMigratedIn(reader, id, targetId),
    pilotCompany: await pilotCompanyIn(reader, state),
    callbackUrl: target?.callback_url ?? undefined,
    gone: await countGone(reader, state),
  };
};

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

export const runbookStepModule = stepModule(runbookSteps.map(ruleOf), readFacts);
