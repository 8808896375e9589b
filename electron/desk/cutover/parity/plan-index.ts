import type { CutoverPlan } from '#contract/cutover.ts';
import type { Webhook } from '#contract/webhook.ts';
import { type MappedRule, mappedRules } from './mapped-rules.ts';
import { normalizedUrl } from './read-request.ts';

/** What a comparison needs of a plan; the snapshot's endpoints explain their own messages. */
export type ComparedPlan = Pick<CutoverPlan, 'rules' | 'endpoints'> &
  Partial<{
    readonly conflicts: CutoverPlan['conflicts'];
    readonly snapshot: Pick<CutoverPlan['snapshot'], 'webhooks'>;
  }>;

export type CompanyKind = 'all' | 'own-rule' | 'none';

/** An endpoint at a URL, with the rules that it replaces: one for each, so two of a type are two. */
export interface IndexedEndpoint {
  readonly url: string;
  /** In lower case. */
  readonly companyId: string | undefined;
  readonly eventTypes: ReadonlySet<string>;
  readonly rules: readonly MappedRule[];
  /** It was there before, and the plan does not make it. */
  readonly isOther: boolean;
}

export interface PlanIndex {
  isPlanned(url: string): boolean;
  /** Endpoints at the URL that a message goes to, those of the plan first: it comes once for each. */
  listening(url: string, eventType: string, companyId: string): readonly IndexedEndpoint[];
  /** Rules of any URL that an event is an occurrence for. */
  rulesFor(eventType: string): readonly MappedRule[];
  kindOf(ruleType: string, url: string, companyId: string): CompanyKind;
  /** What its rules can fire, whether it was seen or not. */
  readonly rows: readonly { readonly ruleType: string; readonly company: CompanyKind }[];
  /** Rule types with a webhook. */
  readonly ruleTypes: readonly string[];
  /** Types that the mapping does not have. */
  readonly unknownTypes: readonly string[];
}

export const indexPlan = (plan: ComparedPlan): PlanIndex => {
  const rules = new Map(plan.rules.map((rule) => [rule.ruleId.toLowerCase(), rule]));
  const withUrl = plan.rules.filter(({ url }) => url !== undefined);
  const planned = plan.endpoints.map((endpoint) => toEndpoint(endpoint, rules));
  const others = (plan.snapshot?.webhooks ?? []).filter(({ disabled }) => !disabled).map(toOther);
  const byUrl = Map.groupBy([...planned, ...others], ({ url }) => url);
  const urls = new Set([...byUrl.keys(), ...withUrl.map(({ url = '' }) => hrefOf(url))]);
  const types = [...new Set(withUrl.map(({ type }) => type))];
  const known = types.flatMap((type) => mappedRules.get(type) ?? []);
  const own = new Set(
    withUrl.flatMap(({ type, url = '', companyId }) =>
      companyId === undefined ? [] : [ownKey(type, hrefOf(url), companyId.toLowerCase())],
    ),
  );
  return {
    isPlanned: (url) => urls.has(url),
    listening: (url, eventType, companyId) =>
      (byUrl.get(url) ?? []).filter(
        (endpoint) =>
          endpoint.eventTypes.has(eventType) &&
          (endpoint.companyId === undefined || endpoint.companyId === companyId),
      ),
    rulesFor: (eventType) => known.filter(({ eventTypes }) => eventTypes.has(eventType)),
    kindOf(ruleType, url, companyId) {
      if (companyId === '') return 'none';
      return own.has(ownKey(ruleType, url, companyId)) ? 'own-rule' : 'all';
    },
    rows: withUrl.map(({ type, companyId }) => ({ ruleType: type, company: firedFor(type, companyId) })),
    ruleTypes: types,
    unknownTypes: types.filter((type) => !mappedRules.has(type)),
  };
};

/** What is about the client has no company. */
const firedFor = (type: string, companyId: string | undefined): CompanyKind => {
  if (mappedRules.get(type)?.identity.CompanyId === undefined) return 'none';
  return companyId === undefined ? 'all' : 'own-rule';
};

const ownKey = (type: string, url: string, companyId: string): string => `${type}\n${companyId}\n${url}`;
const hrefOf = (url: string): string => normalizedUrl(url) ?? url;

const toEndpoint = (
  { url, companyId, eventTypes, fromRules }: ComparedPlan['endpoints'][number],
  rules: ReadonlyMap<string, { readonly type: string }>,
): IndexedEndpoint => ({
  url: hrefOf(url),
  companyId: companyId?.toLowerCase(),
  eventTypes: new Set(eventTypes),
  rules: fromRules.flatMap((id) => mappedRules.get(rules.get(id.toLowerCase())?.type ?? '') ?? []),
  isOther: false,
});

const toOther = ({ url, companyId, eventTypes }: Webhook): IndexedEndpoint => ({
  url: hrefOf(url),
  companyId: companyId?.toLowerCase(),
  eventTypes: new Set(eventTypes),
  rules: [],
  isOther: true,
});
