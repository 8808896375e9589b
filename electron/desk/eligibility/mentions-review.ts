import {
  dismissalLimit,
  type Evidence,
  type MentionDismissal,
  type MentionSelection,
  type MentionsView,
  type ReviewMention,
} from '#contract/eligibility.ts';
import { CatalogueError, invalid } from '#contract/errors.ts';
import { isInGroup } from '#contract/mention-labels.ts';
import type { Cases } from '#desk/cases/cases.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { effective } from './effective.ts';
import { dismissedIds, unlisted } from './open-mentions.ts';
import { withVerdict } from './record.ts';

type Listed = ReviewMention & { readonly scope: string; readonly evidenceId: string };

/** Mentions to review: a person dismisses those that are no uses. */
export const createMentionReviews = (cases: Cases) => ({
  show: async (caseId: string): Promise<MentionsView> => mentionsView(await cases.state(caseId)),
  /**
   * Dismisses the named mentions, or all of a group that are to review now.
   * @throws CatalogueError `mention.notFound` if one is not listed, `mention.emptyGroup`; `request.invalid` with neither or both
   */
  dismiss: (caseId: string, { reason, ...selection }: MentionDismissal, actor: string) =>
    cases.act(caseId, actor, (state) => {
      const dismissed = dismissedIds(state);
      const open = listedIn(state).filter(({ id }) => !dismissed.has(id));
      const ids = chosen(selection, open);
      const { group } = selection;
      const content = { ids, reason, ...(group === undefined ? {} : { group }) };
      return withVerdict(state, actor, [{ kind: 'mention.dismissed', content }]);
    }),
  /** Puts them back to review; nothing is done with those that are not dismissed. */
  restore: (caseId: string, selection: MentionSelection, actor: string) =>
    cases.act(caseId, actor, (state) => {
      const dismissed = dismissedIds(state);
      // Also those that the evidence of now no longer lists.
      const known = listedIn(state).filter(({ id }) => dismissed.has(id));
      const named = (selection.ids ?? []).filter((id) => dismissed.has(id));
      const ids = named.length > 0 ? named : selection.ids === undefined ? chosen(selection, known) : [];
      return ids.length === 0
        ? []
        : withVerdict(state, actor, [{ kind: 'mention.restored', content: { ids } }]);
    }),
});

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

/** @throws CatalogueError `mention.notFound`, `mention.emptyGroup`, `request.invalid` */
const chosen = ({ ids, group }: MentionSelection, among: readonly Listed[]): string[] => {
  if ((ids === undefined) === (group === undefined)) {
    throw invalid({
      itemId: 'ids',
      message: 'Give ids or a group, not both.',
      validatorName: 'oneOf',
    });
  }
  const known = new Set(among.map(({ id }) => id));
  const unknown = ids?.find((id) => !known.has(id));
  if (unknown !== undefined) throw new CatalogueError('mention.notFound', { mentionId: unknown });
  const found = ids ?? among.filter((mention) => isInGroup(mention, group)).map(({ id }) => id);
  if (found.length === 0) throw new CatalogueError('mention.emptyGroup');
  return [...new Set(found)].slice(0, dismissalLimit);
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
