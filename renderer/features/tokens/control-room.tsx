import { Box, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { formatDuration, formatNumber } from '#contract/format.ts';
import { formatThresholds } from '#contract/run-thresholds.ts';
import type { Run, RunWatch } from '#contract/token-runs.ts';
import { isUnfinished } from '#renderer/lib/token-queries.ts';
import { useClock } from '#renderer/lib/use-clock.ts';
import { useNow } from '#renderer/lib/use-now.ts';
import { Instant } from '#renderer/ui/instant.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { Stat } from '#renderer/ui/stat.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { ChangeThresholds } from './change-thresholds.tsx';
import { useRunWatch } from './use-run-watch.ts';

const Chart = lazy(() => import('./throughput-chart.tsx'));

/** Throughput, thresholds and the migration window of a run. */
export const ControlRoom = ({ run }: { readonly run: Run }) => {
  const query = useRunWatch(run);
  const isRehearsal = run.kind === 'rehearsal';
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      <Section title="Throughput">
        <Loaded query={query} text="Loading throughput…">
          {(watch) => <Throughput run={run} watch={watch} />}
        </Loaded>
      </Section>
      {isUnfinished(run) && !isRehearsal && (
        <Stack>
          <Section title="Thresholds" actions={<ChangeThresholds run={run} />}>
            <ThresholdState run={run} />
          </Section>
          {query.data?.window && <WindowState run={run} window={query.data.window} />}
        </Stack>
      )}
    </SimpleGrid>
  );
};

const Throughput = ({ run, watch }: { readonly run: Run; readonly watch: RunWatch }) => {
  const { buckets, bucketMs, medianMs, p90Ms, callsPerMinute } = watch;
  const { done, undone, failed } = run.counts;
  const counted = buckets.reduce((sum, { ended }) => sum + ended, 0);
  const missing = done + undone + failed - counted;
  const virtual = run.kind === 'rehearsal' ? ', virtual' : '';
  return (
    <Stack gap="sm">
      <Group gap="lg">
        {run.state === 'running' && (
          <>
            <Stat
              name="Rows per minute"
              value={run.perMinute === undefined ? 'Not known yet' : formatNumber(Math.round(run.perMinute))}
            />
            <Stat name="Calls per minute" value={formatNumber(callsPerMinute ?? 0)} />
            <Stat
              name="Time left"
              value={run.leftMs === undefined ? 'Not known yet' : formatDuration(run.leftMs)}
            />
          </>
        )}
        {medianMs !== undefined && (
          <Stat name={`Median per row${virtual}`} value={formatDuration(medianMs)} />
        )}
        {p90Ms !== undefined && <Stat name={`p90 per row${virtual}`} value={formatDuration(p90Ms)} />}
      </Group>
      {counted === 0 ? (
        <Text c="dimmed">No row has ended in this run.</Text>
      ) : (
        <Box
          component="figure"
          m={0}
          role="img"
          aria-label={`Rows ended per ${formatDuration(bucketMs)}: ${formatNumber(counted)}, ${formatNumber(buckets.reduce((sum, one) => sum + one.failed, 0))} of them failed.`}
        >
          <Text size="sm" c="dimmed">
            Rows ended per {formatDuration(bucketMs)}
          </Text>
          <Suspense fallback={<Box h={150} />}>
            <Chart watch={watch} />
          </Suspense>
        </Box>
      )}
      {missing > 0 && !isUnfinished(run) && (
        <Text c="dimmed">{formatNumber(missing)} more ended in this run; later runs have taken them.</Text>
      )}
    </Stack>
  );
};

const ThresholdState = ({ run }: { readonly run: Run }) => {
  const { thresholds = {} } = run.options;
  const { done, undone, failed } = run.counts;
  const ended = done + undone + failed;
  return (
    <Stack gap={4}>
      <Text>{formatThresholds(thresholds) ?? 'None: the run does not pause automatically.'}</Text>
      {ended > 0 && (
        <Text c="dimmed">
          {formatNumber(Math.round((failed * 1000) / ended) / 10)} % failed ({formatNumber(failed)} of{' '}
          {formatNumber(ended)})
          {run.countedSince !== undefined && (
            <>
              . Counted for the thresholds since <Instant at={run.countedSince} />
            </>
          )}
        </Text>
      )}
    </Stack>
  );
};

interface WindowStateProps {
  readonly run: Run;
  readonly window: NonNullable<RunWatch['window']>;
}

/** The countdown to the agreed window, by the system's time; a run that would not end before it closes says so. */
const WindowState = ({ run: { state, leftMs }, window }: WindowStateProps) => {
  const now = useNow(1000);
  const isVirtual = useClock().data?.mode === 'virtual';
  const [start, end] = [Date.parse(window.start), Date.parse(window.end)];
  const isOver = now >= end;
  const until =
    now < start ? `Opens in ${formatDuration(start - now)}` : `Closes in ${formatDuration(end - now)}`;
  const over = state === 'running' && leftMs !== undefined && !isOver ? now + leftMs - end : 0;
  return (
    <Section title="Migration window">
      <Stack gap={4}>
        <Text fw={600}>{isOver ? `Closed ${formatDuration(now - end)} ago` : until}</Text>
        <Text c="dimmed">
          <Instant at={window.start} /> to <Instant at={window.end} />
          {isVirtual && ', by system time'}
        </Text>
        {over > 0 && (
          <StatusBadge tone="attention">
            {`Would end ${formatDuration(over)} after the window closes`}
          </StatusBadge>
        )}
      </Stack>
    </Section>
  );
};
