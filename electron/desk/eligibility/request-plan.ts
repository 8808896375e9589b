import { code, table } from '#base/markdown.ts';
import type { CutoverPlan } from '#contract/cutover.ts';
import { planSummary, shortEventTypes } from '#contract/cutover-labels.ts';

/**
 * What the provider is to make, as sections of the migration request: each endpoint, exactly.
 * @param digest of the plan that the request asks for; without one there is nothing to say
 */
export const planSection = (digest: string | undefined, plan: CutoverPlan | undefined): string[] => {
  if (digest === undefined) return [];
  const named = `By the plan with the SHA-256 ${code(digest)}`;
  if (plan === undefined) return ['## Cutover plan', `${named}.`];
  const { endpoints } = plan;
  return [
    '## Cutover plan',
    `${named}. ${planSummary(plan)} Please make exactly these.`,
    ...(endpoints.length === 0
      ? []
      : [table(['URL', 'Company', 'Event types', 'Headers'], endpoints.map(rowOf))]),
  ];
};

const rowOf = ({ url, companyId, eventTypes, headers }: CutoverPlan['endpoints'][number]): string[] => [
  code(url),
  companyId === undefined ? 'All companies' : code(companyId),
  shortEventTypes(eventTypes).map(code).join('<br>'),
  headers.map(({ name, source, masked }) => `${code(name)}: ${code(masked)} (${source})`).join('<br>'),
];
