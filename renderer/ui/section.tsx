import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface SectionProps {
  readonly title?: string;
  readonly level?: 2 | 3;
  /** Badges and the like, beside the title. */
  readonly beside?: ReactNode;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A bordered part of a screen, under a heading of its own. */
export const Section = ({ title, level = 2, beside, description, actions, children }: SectionProps) => {
  const heading = useId();
  return (
    <Paper
      withBorder
      radius="md"
      p="md"
      component="section"
      {...(title === undefined ? {} : { 'aria-labelledby': heading })}
    >
      {(title !== undefined || actions !== undefined) && (
        <Group justify="space-between" mb="sm" gap="sm" align="flex-start">
          <Stack gap={2} style={{ flex: '1 1 16rem' }}>
            <Group gap="sm">
              <Title order={level} size="h4" id={heading}>
                {title}
              </Title>
              {beside}
            </Group>
            {description !== undefined && (
              <Text c="dimmed" component="div">
                {description}
              </Text>
            )}
          </Stack>
          {actions !== undefined && <Group gap="xs">{actions}</Group>}
        </Group>
      )}
      {children}
    </Paper>
  );
};
