import { Stack, Text } from '@mantine/core';
import type { Run } from '#contract/token-runs.ts';
import { formatProgress } from '#renderer/lib/run-figures.ts';
import { RunBar } from '#renderer/ui/run-bar.tsx';

/** How far a run is, in words and as a bar; told to those who listen when it changes. */
export const RunProgress = ({ run }: { run: Pick<Run, 'kind' | 'counts'> }) => (
  <Stack gap={6}>
    <Text role="status">{formatProgress(run)}</Text>
    <RunBar run={run} />
  </Stack>
);
