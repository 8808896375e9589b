import { Text } from '@mantine/core';
import { type Mentions, mentionSubjects } from '#contract/eligibility.ts';
import { formatCount, formatNumber } from '#contract/format.ts';
import { reasonLabels, subjectLabels } from '#contract/mention-labels.ts';
import { Lines } from '#renderer/ui/lines.tsx';
import { Part } from '#renderer/ui/part.tsx';

type Counts = Pick<Mentions, 'count' | 'found' | 'explained' | 'reviewCounts'>;

/** Mentions in source code by subject and reason. */
export const MentionSummary = ({ mentions }: { mentions: Counts }) => {
  const toReview = mentions.reviewCounts.reduce((sum, { count }) => sum + count, 0);
  return (
    <Part title={formatCount(mentions.count, 'mention')}>
      <Text>
        {formatNumber(mentions.found)} found · {formatNumber(mentions.count - mentions.found - toReview)}{' '}
        explained · {formatNumber(toReview)} to review
      </Text>
      <Lines lines={subjectLines(mentions)} />
    </Part>
  );
};

/** `RuleId: 4 comment, 2 test code, 1 to review` */
const subjectLines = ({ explained, reviewCounts }: Counts): string[] =>
  mentionSubjects.flatMap((subject) => {
    const reasons = explained
      .filter((one) => one.subject === subject)
      .map(({ reason, count }) => `${formatNumber(count)} ${lowerFirst(reasonLabels[reason])}`);
    const open = reviewCounts.find((one) => one.subject === subject);
    const parts = [...reasons, ...(open === undefined ? [] : [`${formatNumber(open.count)} to review`])];
    return parts.length === 0 ? [] : [`${subjectLabels[subject]}: ${parts.join(', ')}`];
  });

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
