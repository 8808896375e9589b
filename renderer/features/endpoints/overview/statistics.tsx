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

/** Success rate and latency of the attempts, in figures and drawn. */
export const Statistics = ({ endpoint: { id, created } }: { endpoint: EndpointDetail }) => {
  const [range, setRange] = useState<Range>('day');
  const clock = useClock();
  return (
    <Section
      title="Attempts"
      beside={<AsOf />}
      description="Whether they were taken, and how long the answer took."
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Of which time"
          value={range}
          onChange={(value) => setRange(value as Range)}
          data={[
            { value: 'hour', label: 'Last hour' },
            { value: 'day', label: '24 h' },
            { value: 'week', label: '7 days' },
            { value: 'all', label: 'All' },
          ]}
        />
      }
    >
      <Loaded query={clock} text="Asking for the time…">
        {({ now }) => <OfRange webhookId={id} since={sinceOf(range, now, created)} />}
      </Loaded>
    </Section>
  );
};

/** No earlier than the endpoint: what is before it would be an empty part of the picture. */
const sinceOf = (range: Range, now: string, created: string): string | undefined => {
  const length = ranges[range];
  if (length === undefined) return undefined;
  return new Date(Math.max(Date.parse(now) - length, Date.parse(created))).toISOString();
};

const OfRange = ({ webhookId, since }: { webhookId: string; since: string | undefined }) => (
  <Loaded query={useStatistics(webhookId, since)} text="Adding up the attempts…">
    {(statistics) => <Picture statistics={statistics} />}
  </Loaded>
);

const chartsHeight = 300;

const Picture = ({ statistics }: { statistics: EndpointStatistics }) => {
  const { attempts, succeeded, failed, p50Ms, p95Ms, maxMs, complete } = statistics;
  return (
    <Stack gap="sm">
      <Group gap="md" align="flex-start">
        <Stat
          name="Success rate"
          value={formatShare(succeeded, attempts) ?? <NoValue />}
          note={`${formatNumber(succeeded)} of ${formatNumber(attempts)}`}
        />
        <Stat name="Failed" value={formatNumber(failed)} />
        <Stat name="Median" value={latency(p50Ms)} />
        <Stat name="95th percentile" value={latency(p95Ms)} />
        <Stat name="Slowest" value={latency(maxMs)} />
      </Group>
      {attempts === 0 ? (
        <Center h={chartsHeight / 3}>
          <Text c="dimmed">
            No attempts in this time. Choose a longer one, or send an example from the Testing tab.
          </Text>
        </Center>
      ) : (
        <Suspense fallback={<Drawing />}>
          <StatisticsCharts statistics={statistics} height={chartsHeight} />
        </Suspense>
      )}
      {!complete && (
        <Text size="sm" c="dimmed">
          Only the newest messages are counted, as there are very many.
        </Text>
      )}
    </Stack>
  );
};

const Drawing = () => (
  <Center h={chartsHeight}>
    <Loading text="Drawing…" />
  </Center>
);

const latency = (ms: number | undefined) => (ms === undefined ? <NoValue /> : formatDuration(ms));
