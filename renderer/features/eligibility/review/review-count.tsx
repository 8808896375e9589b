import { Badge } from '@mantine/core';
import { formatNumber } from '#contract/format.ts';

/** Beside the tab: how many mentions are to review. */
export const ReviewCount = ({ count }: { count: number }) => (
  <Badge color="orange" variant="light" radius="sm" aria-label={`${formatNumber(count)} mentions`}>
    {formatNumber(count)}
  </Badge>
);
