import type { EndpointDetail } from '#contract/endpoint.ts';
import type { RuleType } from '#contract/legacy.ts';
import { eventTypesOfRule } from '#contract/rule-events.ts';
import type { Webhook } from '#contract/webhook.ts';
import type { ConfiguredRule } from '#desk/targets/configuration-shapes.ts';
import { normalUrl, sameCompany, sameUrl } from './same-endpoint.ts';

/** An endpoint that rules should become. */
export interface WantedEndpoint {
  readonly url: string;
  readonly companyId?: string;
  readonly eventTypes: readonly string[];
  readonly ruleIds: readonly string[];
  /** Types of rules whose event types are not known here. */
  readonly unknownTypes: readonly string[];
}

/** Rules that post to the same URL for the same company become one endpoint. Source: `docs/reference/rules/cutover.md#endpoints-from-rules`. */
export const wantedEndpoints = (rules: readonly ConfiguredRule[]): WantedEndpoint[] => {
  const posting = rules.flatMap(({ id, type, companyId, notifiers: { webhook } }) =>
    webhook === undefined ? [] : [{ id, type, companyId, url: webhook }],
  );
  const places = Map.groupBy(posting, ({ companyId, url }) =>
    JSON.stringify([companyId?.toLowerCase(), normalUrl(url)]),
  );
  return [...places.values()].map((same) => {
    const [{ url, companyId }] = same as [(typeof posting)[number]];
    const types = [...new Set(same.map(({ type }) => type))];
    return {
      url,
      ...(companyId === undefined ? {} : { companyId }),
      eventTypes: [...new Set(types.filter(isKnown).flatMap((type) => eventTypesOfRule[type]))],
      ruleIds: same.map(({ id }) => id),
      unknownTypes: types.filter((type) => !isKnown(type)),
    };
  });
};

/** An endpoint that is what was wanted, one that is enabled before one that is not. */
export const findEndpoint = (webhooks: readonly Webhook[], wanted: WantedEndpoint): Webhook | undefined => {
  const found = webhooks.filter((webhook) => matches(webhook, wanted));
  return found.find(({ disabled }) => !disabled) ?? found[0];
};

/** Whether a header is set on an endpoint; undefined where its headers can't be seen. */
export const hasHeader = (
  details: readonly Pick<EndpointDetail, 'id' | 'headers'>[] | undefined,
  webhookId: string,
  name: string,
): boolean | undefined =>
  details
    ?.find(({ id }) => id === webhookId)
    ?.headers.some((header) => header.name.toLowerCase() === name.toLowerCase());

const isKnown = (type: string): type is RuleType => Object.hasOwn(eventTypesOfRule, type);

const matches = (webhook: Webhook, { url, companyId, eventTypes }: WantedEndpoint): boolean =>
  sameUrl(webhook.url, url) &&
  sameCompany(webhook.companyId, companyId) &&
  eventTypes.every((type) => webhook.eventTypes.includes(type));
