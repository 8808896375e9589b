import { Group, Stack, Text } from '@mantine/core';
import { formatNumber } from '#contract/format.ts';
import type { TokenImportResult } from '#contract/token-rows.ts';
import { useIntegrations } from '#renderer/lib/use-integrations.ts';
import { Stat } from '#renderer/ui/stat.tsx';

/** The counts of a list, and what it changes in what was imported before. */
export const ImportFigures = ({ result }: { result: TokenImportResult }) => {
  const { data } = useIntegrations();
  const { rows, ready, invalid, changes, byPlatform, format, encoding } = result;
  const platforms = Object.entries(byPlatform).map(([key, count]) => {
    const name = data?.results.find(({ platformKey }) => platformKey === key)?.name ?? key;
    return `${name} ${formatNumber(count)}`;
  });
  return (
    <Stack gap="sm">
      <Group gap="xl" align="flex-start">
        <Stat name="Rows" value={formatNumber(rows)} />
        <Stat name="Ready" value={formatNumber(ready)} />
        {invalid > 0 && <Stat name="Not in order" value={formatNumber(invalid)} />}
        {changes && (
          <>
            <Stat name="New" value={formatNumber(changes.new)} />
            <Stat name="Replaced" value={formatNumber(changes.replaced)} note="new credentials" />
            <Stat name="Unchanged" value={formatNumber(changes.unchanged)} />
            <Stat name="Gone" value={formatNumber(changes.gone)} note="not in this list; they stay" />
          </>
        )}
      </Group>
      <Text c="dimmed">
        Read as {formatLabels[format]}, {encoding}.{platforms.length > 0 && ` ${platforms.join(', ')}.`}
      </Text>
    </Stack>
  );
};

const formatLabels = { csv: 'CSV', json: 'JSON', jsonl: 'JSON lines' } as const;
