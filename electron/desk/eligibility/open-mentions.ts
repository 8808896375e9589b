import type { EligibilityRow, Evidence, MentionSubject, ReviewMention } from '#contract/eligibility.ts';
import type { CaseState } from '#desk/cases/state.ts';

/** Ids of mentions that a person dismissed. */
export type DismissedMentions = ReadonlySet<string>;

export const dismissedIds = ({
  mentionDismissals,
}: Pick<CaseState, 'mentionDismissals'>): DismissedMentions =>
  new Set(mentionDismissals.flatMap(({ ids }) => ids));

/** Mentions of a check's subject in one evidence that nothing settled. */
export interface OpenMentions {
  /** Neither dismissed nor, beyond the list, open to be dismissed. */
  readonly open: number;
  readonly dismissed: number;
}

export const openMentions = (
  { mentions }: Evidence,
  subject: EligibilityRow | MentionSubject,
  dismissed: DismissedMentions,
): OpenMentions => {
  if (mentions === undefined) return { open: 0, dismissed: 0 };
  const all = mentions.reviewCounts.find((one) => one.subject === subject)?.count ?? 0;
  const gone = mentions.toReview.filter((one) => one.subject === subject && dismissed.has(one.id)).length;
  return { open: all - gone, dismissed: gone };
};

/** How many of each code base are to review beyond those that it lists. */
export const unlisted = (
  reviewCounts: readonly { count: number }[],
  listed: readonly ReviewMention[],
): number => reviewCounts.reduce((sum, { count }) => sum + count, 0) - listed.length;
