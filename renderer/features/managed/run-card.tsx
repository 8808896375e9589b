import { Group, Stack, Text } from '@mantine/core';
import { runKindLabels } from '#contract/run-labels.ts';
import type { Run } from '#contract/token-runs.ts';
import { statusOfRun } from '#renderer/lib/token-labels.ts';
import { isUnfinished, tokensAt } from '#renderer/lib/token-queries.ts';
import { AsOf } from '#renderer/ui/as-of.tsx';
import { Failures } from '#renderer/ui/failures.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { RunControls } from '#renderer/ui/run-controls.tsx';
import { RunNotices } from '#renderer/ui/run-notices.tsx';
import { RunProgress } from '#renderer/ui/run-progress.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';

/** Progress and controls of a run, and why companies failed. */
export const RunCard = ({ run }: { readonly run: Run }) => {
  const { label, tone } = statusOfRun(run);
  const rows = tokensAt(run.caseId);
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-start">
        <Stack gap={2}>
          <Group gap="xs">
            <Text fw={600}>
              {runKindLabels[run.kind]} on “{run.targetName}”
            </Text>
            <StatusBadge tone={tone}>{label}</StatusBadge>
            {isUnfinished(run) && <AsOf />}
          </Group>
          <Text size="sm" c="dimmed" component="div">
            Started <Instant at={run.started} /> by {run.by} ·{' '}
            <TextLink to={`${rows}/runs/${run.id}`}>Open run</TextLink>
          </Text>
        </Stack>
        {isUnfinished(run) && (
          <Group gap="xs">
            <RunControls run={run} />
          </Group>
        )}
      </Group>
      <RunProgress run={run} noun={['company', 'companies']} />
      <RunNotices run={run} />
      {Object.values(run.failures).some((count) => count > 0) && (
        <Failures failures={run.failures} rowsAt={(cause) => `${rows}?cause=${cause}`} />
      )}
    </Stack>
  );
};
