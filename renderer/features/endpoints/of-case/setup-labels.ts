import type { HeaderCheckResult, HeaderSetup, LegacyHeader } from '#contract/header-setup.ts';

/** What set-ups and checks mean to the person. */

export const legacyStates = {
  kept: { tone: 'good', words: 'Kept' },
  differs: { tone: 'bad', words: 'Another value' },
  lost: { tone: 'bad', words: 'Lost' },
  unknown: { tone: 'attention', words: 'Unknown' },
} as const satisfies Readonly<Record<LegacyHeader['state'], unknown>>;

export const legacySources: Readonly<Record<LegacyHeader['from'], string>> = {
  profile: 'Set by the profile',
  portal: 'Set in the portal',
  'always-sent': 'Always sent',
};

type Result = HeaderCheckResult['headers'][number]['result'];
export const results = {
  'as-set': { tone: 'good', words: 'As set' },
  differs: { tone: 'bad', words: 'Another value' },
  missing: { tone: 'bad', words: 'Missing' },
  extra: { tone: 'attention', words: 'Not in the plan' },
} as const satisfies Readonly<Record<Result, unknown>>;

/** How far the set-up of one endpoint is, in a word or two. */
export const stageOf = ({ headers, lastCheck }: HeaderSetup) => {
  if (lastCheck?.passed) return { tone: 'good', words: 'Checked' } as const;
  if (lastCheck?.pending) return { tone: 'active', words: 'Waits for what was received' } as const;
  if (lastCheck !== undefined) return { tone: 'bad', words: 'Check did not pass' } as const;
  if (headers.length > 0) return { tone: 'attention', words: 'To be checked' } as const;
  return { tone: 'neutral', words: 'Not set up' } as const;
};

/** An event for this endpoint can be made by creating a company and deleting it again. */
export const canTrigger = ({ webhook: { eventTypes, companyId, disabled } }: HeaderSetup): boolean =>
  eventTypes.includes('company.created') && companyId === undefined && !disabled;
