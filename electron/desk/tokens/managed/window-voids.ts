import { hash } from 'node:crypto';
import { canonical } from '#base/canonical.ts';
import { runbookStepLabels, type WindowVoids } from '#contract/runbook.ts';
import type { CaseState, RunbookState } from '#desk/cases/state.ts';
import type { RunbookFacts } from './finding.ts';
import { statusOf } from './status.ts';

/**
 * What another window makes void: what was agreed on this one, the steps that open again, and the runs that pause before
 * their next company. undefined while nobody agreed to it. Source: `docs/reference/rules/managed-migration.md#migration-window`.
 */
export const windowVoids = (
  state: CaseState,
  runbook: RunbookState,
  facts: RunbookFacts,
): WindowVoids | undefined => {
  const { window } = runbook;
  if (window === undefined || window.agreements.length === 0) return undefined;
  const voids = {
    agreements: window.agreements.map(({ name, party }) => `${name} (${party})`),
    steps: reopened(state, runbook, facts),
    runs: state.tokenRuns.flatMap(({ started, state: is }) =>
      started.targetId === state.targetId && writing.includes(started.kind) && unfinished.includes(is)
        ? [`${started.kind} of ${started.at} (${is})`]
        : [],
    ),
  };
  return { ...voids, confirm: hash('sha256', canonical({ ...voids, window: window.id })).slice(0, 16) };
};

const writing: readonly string[] = ['pilot', 'run', 'retry', 'undo'];
const unfinished: readonly string[] = ['running', 'paused'];

const reopened = (state: CaseState, runbook: RunbookState, facts: RunbookFacts): string[] => {
  const { window } = runbook;
  const without = { ...runbook, ...(window === undefined ? {} : { window: { ...window, agreements: [] } }) };
  const after = statusOf({ ...state, runbook: without }, without, facts);
  return statusOf(state, runbook, facts).flatMap(({ id, state: is }, at) =>
    is === 'done' && after[at]?.state !== 'done' ? [runbookStepLabels[id].title] : [],
  );
};

/** As a sentence each. */
export const voidMessages = ({ agreements, steps, runs }: WindowVoids): string[] => [
  `Void: the agreement of ${agreements.join(', ')}.`,
  ...(steps.length === 0 ? [] : [`Open again: ${steps.map((title) => `"${title}"`).join(', ')}.`]),
  ...(runs.length === 0 ? [] : [`Pausing before the next company: ${runs.join(', ')}.`]),
];
