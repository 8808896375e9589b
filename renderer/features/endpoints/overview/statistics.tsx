import { Center, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { EndpointDetail } from '#contract/endpoint.ts';
import type { EndpointStatistics } from '#contract/endpoint-statistics.ts';
import { formatDuration, formatNumber, formatShare } from '#contract/format.ts';
import { useClock } from '#renderer/lib/use-clock.ts';
import { AsOf } from '#renderer/ui/as-of.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Loading } from '#renderer/ui/loading.tsx';
import { NoValue } from '#renderer/ui/no-value.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { Stat } from '#renderer/ui/stat.tsx';
import { useStatistics } from './statistics-query.ts';

const StatisticsCharts = lazy(() => import('./statistics-charts.tsx'));

const hour = 3_600_000;
const ranges = { hour, day: 24 * hour, week: 7 * 24 * hour, all: undefined } as const;
type Range = keyof typeof ranges;

/** Success rate and response time of attempts. */
export const Statistics = ({ endpoint: { id, created } }: { endpoint: EndpointDetail }) => {
  const [range, setRange] = useState<Range>('day');
  const clock = useClock();
  return (
    <Section
      title="Attempts"
      beside={<AsOf />}
      description="Outcome and response time of each attempt; a delivery may take several"
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Time range"
          value={range}
          onChange={(value) => setRange(value as Range)}
          data={[
            { value: 'hour', label: '1 h' },
            { value: 'day', label: '24 h' },
            { value: 'week', label: '7 days' },
            { value: 'all', label: 'All' },
          ]}
        />
      }
    >
      <Loaded query={clock} text="Loading clock…">
        {({ now }) => <OfRange webhookId={id} since={sinceOf(range, now, created)} />}
      </Loaded>
    </Section>
  );
};

/** Not before the endpoint's creation, where the charts would be empty. */
const sinceOf = (range: Range, now: string, created: string): string | undefined => {
  const length = ranges[range];
  if (length === undefined) return undefined;
  return new Date(Math.max(Date.parse(now) - length, Date.parse(created))).toISOString();
};

const OfRange = ({ webhookId, since }: { webhookId: string; since: string | undefined }) => (
  <Loaded query={useStatistics(webhookId, since)} text="Loading statistics…">
    {(statistics) => <Figures statistics={statistics} />}
  </Loaded>
);

const chartsHeight = 300;

const Figures = ({ statistics }: { statistics: EndpointStatistics }) => {
  const { attempts, succeeded, failed, p50Ms, p95Ms, maxMs, complete } = statistics;
  return (
    <Stack gap="sm">
      <Group gap="md" align="flex-start">
        <Stat
          name="Attempts succeeded"
          value={formatShare(succeeded, attempts) ?? <NoValue />}
          note={`${formatNumber(succeeded)} of ${formatNumber(attempts)}`}
        />
        <Stat name="Failed attempts" value={formatNumber(failed)} />
        <Stat name="Median" value={formatTime(p50Ms)} />
        <Stat name="p95" value={formatTime(p95Ms)} />
        <Stat name="Max" value={formatTime(maxMs)} />
      </Group>
      {attempts === 0 ? (
        <Center h={chartsHeight / 3}>
          <Text c="dimmed">No attempts in this time range.</Text>
        </Center>
      ) : (
        <Suspense fallback={<LoadingCharts />}>
          <StatisticsCharts statistics={statistics} height={chartsHeight} />
        </Suspense>
      )}
      {!complete && (
        <Text size="sm" c="dimmed">
          Only the newest messages are counted.
        </Text>
      )}
    </Stack>
  );
};

const LoadingCharts = () => (
  <Center h={chartsHeight}>
    <Loading text="Loading charts…" />
  </Center>
);

const formatTime = (ms: number | undefined) => (ms === undefined ? <NoValue /> : formatDuration(ms));
