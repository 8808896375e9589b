import { code, table } from '#base/markdown.ts';
import type { CutoverPlan } from '#contract/cutover.ts';
import { formatCount } from '#contract/format.ts';
import { formatEventTypes } from '#contract/format-event-types.ts';

/**
 * What the provider is to make, as sections of the migration request: each endpoint, exactly.
 * @param digest of the plan that the request asks for; without one there is nothing to say
 */
export const planSection = (digest: string | undefined, plan: CutoverPlan | undefined): string[] => {
  if (digest === undefined) return [];
  const named = `By the plan with the SHA-256 ${code(digest)}`;
  if (plan === undefined) return ['## Cutover plan', `${named}.`];
  const { endpoints, rules } = plan;
  const counts = `${formatCount(rules.length, 'rule')} ${rules.length === 1 ? 'becomes' : 'become'} ${formatCount(endpoints.length, 'endpoint')}`;
  return [
    '## Cutover plan',
    `${named}: ${counts}. Please make exactly these.`,
    ...(endpoints.length === 0
      ? []
      : [table(['URL', 'Company', 'Event types', 'Headers'], endpoints.map(rowOf))]),
  ];
};

const rowOf = ({ url, companyId, eventTypes, headers }: CutoverPlan['endpoints'][number]): string[] => [
  code(url),
  companyId === undefined ? 'All companies' : code(companyId),
  formatEventTypes(eventTypes).map(code).join('<br>'),
  headers.map(({ name, source, masked }) => `${code(name)}: ${code(masked)} (${source})`).join('<br>'),
];
