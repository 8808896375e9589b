import type { CaseAction, Step } from '#contract/case.ts';
import { fold } from '#desk/cases/fold.ts';
import { tokensStepId } from '#desk/cases/standard-steps.ts';
import type { CaseState } from '#desk/cases/state.ts';
import type { RunbookFacts } from './finding.ts';
import { statusOf } from './status.ts';
import { caseStepId, caseSteps } from './steps.ts';

/** The actions, and those that bring the steps of the case to where the runbook is after them. */
export const withMoves = (
  state: CaseState,
  actions: readonly CaseAction[],
  facts: RunbookFacts,
): CaseAction[] => [...actions, ...movesOf(after(state, actions), facts)];

/** The case as it will be. Who does it and when are of no matter here. */
const after = (state: CaseState, actions: readonly CaseAction[]): CaseState =>
  actions.reduce((before, action) => {
    const { id, revision, updated, digest } = before;
    return fold(id, before, { action, seq: revision + 1, at: updated, actor: '', digest });
  }, state);

/** The one step of a token migration, which the six take the place of: so that the next step of the case is theirs. */
export const replacedStep = ({ steps }: CaseState): CaseAction[] =>
  steps.some(({ id, state }) => id === tokensStepId && state === 'open')
    ? [{ kind: 'step.changed', content: { id: tokensStepId, state: 'skipped', note: replacedNote } }]
    : [];
const replacedNote = 'The six steps of the managed migration take its place.';

/** None where all are where they belong. */
export const movesOf = (state: CaseState, facts: RunbookFacts): CaseAction[] => {
  const { runbook, steps } = state;
  if (runbook === undefined) return [];
  const here = new Map(steps.map((step) => [step.id, step]));
  const added = caseSteps
    .filter(({ id }) => !here.has(id))
    .map((step): CaseAction => ({ kind: 'step.added', content: { step } }));
  const moved = statusOf(state, runbook, facts).flatMap(({ id, state: is }): CaseAction[] => {
    const step = here.get(caseStepId(id));
    const overrule = runbook.overrules.get(id);
    const wanted = wantedStates[is];
    const now = step?.state ?? 'open';
    if (now === wanted) return [];
    const note = is === 'overruled' ? `${overruledNote}${overrule?.by}: ${overrule?.reason}` : undefined;
    const cleared = step?.note?.startsWith(overruledNote) ? '' : undefined;
    const noted = note?.slice(0, 4000) ?? cleared;
    return [
      {
        kind: 'step.changed',
        content: { id: caseStepId(id), state: wanted, ...(noted === undefined ? {} : { note: noted }) },
      },
    ];
  });
  return [...added, ...moved];
};

const overruledNote = 'Overruled by ';
const wantedStates: Readonly<Record<'open' | 'done' | 'overruled', Step['state']>> = {
  open: 'open',
  done: 'done',
  overruled: 'skipped',
};
