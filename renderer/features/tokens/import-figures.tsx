import { Group, Stack, Text } from '@mantine/core';
import { formatNumber } from '#contract/format.ts';
import type { TokenImportResult } from '#contract/token-rows.ts';
import { useIntegrations } from '#renderer/lib/use-integrations.ts';
import { Stat } from '#renderer/ui/stat.tsx';
import { formatLabels } from './format-labels.ts';
import { ImportForm } from './import-form.tsx';

/** Counts of a list, and its changes to earlier imports. */
export const ImportFigures = ({ result }: { result: TokenImportResult }) => {
  const { data } = useIntegrations();
  const { rows, ready, invalid, changes, byPlatform, format, encoding, sealed, form } = result;
  const platforms = Object.entries(byPlatform).map(([key, count]) => {
    const name = data?.results.find(({ platformKey }) => platformKey === key)?.name ?? key;
    return `${name} ${formatNumber(count)}`;
  });
  return (
    <Stack gap="sm">
      <Group gap="xl" align="flex-start">
        <Stat name="Rows" value={formatNumber(rows)} />
        <Stat name="Ready" value={formatNumber(ready)} />
        {invalid > 0 && <Stat name="Invalid" value={formatNumber(invalid)} />}
        {changes && (
          <>
            <Stat name="New" value={formatNumber(changes.new)} />
            <Stat name="Replaced" value={formatNumber(changes.replaced)} note="new credentials" />
            <Stat name="Unchanged" value={formatNumber(changes.unchanged)} />
            <Stat name="Missing" value={formatNumber(changes.gone)} note="not in this list; kept" />
          </>
        )}
      </Group>
      <Text c="dimmed">
        Read as {formatLabels[format]}, {encoding}.{platforms.length > 0 && ` ${platforms.join(', ')}.`}
      </Text>
      {sealed && (
        <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          Came sealed. SHA-256 of the file: {sealed.digest}
        </Text>
      )}
      {form && <ImportForm form={form} />}
    </Stack>
  );
};
