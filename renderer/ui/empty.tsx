import { EmptyState } from '@mantine/core';
import type { ReactNode } from 'react';

interface EmptyProps {
  readonly icon: ReactNode;
  readonly title: string;
  /** What to do about it. */
  readonly text: ReactNode;
  readonly action?: ReactNode;
}

/** Nothing is here yet: says so, and what to do. */
export const Empty = ({ icon, title, text, action }: EmptyProps) => (
  <EmptyState icon={icon} withIndicatorBackground title={title} description={text} py="xl" px="md">
    {action !== undefined && <EmptyState.Actions>{action}</EmptyState.Actions>}
  </EmptyState>
);
