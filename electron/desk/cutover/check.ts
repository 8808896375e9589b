import { systemTime, toIso } from '#base/clock.ts';
import { redactPath } from '#base/redact.ts';
import type { CutoverCheck } from '#contract/eligibility.ts';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { formatCount, formatList } from '#contract/format.ts';
import { carriedHeaders, type Webhook } from '#contract/webhook.ts';
import type { ConfiguredRule } from '#desk/targets/configuration-shapes.ts';
import { findEndpoint, hasHeader, type WantedEndpoint, wantedEndpoints } from './wanted-endpoints.ts';

type Expectation = CutoverCheck['expectations'][number];

/** What a cutover should have made, and what is there. */
export interface CutoverFacts {
  /** `gone`: the target no longer returns rules. */
  readonly rules: readonly ConfiguredRule[] | 'gone';
  readonly webhooks: readonly Webhook[];
  /** Endpoints that a grant made, by the case. */
  readonly granted: readonly Webhook[];
  /** Of the local service, where headers can be seen. */
  readonly details?: readonly Pick<EndpointDetail, 'id' | 'headers'>[];
  /** By endpoint: the headers, in lower case, that a consumer received with the last test event. */
  readonly received?: ReadonlyMap<string, ReadonlySet<string>>;
  /** Whether an auth header was set in the legacy set-up, as far as the case knows. */
  readonly expectsAuth: boolean;
}

/**
 * Compares them: for each rule with a webhook an endpoint with its URL, event types and channel, and its headers. It is
 * done if all of that was seen, and there was something to see.
 */
export const checkCutover = (facts: CutoverFacts): CutoverCheck => {
  const wanted = wantedOf(facts);
  const found = wanted.map((want) => ({ want, webhook: findEndpoint(facts.webhooks, want) }));
  const expectations = [
    ...(wanted.length === 0 ? [withoutWanted(facts)] : []),
    ...found.map(({ want, webhook }) => endpointExpectation(want, webhook)),
    ...found.flatMap(({ webhook }) => (webhook === undefined ? [] : headerExpectations(webhook, facts))),
  ];
  const state = stateOf(expectations);
  return { at: toIso(systemTime.now()), done: state === 'done', state, expectations };
};

const stateOf = (expectations: readonly Expectation[]): NonNullable<CutoverCheck['state']> => {
  const states = new Set(expectations.map(({ state }) => state));
  if (states.has('missing')) return 'missing';
  return states.has('met') && !states.has('not-visible') ? 'done' : 'not-visible';
};

/** By the rules; where the target no longer returns any, by the endpoints that the grant made. */
const wantedOf = ({ rules, granted }: CutoverFacts): WantedEndpoint[] =>
  hasRules(rules)
    ? wantedEndpoints(rules)
    : granted.map((webhook) => ({ ...webhook, ruleIds: [], unknownTypes: [] }));

const hasRules = (rules: CutoverFacts['rules']): rules is readonly ConfiguredRule[] =>
  rules !== 'gone' && rules.length > 0;

const withoutWanted = ({ rules, webhooks }: CutoverFacts): Expectation =>
  hasRules(rules)
    ? {
        what: 'Endpoints for the rules',
        state: 'met',
        detail: 'No rule has a webhook, so no endpoint is needed. Rebuild the emails: see the recipes.',
      }
    : {
        what: 'Endpoints for the rules',
        state: 'not-visible',
        detail: `The target ${rules === 'gone' ? 'no longer returns' : 'has no'} rules; it has ${formatCount(webhooks.length, 'endpoint')}. Compare them with the exported rules.`,
      };

/** Without its query, and without what looks like a key: the check is kept and reported. */
const shortUrl = (url: string): string => {
  if (!URL.canParse(url)) return 'an unreadable URL';
  const { origin, pathname } = new URL(url);
  return pathname === '/' ? origin : `${origin}${redactPath(pathname)}`;
};

const endpointExpectation = (want: WantedEndpoint, webhook: Webhook | undefined): Expectation => {
  const { url, companyId, eventTypes, unknownTypes } = want;
  const whose = companyId === undefined ? 'all companies' : `company ${companyId}`;
  const what = `Endpoint at ${shortUrl(url)} for ${whose}, ${formatCount(eventTypes.length, 'event type')}`;
  if (webhook === undefined) {
    return {
      what,
      state: 'missing',
      detail: 'No endpoint has this URL, these event types and this channel.',
    };
  }
  if (webhook.disabled) return { what, state: 'missing', detail: `Endpoint ${webhook.id} is disabled.` };
  if (unknownTypes.length > 0) {
    const types = formatList(unknownTypes.map((type) => `"${type}"`));
    const detail = `Endpoint ${webhook.id} exists, but the event types for rules of type ${types} are unknown. Compare them manually.`;
    return { what, state: 'not-visible', detail };
  }
  return { what, state: 'met', detail: `Endpoint ${webhook.id}.` };
};

const headerExpectations = (webhook: Webhook, facts: CutoverFacts): Expectation[] =>
  [carriedHeaders.clientId, ...(facts.expectsAuth ? [carriedHeaders.auth] : [])].map((name) => {
    const { state, detail } = headerSeen(webhook.id, name.toLowerCase(), facts);
    const what = `Header ${name} at ${shortUrl(webhook.url)}`;
    return { what, state, detail: `Endpoint ${webhook.id}: ${detail}` };
  });

const headerSeen = (
  webhookId: string,
  name: string,
  { details, received }: CutoverFacts,
): Pick<Expectation, 'state' | 'detail'> => {
  const isSet = hasHeader(details, webhookId, name);
  if (isSet === true) return { state: 'met', detail: 'the header is set.' };
  if (isSet === false)
    return { state: 'missing', detail: 'the header is not set. Run `carryover headers set`.' };
  if (received?.get(webhookId)?.has(name) === true) {
    return { state: 'met', detail: 'the consumer received it with a test event.' };
  }
  return {
    state: 'not-visible',
    detail: 'the API does not show headers. Check them with a test event: `carryover headers check`.',
  };
};
