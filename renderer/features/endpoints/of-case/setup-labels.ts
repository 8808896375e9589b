import type { HeaderCheckResult, HeaderSetup, LegacyHeader } from '#contract/header-setup.ts';

export const legacyStates = {
  kept: { tone: 'good', label: 'Kept' },
  differs: { tone: 'bad', label: 'Different value' },
  lost: { tone: 'bad', label: 'Lost' },
  unknown: { tone: 'attention', label: 'Unknown' },
} as const satisfies Readonly<Record<LegacyHeader['state'], unknown>>;

export const legacySources: Readonly<Record<LegacyHeader['from'], string>> = {
  profile: 'Set by the profile',
  portal: 'Set in the portal',
  'always-sent': 'Always sent',
};

type Result = HeaderCheckResult['headers'][number]['result'];
export const results = {
  'as-set': { tone: 'good', label: 'Correct' },
  differs: { tone: 'bad', label: 'Different value' },
  missing: { tone: 'bad', label: 'Missing' },
  extra: { tone: 'attention', label: 'Not planned' },
} as const satisfies Readonly<Record<Result, unknown>>;

/** Stage of one endpoint's header setup. */
export const stageOf = ({ headers, lastCheck }: HeaderSetup) => {
  if (lastCheck?.passed) return { tone: 'good', label: 'Checked' } as const;
  if (lastCheck?.pending) return { tone: 'active', label: 'Waiting for received headers' } as const;
  if (lastCheck !== undefined) return { tone: 'bad', label: 'Check failed' } as const;
  if (headers.length > 0) return { tone: 'attention', label: 'Needs a check' } as const;
  return { tone: 'neutral', label: 'Not set up' } as const;
};

/** Whether creating a company, and deleting it again, sends an event to this endpoint. */
export const canTrigger = ({ webhook: { eventTypes, companyId, disabled } }: HeaderSetup): boolean =>
  eventTypes.includes('company.created') && companyId === undefined && !disabled;
