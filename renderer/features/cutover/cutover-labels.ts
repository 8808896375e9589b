import type {
  ComparisonSource,
  CutoverStage,
  HeaderSource,
  PreconditionId,
  SoakProblem,
} from '#contract/cutover.ts';
import type { RuleType } from '#contract/legacy.ts';
import type { ParityFault, ParityVerdict } from '#contract/parity.ts';
import type { Tone } from '#renderer/ui/status-badge.tsx';

/** Labels of values of the cutover. */

/** A sentence of the desk without what is only of use in a terminal. */
export const forScreen = (text: string): string => text.replaceAll(/ \(on the command line: [^)]*\)/g, '');

export const stageLabels: Readonly<Record<CutoverStage, string>> = {
  planned: 'Planned',
  rehearsed: 'Rehearsed',
  requested: 'Requested',
  granted: 'Granted',
  verified: 'Verified',
  soak: 'In soak',
  completed: 'Completed',
};

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

export const preconditionLabels: Readonly<Record<PreconditionId, string>> = {
  verdict: 'Verdict is eligible',
  'client-id': 'Client id is known',
  'portal-header': 'Portal header is supplied',
  conflicts: 'Header conflicts are decided',
  'rule-types': 'Rule types are known',
  limits: 'Within the limit of endpoints',
  snapshot: 'Snapshot matches the target',
  request: 'Request sent before the grant',
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

export const verdictLabels: Readonly<Record<ParityVerdict, string>> = {
  holds: 'Parity holds',
  fails: 'Parity fails',
  unknown: 'Not known',
};
export const verdictTones: Readonly<Record<ParityVerdict, Tone>> = {
  holds: 'good',
  fails: 'bad',
  unknown: 'attention',
};

export const comparisonLabels: Readonly<Record<ComparisonSource, string>> = {
  rehearsal: 'Rehearsal',
  'dual-run': 'Dual run',
  recordings: 'Recordings',
};

export const faultLabels: Readonly<Record<ParityFault, string>> = {
  'missing-occurrence': 'Missing occurrence',
  'unexpected-occurrence': 'Unexpected occurrence',
  'sent-twice': 'Sent twice',
  'wrong-company': 'Wrong company',
  'wrong-url': 'Wrong URL',
  'missing-event-type': 'Missing event type',
  'missing-header': 'Missing header',
  'different-header': 'Different header',
  'missing-property': 'Missing property',
  'different-value': 'Different value',
  'changed-id': 'Changed id',
  unsigned: 'Not signed',
  late: 'Late',
  'still-fires': 'Rule still fires',
  unreadable: 'Unreadable',
};

export const companyLabels = {
  all: 'All companies',
  'own-rule': 'With a rule of its own',
  none: 'No company',
} as const;

export const soakProblemLabels: Readonly<Record<SoakProblem['id'], string>> = {
  'delivery-failed': 'Delivery failed',
  'endpoint-disabled': 'Endpoint disabled',
  'endpoint-changed': 'Endpoint changed',
  'endpoint-deleted': 'Endpoint deleted',
  'header-lost': 'Header lost',
  'legacy-only': 'Sent by legacy only',
  'not-readable': 'Not readable',
};
