import { Group, Stack, Text } from '@mantine/core';
import { formatNumber } from '#contract/format.ts';
import type { Run } from '#contract/token-runs.ts';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { CountedCalls } from '#renderer/ui/counted-calls.tsx';
import { Section } from '#renderer/ui/section.tsx';

/** Calls of a run, and the digest of its ledger. */
export const CallsMade = ({ calls, ledger }: Pick<Run, 'calls' | 'ledger'>) => {
  const made = Object.entries(calls).map(([call, count]) => ({ call, count }));
  return (
    <Section title="Calls">
      <Stack>
        {made.length === 0 ? (
          <Text>No calls yet</Text>
        ) : (
          <CountedCalls calls={made.sort((a, b) => b.count - a.count)} label="Calls by endpoint" />
        )}
        <Group gap={4}>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            Ledger: {formatNumber(ledger.entries)} entries, digest {ledger.digest.slice(0, 16)}…
          </Text>
          <CopyButton value={ledger.digest} what="ledger digest" />
        </Group>
      </Stack>
    </Section>
  );
};
