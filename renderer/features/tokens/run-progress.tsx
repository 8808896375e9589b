import { Progress, Stack, Text } from '@mantine/core';
import type { Run } from '#contract/token-runs.ts';
import { goneThrough, progressWords } from './run-figures.ts';

/** How far a run is, in words and as a bar; told to those who listen when it changes. */
export const RunProgress = ({ run }: { run: Pick<Run, 'kind' | 'counts'> }) => {
  const { rows, failed, syncing } = run.counts;
  const percent = (part: number): number => (rows === 0 ? 0 : (100 * part) / rows);
  return (
    <Stack gap={6}>
      <Text size="sm" role="status">
        {progressWords(run)}
      </Text>
      <Progress.Root size="lg" aria-hidden>
        <Progress.Section value={percent(goneThrough(run))} color="teal" />
        <Progress.Section value={percent(failed)} color="red" />
        <Progress.Section value={percent(syncing)} color="blue" />
      </Progress.Root>
    </Stack>
  );
};
