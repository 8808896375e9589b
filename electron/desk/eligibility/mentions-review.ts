import type { Evidence, MentionsView, ReviewMention } from '#contract/eligibility.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { effective } from './effective.ts';
import { unlisted } from './open-mentions.ts';

type Listed = ReviewMention & { readonly scope: string; readonly evidenceId: string };

/** What counts of source code. */
const scansOf = ({ evidence }: CaseState): Evidence[] =>
  effective(
    evidence.filter(({ collector }) => collector === 'source'),
    new Map(evidence.map(({ id }, index) => [id, index])),
  );

/** What counts lists to review, dismissed or not. */
export const listedIn = (state: CaseState): Listed[] => {
  const listed = scansOf(state).flatMap(({ id: evidenceId, scope, mentions }) =>
    (mentions?.toReview ?? []).map((mention) => ({ ...mention, scope, evidenceId })),
  );
  return [...new Map(listed.map((one) => [one.id, one])).values()];
};

/** What is to review in a case, and what was dismissed. */
export const mentionsView = (state: CaseState): MentionsView => {
  const why = new Map(
    state.mentionDismissals.flatMap(({ ids, reason, at, actor }) =>
      ids.map((id) => [id, { reason, at, actor }] as const),
    ),
  );
  const results = listedIn(state).map((mention) => {
    const dismissed = why.get(mention.id);
    return { ...mention, ...(dismissed === undefined ? {} : { dismissed }) };
  });
  const scans = scansOf(state);
  return {
    results,
    groups: groupsOf(results),
    codeBases: scans.flatMap(({ id: evidenceId, scope, at, mentions }) => {
      if (mentions === undefined) return [];
      const { toReview, ...counts } = mentions;
      return [{ scope, evidenceId, at, ...counts, unlisted: unlisted(counts.reviewCounts, toReview) }];
    }),
    withoutMentions: scans
      .filter(({ mentions }) => mentions === undefined)
      .map(({ id: evidenceId, scope, at }) => ({ scope, evidenceId, at })),
  };
};

const groupsOf = (results: MentionsView['results']): MentionsView['groups'] =>
  [
    ...Map.groupBy(results, ({ scope, subject, cause }) => JSON.stringify([scope, subject, cause])).values(),
  ].map((same) => {
    const { scope, subject, cause } = same[0] as MentionsView['results'][number];
    const dismissed = same.filter((one) => one.dismissed !== undefined).length;
    return { scope, subject, cause, open: same.length - dismissed, dismissed };
  });
