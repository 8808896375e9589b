import type { CutoverStage, HeaderSource } from '#contract/cutover.ts';
import type { RuleType } from '#contract/legacy.ts';
import type { ParityVerdict } from '#contract/parity.ts';
import type { Tone } from '#renderer/ui/status-badge.tsx';

/** Labels of the cutover that only its screens have; the others are in `contract/cutover-labels.ts`. */

/** A sentence of the desk without what is only of use in a terminal. */
export const forScreen = (text: string): string => text.replaceAll(/ \(on the command line: [^)]*\)/g, '');

/** On the way to a stage from the one before. */
export const nextLabels: Readonly<Record<CutoverStage, string>> = {
  planned: 'Next: plan',
  rehearsed: 'Next: rehearse',
  requested: 'Next: request',
  granted: 'Next: grant',
  verified: 'Next: verify',
  soak: 'Next: soak',
  completed: 'Next: complete',
};

export const sourceLabels: Readonly<Record<HeaderSource, string>> = {
  profile: 'Profile',
  portal: 'Portal',
  always: 'Always sent',
};

/** When a rule fires. Source: `docs/reference/rules/rule-types.md#rule-types`. */
export const ruleOccasions: Readonly<Record<RuleType, string>> = {
  DataConnectionStatusChanged: 'Every status change',
  'New company synchronized': 'First sync of a company',
  'Data sync completed': 'Every completed sync',
  'Dataset data changed': 'Only when data changed',
  'Data Sync Status Changed To Error': 'Only on sync errors',
  'Push Operation Status Changed': 'Every push status change',
  'Push Operation Timed Out': 'Only on push timeouts',
  'Sync Connection Deleted': 'Every deleted connection',
  'Sync Completed': 'Every completed expense sync',
  'Sync Failed': 'Every failed expense sync',
  'Rate Limit Reached': 'Quota used up',
  'Rate Limit Reset': 'Quota reset',
};

export const verdictTones: Readonly<Record<ParityVerdict, Tone>> = {
  holds: 'good',
  fails: 'bad',
  unknown: 'attention',
};

export const companyLabels = {
  all: 'All companies',
  'own-rule': 'With a rule of its own',
  none: 'No company',
} as const;
