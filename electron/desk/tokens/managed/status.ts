import { type RunbookStep, runbookStepLabels, runbookSteps } from '#contract/runbook.ts';
import type { ResultsByRun } from '#desk/cases/run-results.ts';
import type { CaseState, RunbookState } from '#desk/cases/state.ts';
import { goneMessages } from '#desk/tokens/gone.ts';
import { scheduleStatus, supplyStatus, updateStatus } from './early-status.ts';
import type { Finding, RunbookFacts, StepStatus } from './finding.ts';
import { completeStatus, firstCompanyStatus } from './late-status.ts';
import { stepsBefore } from './steps.ts';
import { syncingStatus } from './syncing-status.ts';

/**
 * Where the six steps stand: a function of the chain, and of the facts where they are known. Without them what is on
 * record about a step counts. Source: `docs/reference/rules/managed-migration.md#steps`.
 * @param results name the company of the pilot
 */
export const statusOf = (
  state: CaseState,
  runbook: RunbookState,
  facts?: RunbookFacts,
  results?: ResultsByRun,
): StepStatus[] => {
  const found: StepStatus[] = [];
  for (const id of runbookSteps) {
    const own = ownStatusOf(id, state, runbook, facts, results);
    const open = found.filter((one) => one.state === 'open' && stepsBefore[id].includes(one.id));
    const missing = [...own.missing, ...open.map(isOpenMessage)];
    const done = missing.length === 0;
    const is = done ? 'done' : runbook.overrides.has(id) ? 'overruled' : 'open';
    found.push({ ...own, missing, id, state: is });
  }
  return found;
};

/** What a step itself has and lacks, without those that it depends on. */
export const ownStatusOf = (
  step: RunbookStep,
  state: CaseState,
  runbook: RunbookState,
  facts?: RunbookFacts,
  results?: ResultsByRun,
): Finding => {
  switch (step) {
    case 'supply':
      return supplyStatus(runbook);
    case 'schedule':
      return scheduleStatus(state, runbook);
    case 'update-application':
      return updateStatus(state, runbook, facts);
    case 'disable-syncing':
      return syncingStatus(state, runbook, facts);
    case 'first-company':
      return firstCompanyStatus(state, runbook, results, facts);
    case 'complete':
      return withGone(completeStatus(state, runbook, [], facts), facts);
  }
};

const withGone = (finding: Finding, facts: RunbookFacts | undefined): Finding => ({
  ...finding,
  missing: [...finding.missing, ...goneMessages(facts?.gone ?? 0)],
});

const isOpenMessage = ({ id }: StepStatus): string =>
  `Step ${runbookSteps.indexOf(id) + 1}, "${runbookStepLabels[id].title}", is open.`;

/** What a step that is open lacks, said with its name. */
export const formatOpen = ({ id, missing }: StepStatus): string => {
  const { title } = runbookStepLabels[id];
  return `Step ${runbookSteps.indexOf(id) + 1}, "${title}", is open. ${missing.slice(0, 3).join(' ')}`;
};

/** Steps before this one that are neither done nor overridden. */
export const openBefore = (all: readonly StepStatus[], step: RunbookStep): StepStatus[] =>
  all.filter(({ id, state }) => state === 'open' && runbookSteps.indexOf(id) < runbookSteps.indexOf(step));

export type { StepStatus };
