import { oneLine } from '#base/terminal-text.ts';
import type { MentionSubject, ReviewMention, SameFiles } from '#contract/eligibility.ts';
import { mentionSubjects } from '#contract/eligibility.ts';
import { causeLabels, subjectLabels } from '#contract/mention-labels.ts';

/** Mentions to review, for people. */

/** Shown of a subject unless all are asked for. */
const shownMentions = 10;

type Listed = ReviewMention & { readonly scope?: string };

/** Subjects whose mentions keep a check from exit code 0: what is left of the others blocks nothing. */
const deciding: readonly MentionSubject[] = ['alerts-endpoints', 'rule-id', 'client-id-header'];
export const isDeciding = ({ subject }: { readonly subject: MentionSubject }): boolean =>
  deciding.includes(subject);

/** `id  file:line  excerpt`, by subject, with why each is to review; empty if nothing is. */
export const mentionsToReview = (mentions: readonly Listed[], all = false): string[] =>
  mentionSubjects.flatMap((subject) => {
    const some = mentions.filter((mention) => mention.subject === subject);
    if (some.length === 0) return [];
    const shown = all ? some : some.slice(0, shownMentions);
    const more = some.length - shown.length;
    return [
      [
        `To review, ${subjectLabels[subject]} (${some.length}):`,
        ...shown.map(lineOf),
        ...(more > 0 ? [`  and ${more} more; --all shows them`] : []),
      ].join('\n'),
    ];
  });

const lineOf = ({ id, file, line, excerpt, cause }: Listed): string =>
  oneLine(`  ${id}  ${file}:${line}  ${excerpt}  (${causeLabels[cause]})`);

/** What to do with them. */
export const reviewHint = (count: number): string[] =>
  count === 0
    ? []
    : [
        'A mention is a use? Answer its check: `carryover case answer CASE CHECK found --by NAME --note "…"`. Not a use? `carryover case dismiss CASE ID --reason "…"`, or a group by --code-base, --subject, --cause or --file.',
      ];

export const sameFilesText = (same: readonly SameFiles[] = []): string[] =>
  same.map(({ scope, share, replaced, sameAs }) =>
    oneLine(
      `"${scope}" has the same files as "${sameAs.scope}", checked ${sameAs.at} (${Math.round(share * 100)} %). ${
        replaced
          ? 'Replaced.'
          : 'Both count. Replace it with `check --replace`, or remove one with `case remove-evidence`.'
      }`,
    ),
  );
