import { Anchor, Group, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { formatEstimate, formatNumber } from '#contract/format.ts';
import { runKindLabels } from '#contract/run-labels.ts';
import type { Run } from '#contract/token-runs.ts';
import { isUnfinished, tokensAt, useRuns } from '#renderer/lib/token-queries.ts';
import { AsOf } from '#renderer/ui/as-of.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { isOutsideWindow } from '#renderer/ui/window-override.tsx';
import { useControlRun } from './control-run.ts';
import { RunControls } from './run-controls.tsx';
import { RunNotices } from './run-notices.tsx';
import { RunProgress } from './run-progress.tsx';
import { placeOf, wordOfRun } from './token-labels.ts';

/** The run of the case that is under way or waits to be gone on with, if there is one. */
export const CurrentRun = ({ caseId }: { caseId: string }) => {
  const { data } = useRuns(caseId);
  const run = data?.results.find(isUnfinished);
  return run === undefined ? undefined : <Current run={run} />;
};

const Current = ({ run }: { run: Run }) => {
  const control = useControlRun(run.caseId);
  const { tone, label } = wordOfRun(run);
  return (
    <Section
      title={`${runKindLabels[run.kind]} on ${placeOf(run)}`}
      level={3}
      beside={<AsOf />}
      description={formatPace(run)}
      actions={<RunControls run={run} control={control} />}
    >
      <Stack gap="sm">
        {control.error && !isOutsideWindow(control.error) && (
          <ErrorNotice title={`It could not ${control.variables?.control}`} error={control.error} />
        )}
        <Group gap="sm">
          <StatusBadge tone={tone}>{label}</StatusBadge>
          <Anchor component={Link} to={`${tokensAt(run.caseId)}/runs/${run.id}`}>
            Follow it, with failures by cause
          </Anchor>
        </Group>
        <RunNotices run={run} />
        <RunProgress run={run} />
      </Stack>
    </Section>
  );
};

const formatPace = ({ state, perMinute, leftMs }: Run): string | undefined => {
  if (state !== 'running') return undefined;
  const pace = [
    ...(perMinute === undefined ? [] : [`${formatNumber(Math.round(perMinute))} rows a minute`]),
    ...(leftMs === undefined ? [] : [`${formatEstimate(leftMs)} left`]),
  ];
  return pace.length === 0 ? 'How fast it goes is not known yet.' : pace.join(', ');
};
