import type { EligibilityView } from '#contract/eligibility.ts';
import { causeLabels, subjectLabels } from '#contract/mention-labels.ts';
import type { ReportTable } from '#contract/report.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { mentionsView } from '#desk/eligibility/mentions-review.ts';
import { below, column, dataColumn, table } from '#desk/reports/document.ts';

/** Mentions in source code that no recognizer explained, and their dismissals. */

const subjects = { words: { ...subjectLabels } };
const causes = { words: { ...causeLabels } };

export const toReviewTable = (state: CaseState): ReportTable =>
  table('to-review', {
    caption: 'Mentions to review',
    none: 'No mentions to review.',
    columns: [
      column('subject', 'Subject', 'text', subjects),
      below('scope', 'subject', 'Code base'),
      column('place', 'Location', 'id'),
      below('excerpt', 'place', 'Line'),
      column('cause', 'Cause', 'text', causes),
      dataColumn('id', 'Mention', 'id'),
    ],
    rows: mentionsView(state)
      .results.filter(({ dismissed }) => dismissed === undefined)
      .map(({ id, subject, scope, file, line, excerpt, cause }) => ({
        id,
        subject,
        scope,
        place: `${file}:${line}`,
        excerpt,
        cause,
      })),
  });

export const dismissedMentionsTable = (state: CaseState): ReportTable =>
  table('dismissed-mentions', {
    caption: 'Dismissed mentions',
    none: 'No dismissed mentions.',
    columns: [
      column('subject', 'Subject', 'text', subjects),
      below('scope', 'subject', 'Code base'),
      column('place', 'Location', 'id'),
      below('excerpt', 'place', 'Line'),
      column('reason', 'Reason'),
      column('at', 'When', 'instant'),
      below('actor', 'at', 'By'),
      dataColumn('id', 'Mention', 'id'),
    ],
    rows: mentionsView(state).results.flatMap(({ id, subject, scope, file, line, excerpt, dismissed }) =>
      dismissed === undefined
        ? []
        : [{ id, subject, scope, place: `${file}:${line}`, excerpt, ...dismissed }],
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
