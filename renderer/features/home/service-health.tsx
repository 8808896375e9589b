import { Code, Group, Stack, Text } from '@mantine/core';
import type { Health } from '#contract/about.ts';
import type { RevealedKeys } from '#contract/desk.ts';
import { formatCount, formatNumber } from '#contract/format.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiQuery } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';
import { ActiveFaults } from '#renderer/ui/active-faults.tsx';
import { AsOf } from '#renderer/ui/as-of.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { notifyFailed } from '#renderer/ui/notify.tsx';
import { SecretValue } from '#renderer/ui/secret-value.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { Stat } from '#renderer/ui/stat.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';

/** Rates change over time without an event. */
const rereadMs = 10_000;

/** Address, key and health of the local service. */
export const ServiceHealth = () => {
  const query = useApiQuery<Health>(keys.health, '/api/health', { refetchInterval: rereadMs });
  return (
    <Section
      title="Local service"
      beside={<AsOf readAt={query.dataUpdatedAt} />}
      actions={
        query.data && (
          <>
            <ActiveFaults />
            <State health={query.data} />
          </>
        )
      }
    >
      <Loaded query={query} text="Loading service health…">
        {(health) => <Figures health={health} />}
      </Loaded>
    </Section>
  );
};

const State = ({ health: { store, endpoints, clock } }: { health: Health }) => {
  if (store !== 'ok') {
    return <StatusBadge tone="bad">{store === 'full' ? 'Disk full' : 'Database damaged'}</StatusBadge>;
  }
  if (clock.paused) return <StatusBadge tone="attention">Paused</StatusBadge>;
  const troubled = endpoints.disabled + endpoints.failing;
  if (troubled > 0) {
    return (
      <TextLink to="/endpoints">
        <StatusBadge tone="attention">
          {formatCount(troubled, 'endpoint needs', 'endpoints need')} attention
        </StatusBadge>
      </TextLink>
    );
  }
  return <StatusBadge tone="good">Running</StatusBadge>;
};

const Figures = ({ health }: { health: Health }) => (
  <Group gap="lg" align="flex-start">
    <Stack gap={4} style={{ flex: '1 1 28rem' }}>
      <Group gap={4} wrap="nowrap" mih={28}>
        <Text size="sm" c="dimmed" w={84} style={{ flexShrink: 0 }}>
          API address
        </Text>
        <Code>{health.apiUrl}</Code>
        <CopyButton value={health.apiUrl} what="the address" />
      </Group>
      <Group gap={4} wrap="nowrap" mih={28}>
        <Text size="sm" c="dimmed" w={84} style={{ flexShrink: 0 }}>
          API key
        </Text>
        <SecretValue
          masked="••••••••"
          what="the API key"
          reveal={firstKey}
          onError={(error) => notifyFailed('API key not read', error)}
        />
      </Group>
    </Stack>
    <Group gap="lg" align="flex-start">
      <Stat
        name="Clock"
        value={<Instant at={health.clock.now} />}
        note={
          <TextLink to="/local-api/clock" size="sm">
            {health.clock.mode === 'virtual' ? 'Virtual time' : 'System time'}
          </TextLink>
        }
      />
      <Stat name="Deliveries per minute" value={formatNumber(health.deliveriesPerMinute)} />
      <Stat name="Waiting" value={formatNumber(health.waiting)} note="deliveries" />
      <Stat name="Endpoints" value={formatNumber(health.endpoints.total)} note={troubleOf(health)} />
    </Group>
  </Group>
);

const troubleOf = ({ endpoints: { disabled, failing } }: Health): string | undefined => {
  const parts = [
    failing > 0 ? `${formatNumber(failing)} failing` : '',
    disabled > 0 ? `${formatNumber(disabled)} disabled` : '',
  ];
  return parts.filter(Boolean).join(', ') || undefined;
};

const firstKey = async (): Promise<string> => {
  const { results } = await api.get<RevealedKeys>('/api/keys');
  const [first] = results;
  if (first === undefined) throw new Error('No API key. Create one in Local API, Keys.');
  return first.apiKey;
};
