import type { EligibilityView } from '#contract/eligibility.ts';
import { causeLabels, subjectLabels } from '#contract/mention-labels.ts';
import type { ReportTable } from '#contract/report.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { mentionsView } from '#desk/eligibility/mentions-review.ts';
import { below, column, dataColumn, table } from '#desk/reports/document.ts';

/** What source code mentions and no recognizer settled, and what people said of it. */

const subjects = { words: { ...subjectLabels } };
const causes = { words: { ...causeLabels } };

export const toReviewTable = (state: CaseState): ReportTable =>
  table('to-review', {
    caption: 'Mentions to review: neither a use nor an explanation',
    none: 'No mentions to review.',
    columns: [
      column('subject', 'Mention of', 'text', subjects),
      below('scope', 'subject', 'Code base'),
      column('place', 'Place', 'id'),
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
    caption: 'Dismissed mentions, with person and reason',
    none: 'None dismissed.',
    columns: [
      column('subject', 'Mention of', 'text', subjects),
      below('scope', 'subject', 'Code base'),
      column('place', 'Place', 'id'),
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
    none: 'None removed.',
    columns: [
      column('scope', 'Scope'),
      column('origin', 'Read'),
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
