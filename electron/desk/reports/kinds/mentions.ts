import type { EligibilityView, MentionsView } from '#contract/eligibility.ts';
import { causeLabels, subjectLabels } from '#contract/mention-labels.ts';
import type { ReportTable } from '#contract/report.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { mentionsView } from '#desk/eligibility/mentions-review.ts';
import { below, column, dataColumn, table, when } from '#desk/reports/blocks.ts';

/** Mentions in source code that no recognizer explained, and their dismissals. */

const mentionColumns = [
  column('subject', 'Subject', 'text', { words: { ...subjectLabels } }),
  below('scope', 'subject', 'Code base'),
  column('place', 'Location', 'id'),
  below('excerpt', 'place', 'Line'),
  dataColumn('id', 'Mention', 'id'),
];

type MentionView = MentionsView['results'][number];

const mentionRow = ({ id, subject, scope, file, line, excerpt }: MentionView) => ({
  ...{ id, subject, scope, excerpt },
  place: `${file}:${line}`,
});

export const toReviewTable = (state: CaseState): ReportTable =>
  table('to-review', {
    caption: 'Mentions to review',
    none: 'No mentions to review.',
    columns: [...mentionColumns, column('cause', 'Cause', 'text', { words: { ...causeLabels } })],
    rows: mentionsView(state)
      .results.filter(({ dismissed }) => dismissed === undefined)
      .map((one) => ({ ...mentionRow(one), cause: one.cause })),
  });

export const dismissedMentionsTable = (state: CaseState): ReportTable =>
  table('dismissed-mentions', {
    caption: 'Dismissed mentions',
    none: 'No dismissed mentions.',
    columns: [...mentionColumns, column('reason', 'Reason'), ...when],
    rows: mentionsView(state).results.flatMap((one) =>
      one.dismissed === undefined ? [] : [{ ...mentionRow(one), ...one.dismissed }],
    ),
  });

export const removedTable = ({ removedEvidence }: EligibilityView): ReportTable =>
  table('removed-evidence', {
    caption: 'Removed evidence',
    none: 'No removed evidence.',
    columns: [
      column('scope', 'Scope'),
      column('origin', 'Source'),
      column('collected', 'Collected', 'instant'),
      column('reason', 'Reason'),
      column('at', 'Removed', 'instant'),
      below('actor', 'at', 'By'),
    ],
    rows: removedEvidence.map(({ evidence, reason, at, actor }) => ({
      scope: evidence.scope,
      origin: evidence.origin,
      collected: evidence.at,
      reason,
      at,
      actor,
    })),
  });
