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
