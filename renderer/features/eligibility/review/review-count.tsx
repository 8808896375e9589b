import { Badge } from '@mantine/core';
import { number } from '#renderer/lib/format.ts';
import { countMentions } from './groups.ts';
import { useMentions } from './mention-calls.ts';

/** Beside the tab: how many mentions are to review. */
export const ReviewCount = ({ caseId }: { caseId: string }) => {
  const { data } = useMentions(caseId);
  if (data === undefined) return undefined;
  const { open, unlisted } = countMentions(data);
  if (open + unlisted === 0) return undefined;
  return (
    <Badge color="orange" variant="light" radius="sm" aria-label={`${number(open + unlisted)} mentions`}>
      {number(open + unlisted)}
    </Badge>
  );
};
