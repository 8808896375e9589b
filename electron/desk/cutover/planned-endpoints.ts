import type { CutoverPlan } from '#contract/cutover.ts';
import type { Webhook } from '#contract/webhook.ts';
import { sameCompany, sameUrl } from './same-endpoint.ts';

/** The endpoints of a plan, beside those of the target: by URL with its query, and company. */

export type PlannedEndpoint = CutoverPlan['endpoints'][number];

export interface FoundPlanned {
  readonly planned: PlannedEndpoint;
  readonly webhook?: Webhook;
  /** Where there is none: what comes near, and how it differs. */
  readonly near?: { readonly webhook: Webhook; readonly differs: 'company' | 'query' };
  /** Others that are enabled and receive the same events at the same URL. */
  readonly twice: readonly Webhook[];
}

export const findPlanned = (
  endpoints: readonly PlannedEndpoint[],
  webhooks: readonly Webhook[],
): FoundPlanned[] => {
  const matches = endpoints.map((planned) => ({ planned, webhook: bestOf(planned, webhooks) }));
  const taken = new Set(matches.flatMap(({ webhook }) => webhook?.id ?? []));
  const left = webhooks.filter(({ id }) => !taken.has(id));
  return matches.map(({ planned, webhook }) => ({
    planned,
    // What comes near is to be mended: it is no second one.
    ...(webhook === undefined
      ? { ...nearOf(planned, left), twice: [] }
      : { webhook, twice: left.filter((other) => !other.disabled && receivesSame(planned, other)) }),
  }));
};

/** Of two for the same URL and company, the one that is enabled, then the one with more of the event types. */
const bestOf = (planned: PlannedEndpoint, webhooks: readonly Webhook[]): Webhook | undefined =>
  webhooks
    .filter((one) => sameUrl(one.url, planned.url) && sameCompany(one.companyId, planned.companyId))
    .sort(
      (a, b) => Number(a.disabled) - Number(b.disabled) || distance(planned, a) - distance(planned, b),
    )[0];

const distance = (planned: PlannedEndpoint, webhook: Webhook): number =>
  lackingTypes(planned, webhook).length + extraTypes(planned, webhook).length;

export const lackingTypes = ({ eventTypes }: PlannedEndpoint, webhook: Webhook): string[] =>
  eventTypes.filter((type) => !webhook.eventTypes.includes(type));

export const extraTypes = ({ eventTypes }: PlannedEndpoint, webhook: Webhook): string[] =>
  webhook.eventTypes.filter((type) => !eventTypes.includes(type));

const nearOf = (planned: PlannedEndpoint, webhooks: readonly Webhook[]): Pick<FoundPlanned, 'near'> => {
  const otherCompany = webhooks.find(({ url }) => sameUrl(url, planned.url));
  if (otherCompany !== undefined) return { near: { webhook: otherCompany, differs: 'company' } };
  const otherQuery = webhooks.find(
    ({ url, companyId }) =>
      sameUrl(withoutQuery(url), withoutQuery(planned.url)) && sameCompany(companyId, planned.companyId),
  );
  return otherQuery === undefined ? {} : { near: { webhook: otherQuery, differs: 'query' } };
};

const receivesSame = (planned: PlannedEndpoint, { url, companyId, eventTypes }: Webhook): boolean =>
  sameUrl(url, planned.url) &&
  (companyId === undefined || planned.companyId === undefined || sameCompany(companyId, planned.companyId)) &&
  eventTypes.some((type) => planned.eventTypes.includes(type));

const withoutQuery = (url: string): string => url.split(/[?#]/, 1)[0] as string;
