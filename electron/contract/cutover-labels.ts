import type { ComparisonSource, CutoverStage, CutoverView, PreconditionId, SoakView } from './cutover.ts';
import { formatCount, formatList } from './format.ts';
import type { ParityFault, ParityVerdict } from './parity.ts';

/** The cutover for people: screens, command line and reports say the same. */

export const stageLabels: Readonly<Record<CutoverStage, string>> = {
  planned: 'Planned',
  rehearsed: 'Rehearsed',
  requested: 'Requested',
  granted: 'Granted',
  verified: 'Verified',
  soak: 'In soak',
  completed: 'Completed',
};

export const cutoverStateLabels: Readonly<Record<CutoverView['state'], string>> = {
  none: 'Not planned',
  ...stageLabels,
  'rolled-back': 'Rolled back',
};

export const preconditionLabels: Readonly<Record<PreconditionId, string>> = {
  verdict: 'Verdict is eligible',
  'client-id': 'Client id is known',
  'portal-header': 'Portal header is supplied',
  conflicts: 'Header conflicts are decided',
  'rule-types': 'Rule types are known',
  limits: 'Endpoint limit is kept',
  snapshot: 'Snapshot matches the target',
  request: 'Request was sent',
};

export const parityVerdictLabels: Readonly<Record<ParityVerdict, string>> = {
  holds: 'Parity holds',
  fails: 'Parity fails',
  unknown: 'Parity is not known',
};

export const comparisonSourceLabels: Readonly<Record<ComparisonSource, string>> = {
  rehearsal: 'Rehearsal',
  'dual-run': 'Dual run',
  recordings: 'Recordings',
};

export const parityFaultLabels: Readonly<Record<ParityFault, string>> = {
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
  late: 'Late',
  'still-fires': 'Legacy still fires',
  unsigned: 'Signature missing or invalid',
  unreadable: 'Unreadable request',
};

type SoakProblemId = SoakView['history'][number]['problems'][number]['id'];
export const soakProblemLabels: Readonly<Record<SoakProblemId, string>> = {
  'delivery-failed': 'Delivery failed',
  'delivery-retrying': 'Delivery not yet successful',
  'endpoint-disabled': 'Endpoint disabled',
  'endpoint-changed': 'Endpoint changed',
  'endpoint-deleted': 'Endpoint deleted',
  'header-lost': 'Header lost',
  'legacy-only': 'Sent by legacy only',
  'not-readable': 'Not readable',
};

/** Of these ends, more types than this are told as one. */
const mostOfOneEnd = 3;
const writeEnd = /^[A-Za-z-]+(\.write\.(?:successful|unsuccessful))$/;

/**
 * Event types, short enough to read: those of many data types as one, such as `*.write.successful (43 data types)`.
 */
export const shortEventTypes = (eventTypes: readonly string[]): string[] => {
  const byEnd = Map.groupBy(eventTypes, (type) => writeEnd.exec(type)?.[1] ?? '');
  return [...byEnd].flatMap(([end, types]) =>
    end === '' || types.length <= mostOfOneEnd
      ? types
      : [`*${end} (${formatCount(types.length, 'data type')})`],
  );
};

/** `4 rules become 2 endpoints and 1 email recipe.` */
export const planSummary = ({
  rules,
  endpoints,
}: {
  readonly rules: readonly { readonly emails: readonly string[] }[];
  readonly endpoints: readonly unknown[];
}): string => {
  const recipes = rules.filter(({ emails }) => emails.length > 0).length;
  const parts = [
    ...(endpoints.length === 0 && recipes > 0 ? [] : [formatCount(endpoints.length, 'endpoint')]),
    ...(recipes === 0 ? [] : [formatCount(recipes, 'email recipe')]),
  ];
  return `${formatCount(rules.length, 'rule')} ${rules.length === 1 ? 'becomes' : 'become'} ${formatList(parts)}.`;
};
