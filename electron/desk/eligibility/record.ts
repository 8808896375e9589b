import { systemTime, toIso } from '#base/clock.ts';
import type { CaseAction } from '#contract/case.ts';
import { fold } from '#desk/cases/fold.ts';
import { moveSteps } from '#desk/cases/move-steps.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { sameVerdict } from './changes.ts';
import { verdictOf } from './grounds.ts';
import { stepsOfVerdict } from './steps.ts';

/**
 * The actions, followed by the verdict that they lead to, if it is another than the last, and by the steps that are
 * done with it: all for one act.
 */
export const withVerdict = (
  state: CaseState,
  actor: string,
  actions: readonly CaseAction[],
): CaseAction[] => {
  const verdict = verdictOf(after(state, actor, actions));
  if (sameVerdict(state.verdicts.at(-1)?.verdict, verdict)) return [...actions];
  return [
    ...actions,
    { kind: 'verdict.reached', content: { verdict } },
    ...moveSteps(state, stepsOfVerdict(verdict)),
  ];
};

/** The case as the actions will leave it. */
export const after = (state: CaseState, actor: string, actions: readonly CaseAction[]): CaseState => {
  const at = toIso(systemTime.now());
  return actions.reduce(
    (before, action) =>
      fold(state.id, before, { seq: before.revision + 1, at, actor, action, digest: before.digest }),
    state,
  );
};
