import { type Static, Type } from 'typebox';
import { bulkOutcomes } from './case-bulk.ts';
import { Closed, OneOf } from './common.ts';
import { EnteredText, GroupOfMentions, Row } from './eligibility.ts';
import { SelectionOf } from './selection.ts';

/** Dismissing and restoring several findings or mentions of a case at once. */

const Id = Type.String({ pattern: '^[0-9a-f]{16}$' });

const dismissalKinds = ['dismiss', 'restore'] as const;
export type DismissalKind = (typeof dismissalKinds)[number];

const DismissalAction = Type.Union([
  Closed({ kind: Type.Literal('dismiss'), reason: EnteredText }),
  Closed({ kind: Type.Literal('restore') }),
]);
export type DismissalAction = Static<typeof DismissalAction>;

/** All that a filter has are those that the action can change. */
export const FindingSelection = SelectionOf(Closed({ row: Type.Optional(Row) }), Id);
export type FindingSelection = Static<typeof FindingSelection>;
export const ReviewSelection = SelectionOf(GroupOfMentions, Id);
export type ReviewSelection = Static<typeof ReviewSelection>;

const kind = OneOf(dismissalKinds);
export const FindingsCount = Closed({ selection: FindingSelection, kind }, { title: 'FindingsCount' });
export const MentionsCount = Closed({ selection: ReviewSelection, kind }, { title: 'MentionsCount' });

export const FindingsBulk = Closed(
  { selection: FindingSelection, action: DismissalAction },
  { title: 'FindingsBulk' },
);
export const MentionsBulk = Closed(
  { selection: ReviewSelection, action: DismissalAction },
  { title: 'MentionsBulk' },
);

export const DismissalItem = Closed({
  id: Type.String(),
  outcome: OneOf(bulkOutcomes),
  why: Type.Optional(Type.String({ description: 'Why it was not done.' })),
});
export type DismissalItem = Static<typeof DismissalItem>;

export const DismissalResult = Closed(
  {
    done: Type.Integer(),
    unchanged: Type.Integer(),
    refused: Type.Integer(),
    items: Type.Array(DismissalItem),
  },
  { title: 'DismissalResult' },
);
export type DismissalResult = Static<typeof DismissalResult>;
