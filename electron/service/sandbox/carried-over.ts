import { carriedHeaders } from '#contract/webhook.ts';
import type { WantedEndpoint } from '#service/webhooks/webhooks.ts';
import type { PlannedEndpoint } from './cutover-plan.ts';

/** A planned endpoint, as it is to be made. */
export const wantedOf = (
  { url, companyId, eventTypes, ruleIds }: PlannedEndpoint,
  headers: WantedEndpoint['headers'],
): WantedEndpoint => ({
  url,
  eventTypes,
  channels: companyId === undefined ? [] : [companyId],
  companyTags: [],
  disabled: false,
  headers,
  ruleIds,
});

/** What the legacy mechanism sends with each alert. */
export const headersOf = (clientId: string, authHeader: string | undefined): WantedEndpoint['headers'] => {
  const ofClient = { name: carriedHeaders.clientId, value: clientId };
  if (authHeader === undefined) return [ofClient];
  return [ofClient, { name: carriedHeaders.auth, value: authHeader }];
};
