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
  step('webhooks', 'check-eligibility', 'support', 'Check whether the integration may migrate'),
  step('webhooks', 'remove-blockers', 'integrator', 'Remove what blocks the migration'),
  step('webhooks', 'send-request', 'support', 'Send the migration request'),
  step('webhooks', confirmationStepId, 'provider', 'Carry the rules over and confirm'),
  step('webhooks', 'set-headers', 'support', 'Set up the headers of the endpoints'),
  step('webhooks', 'verify-endpoints', 'both', 'Verify the endpoints by a test event'),
];

export const tokensStepId = 'migrate-tokens';
const tokens = [step('tokens', tokensStepId, 'support', "Migrate the companies' tokens")];

export const standardSteps = (parts: readonly NewStep['part'][]): NewStep[] => [
  ...(parts.includes('webhooks') ? webhooks : []),
  ...(parts.includes('tokens') ? tokens : []),
];
