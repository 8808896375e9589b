import { systemTime, toIso } from '#base/clock.ts';
import type { CutoverCheck } from '#contract/eligibility.ts';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { formatCount, formatList } from '#contract/format.ts';
import { carriedHeaders, type Webhook } from '#contract/webhook.ts';
import type { ConfiguredRule } from '#desk/targets/configuration-shapes.ts';
import { type Expectation, endpointLabel, planExpectations } from './plan-expectations.ts';
import { findPlanned, type PlannedEndpoint } from './planned-endpoints.ts';
import { shortUrl } from './short-url.ts';
import { findEndpoint, hasHeader, type WantedEndpoint, wantedEndpoints } from './wanted-endpoints.ts';

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
  /** By endpoint: the headers, in lower case, that did not come with it, or with another value. */
  readonly lost?: ReadonlyMap<string, ReadonlySet<string>>;
  readonly plan?: PlanFacts;
  /** Whether an auth header was set in the legacy set-up, as far as the case knows. */
  readonly expectsAuth: boolean;
}

/** By a plan, what is expected exactly; without one, by the rules as they are. */
export interface PlanFacts {
  readonly endpoints: readonly PlannedEndpoint[];
  /** Of the local service, which tells it. */
  readonly rulesFire?: boolean;
  /** Of the local service: whether the value of a header is the one that is planned. */
  readonly hasValue?: (webhookId: string, header: PlannedEndpoint['headers'][number]) => boolean | undefined;
}

/**
 * Compares them: for each rule with a webhook an endpoint with its URL, event types and channel, and its headers. It is
 * done if all of that was seen, and there was something to see.
 */
export const checkCutover = (facts: CutoverFacts): CutoverCheck => {
  const expectations = facts.plan === undefined ? byRules(facts) : byPlan(facts.plan, facts);
  const state = stateOf(expectations);
  return { at: toIso(systemTime.now()), done: state === 'done', state, expectations };
};

const byRules = (facts: CutoverFacts): Expectation[] => {
  const wanted = wantedOf(facts);
  const found = wanted.map((want) => ({ want, webhook: findEndpoint(facts.webhooks, want) }));
  return [
    ...(wanted.length === 0 ? [withoutWanted(facts)] : []),
    ...found.map(({ want, webhook }) => endpointExpectation(want, webhook)),
    ...found.flatMap(({ webhook }) => (webhook === undefined ? [] : headerExpectations(webhook, facts))),
  ];
};

const byPlan = ({ endpoints, rulesFire, hasValue }: PlanFacts, facts: CutoverFacts): Expectation[] => {
  const found = findPlanned(endpoints, facts.webhooks);
  return [
    ...(rulesFire === undefined ? [] : [legacyExpectation(rulesFire)]),
    ...(endpoints.length === 0 ? [noneWanted] : []),
    ...planExpectations(found),
    ...found.flatMap(({ planned, webhook }) =>
      webhook === undefined
        ? []
        : planned.headers.map((header) =>
            headerExpectation(
              webhook,
              header.name,
              facts,
              hasValue && (hasValue(webhook.id, header) ?? 'unknown'),
            ),
          ),
    ),
  ];
};

const legacyExpectation = (fire: boolean): Expectation => ({
  what: 'Legacy rules',
  state: fire ? 'missing' : 'met',
  detail: fire ? 'They still fire: the client is not cut over.' : 'They no longer fire.',
});

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

const noneWanted: Expectation = {
  what: 'Endpoints for the rules',
  state: 'met',
  detail: 'No rule has a webhook, so no endpoint is needed. Rebuild the emails: see the recipes.',
};

const withoutWanted = ({ rules, webhooks }: CutoverFacts): Expectation =>
  hasRules(rules)
    ? noneWanted
    : {
        what: 'Endpoints for the rules',
        state: 'not-visible',
        detail: `The target ${rules === 'gone' ? 'no longer returns' : 'has no'} rules; it has ${formatCount(webhooks.length, 'endpoint')}. Compare them with the exported rules.`,
      };

const endpointExpectation = (want: WantedEndpoint, webhook: Webhook | undefined): Expectation => {
  const { unknownTypes } = want;
  const what = endpointLabel(want);
  if (webhook === undefined) {
    return {
      what,
      state: 'missing',
      detail: 'No endpoint has this URL, these event types and this channel.',
    };
  }
  if (webhook.disabled)
    return { what, state: 'missing', detail: `Endpoint ${webhook.id} is disabled.`, webhookId: webhook.id };
  if (unknownTypes.length > 0) {
    const types = formatList(unknownTypes.map((type) => `"${type}"`));
    const detail = `Endpoint ${webhook.id} exists, but the event types for rules of type ${types} are unknown. Compare them manually.`;
    return { what, state: 'not-visible', detail, webhookId: webhook.id };
  }
  return { what, state: 'met', detail: `Endpoint ${webhook.id}.`, webhookId: webhook.id };
};

const headerExpectations = (webhook: Webhook, facts: CutoverFacts): Expectation[] =>
  [carriedHeaders.clientId, ...(facts.expectsAuth ? [carriedHeaders.auth] : [])].map((name) =>
    headerExpectation(webhook, name, facts),
  );

const headerExpectation = (
  webhook: Webhook,
  name: string,
  facts: CutoverFacts,
  hasValue?: boolean | 'unknown',
): Expectation => {
  const { state, detail } = headerSeen(webhook.id, name.toLowerCase(), facts, hasValue);
  const what = `Header ${name} at ${shortUrl(webhook.url)}`;
  return { what, state, detail: `Endpoint ${webhook.id}: ${detail}`, webhookId: webhook.id };
};

const headerSeen = (
  webhookId: string,
  name: string,
  { details, received, lost }: CutoverFacts,
  hasValue: boolean | 'unknown' | undefined,
): Pick<Expectation, 'state' | 'detail'> => {
  const isSet = hasHeader(details, webhookId, name);
  if (isSet === true && hasValue === false) {
    return { state: 'missing', detail: 'the header is set, but not to the planned value.' };
  }
  if (isSet === true) {
    const untold =
      hasValue === 'unknown' ? ' The planned value is not known here, so it was not compared.' : '';
    return { state: 'met', detail: `the header is set.${untold}` };
  }
  if (isSet === false)
    return { state: 'missing', detail: 'the header is not set. Run `carryover headers set`.' };
  if (received?.get(webhookId)?.has(name) === true) {
    return { state: 'met', detail: 'the consumer received it with a test event.' };
  }
  if (lost?.get(webhookId)?.has(name) === true) {
    return {
      state: 'missing',
      detail: 'the consumer did not receive it as planned with the last test event.',
    };
  }
  return {
    state: 'not-visible',
    detail: 'the API does not show headers. Check them with a test event: `carryover headers check`.',
  };
};
