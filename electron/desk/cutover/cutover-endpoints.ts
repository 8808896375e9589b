import type { Webhook } from '#contract/webhook.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { planOf, standingGrant } from './on-target.ts';
import { findPlanned } from './planned-endpoints.ts';

/** Of the endpoints of a target, those that the case's cutover made; of a remote target, those that are as it planned them. */
export const cutoverEndpoints = (state: CaseState, webhooks: readonly Webhook[]): Webhook[] => {
  const made = standingGrant(state)?.result.endpoints.map(({ webhook }) => webhook.id);
  const planned = findPlanned(planOf(state)?.plan.endpoints ?? [], webhooks);
  const ids = new Set(made ?? planned.flatMap(({ webhook }) => webhook?.id ?? []));
  return webhooks.filter(({ id }) => ids.has(id));
};
