import { type MentionSubject, type MentionsView, mentionSubjects } from '#contract/eligibility.ts';
import { subjectLabels } from '#contract/mention-labels.ts';

export type ListedMention = MentionsView['results'][number];
export type MentionGroup = MentionsView['groups'][number];

type Named = Pick<MentionGroup, 'scope' | 'subject' | 'cause'>;

/** Names a group in the screen's address. */
export const groupKey = ({ scope, subject, cause }: Named): string => `${subject}:${cause}:${scope}`;

/** By code base, then in the order of the checks. */
export const sortedGroups = (groups: readonly MentionGroup[]): MentionGroup[] =>
  groups.toSorted(
    (a, b) =>
      a.scope.localeCompare(b.scope) ||
      mentionSubjects.indexOf(a.subject) - mentionSubjects.indexOf(b.subject) ||
      a.cause.localeCompare(b.cause),
  );

/**
 * The group that an address names: by its key, or by its subject alone, as a check's row does. Otherwise the first with
 * something to review.
 */
export const findGroup = (
  groups: readonly MentionGroup[],
  wanted: string | undefined,
): MentionGroup | undefined => {
  const ofSubject = groups.filter(({ subject }) => subject === wanted);
  return (
    groups.find((group) => groupKey(group) === wanted) ??
    ofSubject.find(({ open }) => open > 0) ??
    ofSubject[0] ??
    groups.find(({ open }) => open > 0) ??
    groups[0]
  );
};

/** By file and line. */
export const mentionsOf = (results: readonly ListedMention[], group: Named): ListedMention[] =>
  results
    .filter((one) => groupKey(one) === groupKey(group))
    .toSorted((a, b) => a.file.localeCompare(b.file) || a.line - b.line);

/** What follows from the dismissal of some. */
export const dismissalText = ({ subject, scope }: Named): string =>
  `Dismiss only mentions that do not use ${subjectLabels[subject]}. Later checks of ${scope} keep them dismissed.`;

export interface MentionCounts {
  readonly open: number;
  readonly dismissed: number;
  /** To review, but not listed. */
  readonly unlisted: number;
}

export const countMentions = ({ groups, codeBases }: MentionsView): MentionCounts => ({
  open: groups.reduce((sum, { open }) => sum + open, 0),
  dismissed: groups.reduce((sum, { dismissed }) => sum + dismissed, 0),
  unlisted: codeBases.reduce((sum, { unlisted }) => sum + unlisted, 0),
});

/** How much to dismiss at once, starting from one mention. */
export type Reach = 'mention' | 'file' | 'group';

export interface ReachOption {
  readonly reach: Reach;
  readonly count: number;
}

/** Only options that include more than the previous one. */
export const reachesOf = (mention: ListedMention, results: readonly ListedMention[]): ReachOption[] => {
  const group = mentionsOf(results, mention).filter(({ dismissed }) => dismissed === undefined);
  const inFile = group.filter(({ file }) => file === mention.file).length;
  return [
    { reach: 'mention', count: 1 },
    ...(inFile > 1 ? [{ reach: 'file', count: inFile } as const] : []),
    ...(group.length > inFile ? [{ reach: 'group', count: group.length } as const] : []),
  ];
};

/** The check that a subject belongs to; `authorization` supports two and decides neither. */
export const checkOf = (subject: MentionSubject) => (subject === 'authorization' ? undefined : subject);
