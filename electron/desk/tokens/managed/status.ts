import { type RunbookStep, runbookSteps, runbookStepWords } from '#contract/runbook.ts';
import type { ResultsByRun } from '#desk/cases/run-results.ts';
import type { CaseState, RunbookState } from '#desk/cases/state.ts';
import { scheduleStatus, supplyStatus, updateStatus } from './early-status.ts';
import type { Finding, RunbookFacts, StepStatus } from './finding.ts';
import { completeStatus, firstCompanyStatus } from './late-status.ts';
import { syncingStatus } from './syncing-status.ts';

/**
 * Where the six steps stand: a function of the chain, and of the facts where they are known. Without them what is on
 * record about a step counts. Source: `domain.md` section 8.
 * @param results name the company of the pilot
 */
export const statusOf = (
  state: CaseState,
  runbook: RunbookState,
  facts?: RunbookFacts,
  results?: ResultsByRun,
): StepStatus[] => {
  const found: StepStatus[] = [];
  const add = (id: RunbookStep, finding: Finding): void => {
    const done = finding.missing.length === 0;
    found.push({ ...finding, id, state: done ? 'done' : runbook.overrules.has(id) ? 'overruled' : 'open' });
  };
  add('supply', supplyStatus(runbook));
  add('schedule', scheduleStatus(state, runbook));
  add('update-application', updateStatus(state, runbook, facts));
  add('disable-syncing', syncingStatus(state, runbook, facts));
  add('first-company', firstCompanyStatus(state, runbook, results));
  add('complete', completeStatus(state, runbook, openBefore(found, 'complete'), facts));
  return found;
};

/** What a step that is open lacks, said with its name. */
export const openWords = ({ id, missing }: StepStatus): string => {
  const { title } = runbookStepWords[id];
  return `Step ${runbookSteps.indexOf(id) + 1}, "${title}", is open. ${missing.slice(0, 3).join(' ')}`;
};

/** Steps before this one that are neither done nor overruled. */
export const openBefore = (all: readonly StepStatus[], step: RunbookStep): StepStatus[] =>
  all.filter(({ id, state }) => state === 'open' && runbookSteps.indexOf(id) < runbookSteps.indexOf(step));

export type { StepStatus };
