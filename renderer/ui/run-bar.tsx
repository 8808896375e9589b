import { Progress } from '@mantine/core';
import { goneThrough } from '#contract/run-labels.ts';
import type { Run } from '#contract/token-runs.ts';

/** How far a run is, for the eye alone: its words stand beside it. */
export const RunBar = ({ run }: { readonly run: Pick<Run, 'kind' | 'counts'> }) => {
  const { rows, failed, syncing } = run.counts;
  const percent = (part: number): number => (rows === 0 ? 0 : (100 * part) / rows);
  return (
    <Progress.Root size="lg" aria-hidden>
      <Progress.Section value={percent(goneThrough(run))} color="teal" />
      <Progress.Section value={percent(failed)} color="red" />
      <Progress.Section value={percent(syncing)} color="blue" />
    </Progress.Root>
  );
};
