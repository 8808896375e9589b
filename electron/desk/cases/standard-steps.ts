import type { CaseActionOf } from '#contract/case.ts';
import type { Party } from '#contract/eligibility.ts';

type NewStep = CaseActionOf<'case.opened'>['content']['steps'][number];

const step = (part: NewStep['part'], id: string, responsible: Party, title: string): NewStep => ({
  id,
  part,
  title,
  responsible,
});

/** Done: the provider confirmed the request, and the cutover stands. */
export const confirmationStepId = 'await-confirmation';

/** Those of the cutover; the last one ends it. A case from before there were any gets them with its first plan. */
export const cutoverStandardSteps: readonly NewStep[] = [
  step('webhooks', 'plan-cutover', 'support', 'Plan the cutover'),
  step('webhooks', 'rehearse-cutover', 'support', 'Rehearse the cutover'),
  step('webhooks', 'test-endpoint', 'integrator', 'Test the endpoint with the doctor'),
  step('webhooks', 'complete-cutover', 'both', 'Watch deliveries and complete the cutover'),
];

/** What a case begins with, by its parts. Sources: `docs/reference/rules/eligibility.md`, `docs/reference/rules/tokens.md#order-of-calls`, `docs/reference/rules/managed-migration.md#steps`. */
const webhooks = [
  step('webhooks', 'check-eligibility', 'support', 'Check whether the integrator can migrate'),
  step('webhooks', 'remove-blockers', 'integrator', 'Remove the blockers'),
  ...cutoverStandardSteps.slice(0, -1),
  step('webhooks', 'send-request', 'support', 'Send the migration request'),
  step('webhooks', confirmationStepId, 'provider', 'Cut over and confirm'),
  step('webhooks', 'set-headers', 'support', 'Set endpoint headers'),
  step('webhooks', 'verify-endpoints', 'both', 'Verify endpoints with test events'),
  ...cutoverStandardSteps.slice(-1),
];

export const tokensStepId = 'migrate-tokens';
const tokens = [step('tokens', tokensStepId, 'support', 'Migrate tokens')];

export const standardSteps = (parts: readonly NewStep['part'][]): NewStep[] => [
  ...(parts.includes('webhooks') ? webhooks : []),
  ...(parts.includes('tokens') ? tokens : []),
];
