import type { CutoverPlanView, PlannedRule } from '#contract/cutover.ts';

/** How a plan is listed. */

type PlannedEndpoint = CutoverPlanView['endpoints'][number];

export interface PlanGroup {
  readonly key: string;
  /** undefined: nothing is carried over. */
  readonly endpoint: PlannedEndpoint | undefined;
  readonly rules: readonly PlannedRule[];
}

export const planFilters = ['all', 'conditions', 'dropped'] as const;
export type PlanFilter = (typeof planFilters)[number];

const matches: Readonly<Record<PlanFilter, (rule: PlannedRule) => boolean>> = {
  all: () => true,
  conditions: ({ conditionsLost }) => conditionsLost.length > 0,
  // Mails, and rules that nothing comes of.
  dropped: ({ emails, url }) => emails.length > 0 || url === undefined,
};

export const countRules = ({ rules }: CutoverPlanView, filter: PlanFilter): number =>
  rules.filter(matches[filter]).length;

/** By endpoint, and last those without one; only groups with rules of the filter. */
export const groupsOf = ({ endpoints, rules }: CutoverPlanView, filter: PlanFilter): PlanGroup[] => {
  const shown = rules.filter(matches[filter]);
  const carried = new Set(endpoints.flatMap(({ fromRules }) => fromRules));
  return [
    ...endpoints.map((endpoint) => ({
      key: `${endpoint.companyId ?? ''} ${endpoint.url}`,
      endpoint,
      rules: shown.filter(({ ruleId }) => endpoint.fromRules.includes(ruleId)),
    })),
    { key: 'none', endpoint: undefined, rules: shown.filter(({ ruleId }) => !carried.has(ruleId)) },
  ].filter((group) => group.rules.length > 0);
};

export interface PropertyChange {
  readonly from: string;
  /** undefined: dropped. */
  readonly to: string | undefined;
}

/** Properties that consumers read otherwise, or no longer, over all rules: renamed first. */
export const propertiesOf = ({ rules }: CutoverPlanView): PropertyChange[] => {
  const renamed = new Map(
    rules.flatMap((rule) => rule.renamed.map(({ from, to }) => [`${from} ${to}`, { from, to }] as const)),
  );
  const dropped = new Set(rules.flatMap((rule) => rule.dropped));
  return [...renamed.values(), ...[...dropped].map((from) => ({ from, to: undefined }))];
};

export interface HeaderRow {
  readonly name: string;
  readonly profile: string | undefined;
  readonly portal: string | undefined;
  readonly always: string | undefined;
  /** `undecided` of a conflict. */
  readonly after: string | 'undecided';
}

/** Headers by name, with the value from each source and what the endpoints will send. */
export const headersOf = ({ endpoints, conflicts }: CutoverPlanView): HeaderRow[] => {
  const planned = endpoints.flatMap(({ headers }) => headers);
  const names = [...new Set([...conflicts.map(({ header }) => header), ...planned.map(({ name }) => name)])];
  return names.map((name) => {
    const conflict = conflicts.find(({ header }) => header === name);
    const found = planned.find((header) => header.name === name);
    const from = (source: 'profile' | 'portal' | 'always'): string | undefined =>
      conflict?.values.find((value) => value.source === source)?.masked ??
      (found?.source === source ? found.masked : undefined);
    const isUndecided = conflict !== undefined && conflict.use === undefined;
    return {
      name,
      profile: from('profile'),
      portal: from('portal'),
      always: from('always'),
      after: isUndecided ? 'undecided' : ((conflict?.use && from(conflict.use)) ?? found?.masked ?? '–'),
    };
  });
};
