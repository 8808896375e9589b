import type { HeaderCheckResult } from '#contract/header-setup.ts';
import type { Webhook } from '#contract/webhook.ts';
import type { WantedSteps } from '#desk/cases/move-steps.ts';
import type { CaseState } from '#desk/cases/state.ts';

/**
 * The endpoints that the case waits for: those that its cutover made, and those that it sets up. A target has others
 * too, of other cases and of nobody.
 */
export const endpointsOfCase = ({ grants, headers, targetId }: CaseState): ReadonlySet<string> => {
  const made = grants
    .filter((one) => one.targetId === targetId)
    .flatMap(({ result }) => result.endpoints.map(({ webhook }) => webhook.id));
  const setUp = [...headers].filter(
    ([, { targetId: of, planned, set }]) => of === targetId && planned.length + set.length > 0,
  );
  return new Set([...made, ...setUp.map(([webhookId]) => webhookId)]);
};

/**
 * Where a check brings the steps. One that passed found every expected header, so they are set up; an endpoint that the
 * case does not wait for changes nothing, unless it waits for none.
 * @param all the endpoints that the target has
 */
export const stepsAfterCheck = (
  state: CaseState,
  all: readonly Webhook[],
  { webhookId, passed }: HeaderCheckResult,
): WantedSteps => {
  const counted = endpointsOfCase(state);
  if (counted.size > 0 && !counted.has(webhookId)) return {};
  if (!passed) return { 'verify-endpoints': 'open' };
  const left = all.some(
    ({ id }) => id !== webhookId && counted.has(id) && state.headers.get(id)?.checks.at(-1)?.passed !== true,
  );
  return { 'set-headers': 'done', 'verify-endpoints': left ? 'open' : 'done' };
};
