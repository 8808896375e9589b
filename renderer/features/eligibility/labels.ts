import type {
  EligibilityRow,
  EligibilityView,
  Evidence,
  Finding,
  RowResult,
  Skipped,
  VerdictState,
} from '#contract/eligibility.ts';
import { rowStateLabels } from '#contract/verdict-labels.ts';
import type { Tone } from '#renderer/ui/status-badge.tsx';

/** Labels of eligibility values. */

export const verdictTones: Readonly<Record<VerdictState, Tone>> = {
  eligible: 'good',
  blocked: 'bad',
  undetermined: 'attention',
};
/** A found setup is bad only if it blocks. */
export const stateTone = (
  { state }: Pick<RowResult, 'state'>,
  effect: EligibilityView['rows'][number]['effect'],
): Tone => {
  if (effect !== 'blocks') return state === 'unknown' ? 'neutral' : state === 'present' ? 'active' : 'good';
  return state === 'present' ? 'bad' : state === 'unknown' ? 'attention' : 'good';
};

type Effect = EligibilityView['rows'][number]['effect'];
const effectLabels: Readonly<Record<Effect, string>> = {
  blocks: 'Blocks the migration while found',
  request: 'Included in the migration request',
  'may-migrate': 'Does not block the migration',
};

/** The effect of a found check; after the cutover there is nothing to request. */
export const effectLabel = (effect: Effect, { cutOver }: Pick<EligibilityView, 'cutOver'>): string =>
  effect === 'request' && cutOver !== undefined
    ? 'Nothing to request: the cutover is confirmed'
    : effectLabels[effect];

/** In one word, of a result. */
export const effectTitle = (
  effect: Effect,
  { blocks, state }: Pick<RowResult, 'blocks' | 'state'>,
  { cutOver }: Pick<EligibilityView, 'cutOver'>,
): string => {
  if (blocks) return 'Blocker';
  return effect === 'request' && state !== 'absent' && cutOver === undefined ? 'Request' : 'None';
};

/** The meaning of a found setup. Source: `docs/reference/rules/eligibility.md#checks`. */
export const checkMeanings: Readonly<Record<EligibilityRow, string>> = {
  'email-notifications':
    'Rules send emails. They do not block, but emails are not carried over: rebuild them in an automation tool triggered by webhook events.',
  'alerts-endpoints':
    'The application calls the event log of the legacy mechanism, which stops responding after the migration. Remove every call; no replacement is needed, because the new service retries for 28 hours.',
  'rule-id':
    'The application identifies webhooks by RuleId, which the new service does not send. Remove this logic first; RuleType names the corresponding event.',
  'company-agnostic': 'Every rule is for all companies. They become endpoints without Channels.',
  'company-specific': 'Some rules are for one company. Its companyId becomes the Channels of the endpoint.',
  'client-id-header':
    'The application reads X-Service-ClientId to identify the instance of an event. The header is carried over with the rules.',
  'auth-header-profile':
    'Webhooks carry an auth header set by the profile endpoint. It becomes the custom header Authorization.',
  'auth-header-portal':
    'Webhooks carry an auth header set in the management portal. It becomes the custom header Authorization. No file shows it, so answer manually.',
  'retry-after':
    'The application responds with Retry-After to space retries. The new service has its own schedule of 8 attempts over 28 hours, so the header is no longer needed.',
};

export const confidenceLabels: Readonly<Record<Finding['confidence'], string>> = {
  high: 'Certain',
  medium: 'Likely',
  low: 'Possible',
};

export const statementLabels: Readonly<Record<Evidence['rows'][number]['says'], string>> = {
  present: rowStateLabels.present,
  weak: 'Hints',
  absent: rowStateLabels.absent,
  'nothing-seen': 'Inconclusive',
};
export const statementTones: Readonly<Record<Evidence['rows'][number]['says'], Tone>> = {
  present: 'attention',
  weak: 'neutral',
  absent: 'good',
  'nothing-seen': 'neutral',
};

export const skipLabels: Readonly<Record<Skipped['reason'], string>> = {
  binary: 'Binary',
  'too-large': 'Too large',
  encoding: 'Unknown encoding',
  unreadable: 'Unreadable',
  'link-outside': 'Link outside the folder',
  'link-loop': 'Circular link',
  'path-outside': 'Path outside the archive',
  'archive-limit': 'Archive not opened',
  'archive-damaged': 'Damaged',
  'not-supported': 'Unsupported type',
  'line-too-long': 'Line too long',
  malformed: 'Malformed',
  ignored: 'Ignored by .gitignore',
  vendored: 'Installed packages',
};
