import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';

/** What a state means to the person, which its colour follows. */
export type Tone = 'good' | 'bad' | 'attention' | 'active' | 'neutral';

const colours: Record<Tone, string> = {
  good: 'teal',
  bad: 'red',
  attention: 'orange',
  active: 'blue',
  neutral: 'gray',
};

export const StatusBadge = ({
  tone,
  children,
  title,
}: {
  tone: Tone;
  children: ReactNode;
  title?: string;
}) => (
  <Badge
    color={colours[tone]}
    variant="light"
    radius="sm"
    tt="none"
    fw={600}
    title={title}
    style={{ flexShrink: 0, minWidth: 'max-content' }}
  >
    {children}
  </Badge>
);
