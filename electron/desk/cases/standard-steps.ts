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

/** What a case begins with, by its parts. Sources: `docs/reference/rules/eligibility.md`, `docs/reference/rules/tokens.md#order-of-calls`, `docs/reference/rules/managed-migration.md#steps`. */
const webhooks = [
  step('webhooks', 'check-eligibility', 'support', 'Check whether the integrator can migrate'),
  step('webhooks', 'remove-blockers', 'integrator', 'Remove the blockers'),
  step('webhooks', 'send-request', 'support', 'Send the migration request'),
  step('webhooks', confirmationStepId, 'provider', 'Cut over and confirm'),
  step('webhooks', 'set-headers', 'support', 'Set endpoint headers'),
  step('webhooks', 'verify-endpoints', 'both', 'Verify endpoints with test events'),
];

export const tokensStepId = 'migrate-tokens';
const tokens = [step('tokens', tokensStepId, 'support', 'Migrate tokens')];

export const standardSteps = (parts: readonly NewStep['part'][]): NewStep[] => [
  ...(parts.includes('webhooks') ? webhooks : []),
  ...(parts.includes('tokens') ? tokens : []),
];
