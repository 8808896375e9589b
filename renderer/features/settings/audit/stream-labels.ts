import type { AuditDetail, AuditFormat, AuditState } from '#contract/audit.ts';
import type { Tone } from '#renderer/ui/status-badge.tsx';

export const stateLabels: Readonly<Record<AuditState, { readonly tone: Tone; readonly label: string }>> = {
  current: { tone: 'good', label: 'Current' },
  behind: { tone: 'active', label: 'Behind' },
  failing: { tone: 'bad', label: 'Failing' },
  paused: { tone: 'neutral', label: 'Paused' },
  ending: { tone: 'active', label: 'Ending' },
  lost: { tone: 'bad', label: 'Lost' },
};

export const formatLabels: Readonly<Record<AuditFormat, string>> = {
  ndjson: 'NDJSON, signed as webhooks are',
  otlp: 'OTLP logs',
  notifications: 'Notifications, a signed webhook each',
};

export const detailLabels: Readonly<Record<AuditDetail, string>> = {
  facts: 'Facts',
  words: 'Facts and a sentence',
  contents: 'Everything',
};

const leaves: Readonly<Record<AuditDetail, string>> = {
  facts: 'Who did what kind of thing, when, on which case; digest and signature',
  words: 'Also a sentence about it, with names, notes and reasons that people wrote',
  contents: 'Also what the entry holds, in full; secrets are never in it',
};

const leavesOfNotifications: Readonly<Record<AuditDetail, string>> = {
  facts: 'Who notifies whom, on which case, with names and sign-in names',
  words: 'Also the text around the mention, and the reason of a decision',
  contents: 'The same as facts and a sentence',
};

/** What leaves the desk with a detail. */
export const leavesWith = (format: AuditFormat, detail: AuditDetail): string =>
  (format === 'notifications' ? leavesOfNotifications : leaves)[detail];
