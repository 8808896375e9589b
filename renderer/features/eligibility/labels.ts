import type {
  Collector,
  EligibilityRow,
  EligibilityView,
  Evidence,
  Finding,
  Party,
  RowResult,
  Skipped,
  VerdictState,
} from '#contract/eligibility.ts';
import { rowStateLabels } from '#contract/verdict-labels.ts';
import type { Tone } from '#renderer/ui/status-badge.tsx';

/** What the values of eligibility are called on the screens. */

export const verdictTones: Readonly<Record<VerdictState, Tone>> = {
  eligible: 'good',
  blocked: 'bad',
  undetermined: 'attention',
};
/** What is found is bad only if it blocks. */
export const stateTone = (
  { state }: Pick<RowResult, 'state'>,
  effect: EligibilityView['rows'][number]['effect'],
): Tone => {
  if (effect !== 'blocks') return state === 'unknown' ? 'neutral' : state === 'present' ? 'active' : 'good';
  return state === 'present' ? 'bad' : state === 'unknown' ? 'attention' : 'good';
};

type Effect = EligibilityView['rows'][number]['effect'];
const effectNames: Readonly<Record<Effect, string>> = {
  blocks: 'Blocks the migration while it is found',
  request: 'Goes into the migration request',
  'may-migrate': 'Does not stand in the way',
};

/** What follows from a check that is found; after the cutover nothing is requested any more. */
export const effectName = (effect: Effect, { cutOver }: Pick<EligibilityView, 'cutOver'>): string =>
  effect === 'request' && cutOver !== undefined
    ? 'Nothing to request: the cutover is confirmed'
    : effectNames[effect];

/** What it means that a check's setup is found. Source: `docs/reference/rules/eligibility.md#checks`. */
export const rowMeanings: Readonly<Record<EligibilityRow, string>> = {
  'email-notifications':
    'Rules send mails. The integrator may migrate, but mails are not carried over: they are rebuilt in an automation tool, with webhook events as triggers.',
  'alerts-endpoints':
    'The application calls the event log of the legacy mechanism. These endpoints no longer answer after the migration, so every call must be removed first. Nothing replaces them that has to be called: the new service retries by itself for 28 hours.',
  'rule-id':
    'The application decides by RuleId what a webhook is about. The new service sends no RuleId, so this logic must be removed first. RuleType tells which event a webhook corresponds to.',
  'company-agnostic':
    'There are rules, and each is for every company. They become endpoints without Channels.',
  'company-specific':
    'Some rules are for one company. The companyId of each shows in the Channels of its endpoint.',
  'client-id-header':
    'The application reads X-Service-ClientId to tell which instance an event comes from. The header is carried over with the rules.',
  'auth-header-profile':
    'Webhooks carry an auth header that was set by the profile endpoint. It is carried over as the custom header Authorization.',
  'auth-header-portal':
    'Webhooks carry an auth header that was set in the management portal. It is carried over as the custom header Authorization. No file shows it, so a person answers.',
  'retry-after':
    'The application answers with Retry-After to space retries. The new service follows its own schedule of 8 attempts over 28 hours, and the header is no longer needed.',
};

export const sourceNames: Readonly<Record<RowResult['source'], string>> = {
  evidence: 'by evidence',
  answer: 'answered',
  overrule: 'overridden',
  nothing: 'nothing settles it yet',
};

export const partyNames: Readonly<Record<Party, string>> = {
  integrator: 'Integrator',
  support: 'Support',
  provider: 'Provider',
  both: 'Integrator and support',
};

export const collectorNames: Readonly<Record<Collector, string>> = {
  configuration: 'Configuration',
  source: 'Source code',
  traffic: 'Traffic log',
  live: 'Observation',
};

export const confidenceNames: Readonly<Record<Finding['confidence'], string>> = {
  high: 'Certain',
  medium: 'Likely',
  low: 'Possible',
};

export const statementNames: Readonly<Record<Evidence['rows'][number]['says'], string>> = {
  present: rowStateLabels.present,
  weak: 'Hints only',
  absent: rowStateLabels.absent,
  'nothing-seen': 'Nothing seen',
};
export const statementTones: Readonly<Record<Evidence['rows'][number]['says'], Tone>> = {
  present: 'attention',
  weak: 'neutral',
  absent: 'good',
  'nothing-seen': 'neutral',
};

export const skipNames: Readonly<Record<Skipped['reason'], string>> = {
  binary: 'Binary',
  'too-large': 'Too large',
  encoding: 'Unknown encoding',
  unreadable: 'Unreadable',
  'link-outside': 'Link to outside',
  'link-loop': 'Link in a circle',
  'path-outside': 'Path out of the archive',
  'archive-limit': 'Archive not opened',
  'archive-damaged': 'Damaged',
  'not-supported': 'Of another kind',
  'line-too-long': 'Line too long',
  malformed: 'Malformed',
  ignored: 'Ignored by .gitignore',
  vendored: 'Installed packages',
};
