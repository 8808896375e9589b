import { Badge } from '@mantine/core';
import { number } from '#renderer/lib/format.ts';

/** Beside the tab: how many mentions are to review. */
export const ReviewCount = ({ count }: { count: number }) => (
  <Badge color="orange" variant="light" radius="sm" aria-label={`${number(count)} mentions`}>
    {number(count)}
  </Badge>
);
