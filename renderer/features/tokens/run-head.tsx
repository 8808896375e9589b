import { Button, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { formatDuration, formatEstimate, formatNumber } from '#contract/format.ts';
import { goneThrough, runKindLabels } from '#contract/run-labels.ts';
import type { Run } from '#contract/token-runs.ts';
import { leftOf } from '#renderer/lib/run-figures.ts';
import { isUnfinished, tokensAt } from '#renderer/lib/token-queries.ts';
import { useNow } from '#renderer/lib/use-now.ts';
import { AsOf } from '#renderer/ui/as-of.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { NoValue } from '#renderer/ui/no-value.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { Stat } from '#renderer/ui/stat.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { isOutsideWindow } from '#renderer/ui/window-override.tsx';
import { useControlRun } from './control-run.ts';
import { RunControls } from './run-controls.tsx';
import { RunNotices } from './run-notices.tsx';
import { RunProgress } from './run-progress.tsx';
import { placeOf, wordOfRun } from './token-labels.ts';

/** What a run is, how far it is, and what can be done with it. */
export const RunHead = ({ run }: { run: Run }) => {
  const control = useControlRun(run.caseId);
  const { tone, label } = wordOfRun(run);
  return (
    <Section
      title={`${runKindLabels[run.kind]} on ${placeOf(run)}`}
      beside={isUnfinished(run) && <AsOf />}
      level={3}
      description={
        <>
          Started <Instant at={run.started} /> by {run.by}
          {run.ended !== undefined && (
            <>
              , ended <Instant at={run.ended} />
            </>
          )}
        </>
      }
      actions={isUnfinished(run) ? <RunControls run={run} control={control} /> : <WhatNext run={run} />}
    >
      <Stack>
        {control.error && !isOutsideWindow(control.error) && (
          <ErrorNotice title={`It could not ${control.variables?.control}`} error={control.error} />
        )}
        <Group gap="sm">
          <StatusBadge tone={tone}>{label}</StatusBadge>
          <Text size="sm" c="dimmed">
            Run {run.id.slice(0, 8)}
          </Text>
        </Group>
        <RunNotices run={run} />
        <RunProgress run={run} />
        <Figures run={run} />
      </Stack>
    </Section>
  );
};

const notKnown = <NoValue means="not known yet" />;

const Figures = ({ run }: { run: Run }) => {
  const running = run.state === 'running';
  const { counts, perMinute, leftMs } = run;
  const calls = Object.values(run.calls).reduce((sum, count) => sum + count, 0);
  return (
    <Group gap="lg">
      {running && (
        <Stat
          name="Rows a minute"
          value={perMinute === undefined ? notKnown : formatNumber(Math.round(perMinute))}
        />
      )}
      {running && <Stat name="Time left" value={leftMs === undefined ? notKnown : formatEstimate(leftMs)} />}
      <Stat name={run.kind === 'undo' ? 'Undone' : 'Done'} value={formatNumber(goneThrough(run))} />
      <Stat name="Syncing" value={formatNumber(counts.syncing)} />
      <Stat name="Failed" value={formatNumber(counts.failed)} />
      <Stat name={running ? 'To do' : 'Left'} value={formatNumber(leftOf(run))} />
      <Stat name="Calls" value={formatNumber(calls)} />
      <Stat name={running ? 'Running for' : 'Took'} value={<Elapsed run={run} />} />
    </Group>
  );
};

const Elapsed = ({ run: { started, ended, state } }: { run: Run }) => {
  const now = useNow(1000);
  if (ended === undefined && state !== 'running') return notKnown;
  const until = ended === undefined ? now : Date.parse(ended);
  return formatDuration(Math.max(0, until - Date.parse(started)));
};

const WhatNext = ({ run }: { run: Run }) => {
  const base = tokensAt(run.caseId);
  const { kind, counts } = run;
  if (kind === 'rehearsal') {
    return (
      <>
        <Button component={Link} to={`${base}/rehearse`} variant="default">
          Rehearse again
        </Button>
        <Button component={Link} to={`${base}/run`}>
          Plan the run
        </Button>
      </>
    );
  }
  return (
    <>
      {counts.failed > 0 && kind !== 'undo' && (
        <Button component={Link} to={`${base}/run?kind=retry`}>
          Retry the failed rows
        </Button>
      )}
      {counts.done > 0 && (
        <Button component={Link} to={`${base}/run?kind=check`} variant="default">
          Check again
        </Button>
      )}
      {kind !== 'undo' && counts.done + counts.syncing + counts.failed > 0 && (
        <Button component={Link} to={`${base}/run?kind=undo`} variant="default">
          Undo…
        </Button>
      )}
      <Button component={Link} to={`/cases/${run.caseId}/reports`} variant="default">
        Report
      </Button>
    </>
  );
};
