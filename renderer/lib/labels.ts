import type { Party } from '#contract/eligibility.ts';

/** What values that several screens show are called. */

export const partyLabels: Readonly<Record<Party, string>> = {
  integrator: 'Integrator',
  support: 'Support',
  provider: 'Provider',
  both: 'Integrator and support',
};

export const partLabels = { webhooks: 'Webhooks', tokens: 'OAuth tokens' } as const;

/** The same within a sentence. */
export const partInSentence = (part: keyof typeof partLabels): string =>
  part === 'webhooks' ? 'webhooks' : partLabels[part];

export const stateLabels = { open: 'Open', closed: 'Closed', archived: 'Archived' } as const;
