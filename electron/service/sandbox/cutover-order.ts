import { CatalogueError, invalid } from '#contract/errors.ts';
import type { Rule } from '#contract/legacy.ts';
import type { CutoverOrder } from '#contract/sandbox.ts';
import { meetingPoint, type PlannedEndpoint, planCutover } from './cutover-plan.ts';

/** Changes that an error names; the rest are counted. */
const named = 10;

/**
 * The endpoints of a plan, exactly as it has them, if the rules are still those that it was made of.
 * @throws CatalogueError `cutover.moved`, which names what is not as planned
 */
export const orderedEndpoints = (order: CutoverOrder, rules: readonly Rule[]): readonly PlannedEndpoint[] => {
  const changes = [...changedRules(order, rules), ...changedEndpoints(order, rules)];
  if (changes.length > 0) throw moved(changes);
  return order.endpoints;
};

/**
 * The auth header that the endpoints get.
 * @throws CatalogueError `cutover.moved`, `request.invalid` if the portal's is to be carried over and is not given
 */
export const orderedAuthHeader = (
  { authHeader }: Pick<CutoverOrder, 'authHeader'>,
  { portal, profile }: { readonly portal: string | undefined; readonly profile: string | undefined },
): string | undefined => {
  switch (authHeader) {
    case undefined:
      return portal ?? profile;
    case 'none':
      if (profile !== undefined) throw moved(['The profile has an auth header.']);
      return undefined;
    case 'profile':
      if (profile === undefined) throw moved(['The profile has no auth header.']);
      return profile;
    case 'portal':
      if (portal === undefined) throw invalid(missingPortalHeader);
      return portal;
  }
};

const missingPortalHeader = {
  itemId: 'portalAuthHeader',
  message: 'portalAuthHeader must be given: the plan carries over the auth header of the portal.',
  validatorName: 'required',
};

const moved = (changes: readonly string[]): CatalogueError => {
  const more = changes.length - named;
  const all = more > 0 ? [...changes.slice(0, named), `${more} more.`] : changes;
  return new CatalogueError('cutover.moved', { changes: all.join(' ') });
};

const changedRules = (order: CutoverOrder, rules: readonly Rule[]): string[] => {
  const planned = new Set(order.ruleIds);
  const present = new Set(rules.map(({ id }) => id));
  return [
    ...order.ruleIds.filter((id) => !present.has(id)).map((id) => `Rule ${id} is gone.`),
    ...rules.filter(({ id }) => !planned.has(id)).map(({ id, type }) => `Rule ${id} (${type}) is new.`),
  ];
};

/** By the same rules the service would plan; what it plans otherwise has changed, or was never so. */
const changedEndpoints = (order: CutoverOrder, rules: readonly Rule[]): string[] => {
  const known = new Set(order.ruleIds);
  const due = new Map(
    planCutover(rules.filter(({ id }) => known.has(id))).endpoints.map((one) => [meetingPoint(one), one]),
  );
  const changes: string[] = [];
  for (const endpoint of order.endpoints) {
    const point = meetingPoint(endpoint);
    const now = due.get(point);
    due.delete(point);
    if (now === undefined) changes.push(`No rule posts to ${shown(endpoint)}.`);
    else changes.push(...differences(endpoint, now));
  }
  return [
    ...changes,
    ...[...due.values()].map((one) => `Rules post to ${shown(one)}, which is not planned.`),
  ];
};

const differences = (planned: PlannedEndpoint, now: PlannedEndpoint): string[] => [
  ...(isSame(planned.ruleIds, now.ruleIds) ? [] : [`Other rules post to ${shown(planned)}.`]),
  ...(isSame(planned.eventTypes, now.eventTypes)
    ? []
    : [`The rules of ${shown(planned)} have other event types.`]),
];

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && new Set([...a, ...b]).size === b.length;

/** Without the query, which may hold a secret. */
const shown = ({ url, companyId }: PlannedEndpoint): string => {
  const parsed = URL.parse(url);
  const where = parsed === null ? 'an invalid URL' : `${parsed.origin}${parsed.pathname}`;
  return companyId === undefined ? where : `${where} (company ${companyId})`;
};
