import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './empty.module.css';

interface EmptyProps {
  readonly icon: ReactNode;
  readonly title: string;
  /** Its title is a heading, where the screen has no other. */
  readonly level?: 2;
  /** What to do about it. */
  readonly text: ReactNode;
  readonly action?: ReactNode;
}

/** Nothing is here yet: says so, and what to do, where the first row would be. */
export const Empty = ({ icon, title, level, text, action }: EmptyProps) => (
  <section className={classes.empty} aria-label={title}>
    {icon}
    <Stack gap={4} align="flex-start">
      {level === undefined ? <Text fw={600}>{title}</Text> : <Title order={level}>{title}</Title>}
      <Text c="dimmed">{text}</Text>
      {action !== undefined && <div className={classes.action}>{action}</div>}
    </Stack>
  </section>
);
