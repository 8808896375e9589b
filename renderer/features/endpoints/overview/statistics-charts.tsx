import { BarChart, LineChart } from '@mantine/charts';
import { formatCount, formatDuration, formatNumber } from '#contract/format.ts';
import '@mantine/charts/styles.css';
import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { EndpointStatistics } from '#contract/endpoint-statistics.ts';
import { clockTime, dateTime } from '#renderer/lib/format.ts';
import { usePreference } from '#renderer/lib/use-preferences.ts';
import { roundedUp } from '#renderer/ui/activity-scale.ts';

interface StatisticsChartsProps {
  readonly statistics: EndpointStatistics;
  /** px, of both together. */
  readonly height: number;
}

/** From this length on the axis shows days too. */
const longMs = 20 * 3_600_000;

const dataOf = ({ from, until, buckets }: EndpointStatistics) => {
  const at = Date.parse(until) - Date.parse(from) > longMs ? dateTime : clockTime;
  return buckets.map((bucket) => ({
    at: at(bucket.from),
    Succeeded: bucket.succeeded,
    // Below the axis.
    Failed: -bucket.failed,
    Median: bucket.p50Ms,
    p95: bucket.p95Ms,
  }));
};

/** Three grid lines at most, zero among them. */
const axisOf = (highest: number, lowest = 0) => {
  const [top, bottom] = [roundedUp(highest), lowest === 0 ? 0 : -roundedUp(lowest)];
  return { width: 68, domain: [bottom, top], ticks: lowest === 0 ? [0, top / 2, top] : [bottom, 0, top] };
};

/** Loaded lazily, because the chart library is large. */
const StatisticsCharts = ({ statistics, height }: StatisticsChartsProps) => {
  usePreference('timeZone');
  const { attempts, succeeded, failed, p50Ms = 0, p95Ms = 0 } = statistics;
  const highest = (of: (bucket: EndpointStatistics['buckets'][number]) => number): number =>
    Math.max(...statistics.buckets.map(of));
  const common = {
    data: dataOf(statistics),
    dataKey: 'at',
    withLegend: true,
    gridProps: { syncWithTicks: true },
    xAxisProps: { minTickGap: 90 },
    legendProps: { verticalAlign: 'top' as const, height: 28 },
  };
  return (
    <Stack gap={4}>
      <Figure
        title="Response time"
        label={`Response time of ${formatCount(attempts, 'attempt')}: median ${formatDuration(p50Ms)}, p95 ${formatDuration(p95Ms)}.`}
      >
        <LineChart
          {...common}
          h={height * 0.55}
          yAxisProps={axisOf(highest(({ p95Ms: ms = 0 }) => ms))}
          valueFormatter={formatDuration}
          withDots
          curveType="linear"
          connectNulls={false}
          series={[
            { name: 'Median', color: 'var(--chart-2)' },
            { name: 'p95', color: 'var(--chart-1)', strokeDasharray: '5 5' },
          ]}
        />
      </Figure>
      <Figure
        title="Attempts"
        label={`Attempts: ${formatNumber(succeeded)} succeeded, ${formatNumber(failed)} failed.`}
      >
        <BarChart
          {...common}
          h={height * 0.45}
          type="stacked"
          barChartProps={{ stackOffset: 'sign' }}
          valueFormatter={(count) => formatNumber(Math.abs(count))}
          yAxisProps={axisOf(
            highest((bucket) => bucket.succeeded),
            highest((bucket) => bucket.failed),
          )}
          barProps={{ isAnimationActive: false }}
          series={[
            { name: 'Succeeded', color: 'var(--chart-1)' },
            { name: 'Failed', color: 'var(--danger-mark)' },
          ]}
        />
      </Figure>
    </Stack>
  );
};

interface FigureProps {
  readonly title: string;
  /** Its content, for those who can't see it. */
  readonly label: string;
  readonly children: ReactNode;
}

const Figure = ({ title, label, children }: FigureProps) => (
  <div role="img" aria-label={label}>
    <Text size="sm" c="dimmed">
      {title}
    </Text>
    {children}
  </div>
);

export default StatisticsCharts;
