import type { CaseAction } from '#contract/case.ts';
import type { CutoverStage } from '#contract/cutover.ts';
import { cutoverStandardSteps } from '#desk/cases/standard-steps.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { type StepFinding, type StepModule, stepModule } from '#desk/cases/steps/table.ts';
import type { CaseFacts } from './eligibility-facts.ts';
import { planOf } from './on-target.ts';
import { normalUrl } from './same-endpoint.ts';
import { shortUrl } from './short-url.ts';
import { stagesOf } from './stages.ts';

/**
 * The steps of a cutover, and what they require. None keeps the request from being sent: a cutover may go without a
 * rehearsal or a test. Source: `docs/reference/rules/cutover.md#states`.
 */
export const cutoverSteps = (facts: CaseFacts): StepModule => {
  const reached =
    (wanted: CutoverStage) =>
    (state: CaseState): StepFinding => {
      const stage = stagesOf(state, facts).find(({ id }) => id === wanted);
      return { missing: stage?.why ?? [] };
    };
  return stepModule([
    {
      id: 'plan-cutover',
      standsOn: [],
      facts: 'a frozen plan matches the case',
      decide: reached('planned'),
    },
    {
      id: 'rehearse-cutover',
      standsOn: ['plan-cutover'],
      facts: 'parity holds in the last rehearsal of the plan',
      decide: reached('rehearsed'),
    },
    {
      id: 'test-endpoint',
      standsOn: [],
      facts: 'every planned endpoint passed the last run of the doctor',
      decide: untested,
    },
    {
      id: 'complete-cutover',
      standsOn: ['verify-endpoints'],
      facts: 'the soak is over without an open problem, and the cutover was completed',
      decide: reached('completed'),
    },
  ]);
};

/** Without a plan, any endpoint that was tested counts. */
const untested = (state: CaseState): StepFinding => {
  const plan = planOf(state)?.plan;
  const urls = [...new Set(plan?.endpoints.map(({ url }) => normalUrl(url)))];
  const last = state.doctorRuns.at(-1);
  if (plan === undefined || urls.length === 0) {
    if (last?.result.verdict === 'pass' || plan !== undefined) return { missing: [] };
    return { missing: [last === undefined ? 'No endpoint was tested.' : 'The last test did not pass.'] };
  }
  return {
    missing: urls.flatMap((url) => {
      const run = state.doctorRuns.findLast(({ result }) => isOf(result.url, url));
      if (run === undefined) return [`${shortUrl(url)} was not tested.`];
      return run.result.verdict === 'pass' ? [] : [`The last test of ${shortUrl(url)} did not pass.`];
    }),
  };
};

const isOf = (tested: string, url: string): boolean => {
  const normal = normalUrl(tested);
  return normal === url || normal === normalUrl(shortUrl(url));
};

/** Adds the steps of a cutover to a case from before there were any. */
export const missingCutoverSteps = ({ steps }: Pick<CaseState, 'steps'>): CaseAction[] => {
  const known = new Set(steps.map(({ id }) => id));
  return cutoverStandardSteps
    .filter(({ id }) => !known.has(id))
    .map((step) => ({ kind: 'step.added', content: { step } }));
};
