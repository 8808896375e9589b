import { systemTime, toIso } from '#base/clock.ts';
import type { EndpointDetail } from '#contract/endpoint.ts';
import type { RuleType } from '#contract/legacy.ts';
import { eventTypesOfRule } from '#contract/rule-events.ts';
import type { CutoverResult } from '#contract/sandbox.ts';
import { carriedHeaders, type Webhook } from '#contract/webhook.ts';
import type { ConfiguredRule } from '#desk/targets/configuration-shapes.ts';
import { findEndpoint, hasHeader, wantedEndpoints } from './wanted-endpoints.ts';

interface Found {
  readonly rules: readonly ConfiguredRule[] | 'gone';
  readonly webhooks: readonly Webhook[];
  readonly details: readonly Pick<EndpointDetail, 'id' | 'headers'>[];
  /** A cutover without an auth header is not the one that is asked for. */
  readonly needsAuth: boolean;
}

/**
 * The result of a cutover that was made and not recorded, as after a crash in between, put together from what is there.
 * @returns undefined if it is not all there
 */
export const adoptCutover = ({ rules, webhooks, details, needsAuth }: Found): CutoverResult | undefined => {
  if (rules === 'gone') return undefined;
  const endpoints = wantedEndpoints(rules).flatMap((wanted) => {
    const webhook = findEndpoint(webhooks, wanted);
    return webhook === undefined || wanted.unknownTypes.length > 0
      ? [undefined]
      : [{ ruleIds: [...wanted.ruleIds], webhook }];
  });
  const made = endpoints.filter((one) => one !== undefined);
  if (made.length < endpoints.length) return undefined;
  const carried = Object.values(carriedHeaders).filter(
    (name) => made.length > 0 && made.every(({ webhook }) => hasHeader(details, webhook.id, name) === true),
  );
  if (made.length > 0 && !carried.includes(carriedHeaders.clientId)) return undefined;
  if (made.length > 0 && needsAuth && !carried.includes(carriedHeaders.auth)) return undefined;
  return {
    at: toIso(systemTime.now()),
    endpoints: made,
    notCarried: rules
      .filter(({ notifiers }) => notifiers.emails.length > 0)
      .map(({ id, type }) => ({
        ruleId: id,
        reason: 'Emails are not migrated. Use these event types as triggers in an automation tool.',
        eventTypes: [...(eventTypesOfRule[type as RuleType] ?? [])],
      })),
    carriedHeaders: carried,
  };
};
