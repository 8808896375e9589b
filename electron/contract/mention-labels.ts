import type { ExplanationReason, GroupOfMentions, MentionSubject, ReviewCause } from './eligibility.ts';

/** Mentions, for people: screens, command line and reports say the same. */

export const subjectLabels: Readonly<Record<MentionSubject, string>> = {
  'alerts-endpoints': 'Alerts endpoints',
  'rule-id': 'RuleId',
  'client-id-header': 'X-Service-ClientId',
  'retry-after': 'Retry-After',
  authorization: 'Authorization',
};

/** Why a mention is to review. */
export const causeLabels: Readonly<Record<ReviewCause, string>> = {
  'not-recognized': 'Neither a use nor a reason against one was recognized',
  'unknown-language': 'Language not known',
  'other-part': 'The other part is in another file',
};

/** Why a mention is no use. */
export const reasonLabels: Readonly<Record<ExplanationReason, string>> = {
  comment: 'Comment',
  documentation: 'Documentation',
  test: 'Test code',
  'other-host': 'Another host',
  'own-route': "The integrator's own route",
  'own-field': "A field of the integrator's own",
  'other-library': 'Another library',
  'own-api': "The integrator's own API",
  'outgoing-call': 'Outgoing call',
  'not-a-path': 'Not a path',
  text: 'Text',
  definition: 'Definition',
};

/** Whether a mention belongs to a group; a group that names nothing holds all. */
export const isInGroup = (mention: Required<GroupOfMentions>, group: GroupOfMentions = {}): boolean =>
  (['scope', 'subject', 'cause', 'file'] as const).every(
    (key) => group[key] === undefined || group[key] === mention[key],
  );
