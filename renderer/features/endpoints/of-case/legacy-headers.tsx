import { Code, Group, Stack, Text } from '@mantine/core';
import type { LegacyHeader } from '#contract/header-setup.ts';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { legacySources, legacyStates } from './setup-labels.ts';

/** Headers of the legacy setup, with their state on this endpoint. */
export const LegacyHeaders = ({ legacy }: { legacy: readonly LegacyHeader[] }) => {
  if (legacy.length === 0) {
    return <Text c="dimmed">No legacy headers</Text>;
  }
  return (
    <Stack gap="sm">
      {legacy.map(({ name, value, from, state, advice }) => (
        <Stack key={`${name} ${from}`} gap={2}>
          <Group gap="xs">
            <Text fw={600}>{name}</Text>
            {value !== '' && <Code>{value}</Code>}
            <StatusBadge tone={legacyStates[state].tone}>{legacyStates[state].label}</StatusBadge>
            <Text size="sm" c="dimmed">
              {legacySources[from]}
            </Text>
          </Group>
          {advice !== undefined && <Text>{advice}</Text>}
        </Stack>
      ))}
    </Stack>
  );
};
