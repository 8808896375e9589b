import { Group, Progress, Stack, Text } from '@mantine/core';
import { goneThrough } from '#contract/run-labels.ts';
import type { Run } from '#contract/token-runs.ts';
import { formatPace, formatProgress } from '#renderer/lib/run-figures.ts';

interface RunProgressProps {
  readonly run: Run;
  /** What is counted; rows if left out. */
  readonly noun?: readonly [one: string, many: string];
}

/** Progress of a run, announced to screen readers when it changes; the bar is for the eye alone. */
export const RunProgress = ({ run, noun = ['row', 'rows'] }: RunProgressProps) => {
  const { rows, failed, syncing } = run.counts;
  const percent = (part: number): number => (rows === 0 ? 0 : (100 * part) / rows);
  return (
    <Stack gap={6}>
      <Group justify="space-between">
        <Text role="status">{formatProgress(run, ...noun)}</Text>
        <Text c="dimmed">{formatPace(run)}</Text>
      </Group>
      <Progress.Root size="sm" aria-hidden>
        <Progress.Section value={percent(goneThrough(run))} color="accent" />
        <Progress.Section value={percent(failed)} color="red" />
        <Progress.Section value={percent(syncing)} color="blue" />
      </Progress.Root>
    </Stack>
  );
};
