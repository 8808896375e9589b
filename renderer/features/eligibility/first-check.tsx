import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconDragDrop } from '@tabler/icons-react';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import type { CheckInput } from './check/check-input.ts';
import { PickButtons } from './check/pick-buttons.tsx';

interface FirstCheckProps {
  readonly onPick: (items: readonly CheckInput[]) => void;
  /** Reads the target's rules, profile and endpoints, and nothing else. */
  readonly onConfiguration: () => void;
}

/** Shown before the first check. */
export const FirstCheck = ({ onPick, onConfiguration }: FirstCheckProps) => (
  <Paper withBorder p="lg" mb="md" style={{ borderStyle: 'dashed' }}>
    <Stack align="center" gap="sm" ta="center">
      <IconDragDrop size={24} aria-hidden />
      <Title order={3} size="h4">
        Drop the integrator's source code or traffic log here
      </Title>
      <Text c="dimmed" maw={620}>
        A folder or archive of the application, logs of its calls, or exported rules.
      </Text>
      <Group gap="xs" justify="center">
        <PickButtons onPick={onPick} />
        <SmallButton changes onClick={onConfiguration}>
          Check target configuration only
        </SmallButton>
      </Group>
    </Stack>
  </Paper>
);
