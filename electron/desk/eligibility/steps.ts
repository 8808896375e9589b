import type { Verdict } from '#contract/eligibility.ts';
import type { WantedSteps } from '#desk/cases/move-steps.ts';

/** What a verdict means for the steps of a case. */
export const stepsOfVerdict = ({ state }: Verdict): WantedSteps => {
  if (state === 'eligible') return { 'check-eligibility': 'done', 'remove-blockers': 'done' };
  if (state === 'blocked') return { 'check-eligibility': 'done', 'remove-blockers': 'open' };
  return { 'check-eligibility': 'open' };
};
