import type { CaseAction } from '#contract/case.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { foldAll } from '#desk/cases/steps/index.ts';
import { sameVerdict } from './changes.ts';
import { verdictOf } from './grounds.ts';

/**
 * The actions, followed by the verdict that they lead to, if it is another than the last: all for one act.
 */
export const withVerdict = (
  state: CaseState,
  actor: string,
  actions: readonly CaseAction[],
): CaseAction[] => {
  const verdict = verdictOf(foldAll(state, actor, actions));
  if (sameVerdict(state.verdicts.at(-1)?.verdict, verdict)) return [...actions];
  return [...actions, { kind: 'verdict.reached', content: { verdict } }];
};
