import { Group, Stack, Text } from '@mantine/core';
import type { TokenImportResult } from '#contract/token-rows.ts';
import { number } from '#renderer/lib/format.ts';
import { useIntegrations } from '#renderer/lib/use-integrations.ts';
import { Stat } from '#renderer/ui/stat.tsx';

/** The counts of a list: what is ready, what it takes the place of, what is left as it is. */
export const ImportFigures = ({ result }: { result: TokenImportResult }) => {
  const { data } = useIntegrations();
  const { rows, ready, invalid, replaced, same = 0, unchanged, byPlatform, format, encoding } = result;
  const platforms = Object.entries(byPlatform).map(([key, count]) => {
    const name = data?.results.find(({ platformKey }) => platformKey === key)?.name ?? key;
    return `${name} ${number(count)}`;
  });
  return (
    <Stack gap="sm">
      <Group gap="xl" align="flex-start">
        <Stat name="Rows" value={number(rows)} />
        <Stat name="Ready" value={number(ready)} />
        {invalid > 0 && <Stat name="Not in order" value={number(invalid)} />}
        {replaced - same > 0 && (
          <Stat name="New credentials" value={number(replaced - same)} note="of rows that were here" />
        )}
        {same > 0 && <Stat name="As before" value={number(same)} note="the same credentials" />}
        {unchanged > 0 && (
          <Stat name="Left as they are" value={number(unchanged)} note="migrated, or under way" />
        )}
      </Group>
      <Text size="sm" c="dimmed">
        Read as {formatWords[format]}, {encoding}.{platforms.length > 0 && ` ${platforms.join(', ')}.`}
      </Text>
    </Stack>
  );
};

const formatWords = { csv: 'CSV', json: 'JSON', jsonl: 'JSON lines' } as const;
