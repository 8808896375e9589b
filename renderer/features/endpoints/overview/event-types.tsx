import { Code, Group, Stack, Text } from '@mantine/core';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { formatCount } from '#contract/format.ts';
import { groupedEventTypes } from '#renderer/features/endpoints/endpoint-labels.ts';
import { Section } from '#renderer/ui/section.tsx';

export const EventTypes = ({ endpoint: { eventTypes } }: { endpoint: EndpointDetail }) => (
  <Section title="Event types" description={`${formatCount(eventTypes.length, 'event type')} subscribed`}>
    <Stack gap="xs" mah={280} style={{ overflow: 'auto' }} tabIndex={0} role="group" aria-label="Event types">
      {groupedEventTypes(eventTypes).map(({ group, items }) => (
        <Stack key={group} gap={4}>
          <Text size="sm" c="dimmed">
            {group}
          </Text>
          <Group gap={6}>
            {items.map((type) => (
              <Code key={type}>{type}</Code>
            ))}
          </Group>
        </Stack>
      ))}
    </Stack>
  </Section>
);
