import type { Rule } from '#contract/legacy.ts';
import { eventTypesOfRule } from '#contract/rule-events.ts';
import type { CutoverResult } from '#contract/sandbox.ts';

export interface PlannedEndpoint {
  readonly url: string;
  readonly companyId?: string;
  readonly ruleIds: readonly string[];
  readonly eventTypes: readonly string[];
}

export interface CutoverPlan {
  readonly endpoints: readonly PlannedEndpoint[];
  readonly notCarried: CutoverResult['notCarried'];
}

/**
 * What becomes of each rule. Rules that post to the same URL for the same company, or for all, become one endpoint with
 * all their event types. Mails are never carried over. Source: `docs/reference/rules/cutover.md#endpoints-from-rules`.
 * @param rules in the order of creation, which the endpoints follow
 */
export const planCutover = (rules: readonly Rule[]): CutoverPlan => ({
  endpoints: [...Map.groupBy(rules.filter(hasWebhook), pointOf).values()].map(toEndpoint),
  notCarried: rules.filter(({ notifiers }) => notifiers.emails.length > 0).map(toNotCarried),
});

type WebhookRule = Rule & { readonly notifiers: { readonly webhook: string } };
const hasWebhook = (rule: Rule): rule is WebhookRule => rule.notifiers.webhook !== undefined;

const pointOf = ({ companyId, notifiers }: WebhookRule): string =>
  meetingPoint({ companyId, url: notifiers.webhook });

/** Rules and endpoints with the same one belong together. */
export const meetingPoint = ({ companyId = '', url }: Pick<PlannedEndpoint, 'companyId' | 'url'>): string =>
  `${companyId} ${URL.parse(url)?.href ?? url}`;

const toEndpoint = (rules: readonly WebhookRule[]): PlannedEndpoint => {
  const [first] = rules as [WebhookRule];
  return {
    url: first.notifiers.webhook,
    companyId: first.companyId,
    ruleIds: rules.map(({ id }) => id),
    eventTypes: [...new Set(rules.flatMap(({ type }) => eventTypesOfRule[type]))],
  };
};

const toNotCarried = (rule: Rule): CutoverResult['notCarried'][number] => {
  const what = hasWebhook(rule)
    ? 'Its webhook is carried over, its mails are not.'
    : 'It only sends mail, which is not carried over.';
  return {
    ruleId: rule.id,
    reason: `${what} Use these event types as triggers in an automation tool that sends mail.`,
    eventTypes: [...eventTypesOfRule[rule.type]],
  };
};
