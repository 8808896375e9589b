import { BarChart, LineChart } from '@mantine/charts';
import { formatCount, formatDuration } from '#contract/format.ts';
import '@mantine/charts/styles.css';
import { Stack, Text } from '@mantine/core';
import type { EndpointStatistics } from '#contract/endpoint-statistics.ts';
import { clockTime, dateTime } from '#renderer/lib/format.ts';
import { usePreference } from '#renderer/lib/use-preferences.ts';

interface StatisticsChartsProps {
  readonly statistics: EndpointStatistics;
  /** px, of both together. */
  readonly height: number;
}

/** From this length on the axis shows days too. */
const longMs = 20 * 3_600_000;

/** Loaded lazily, because the chart library is large. */
const StatisticsCharts = ({ statistics, height }: StatisticsChartsProps) => {
  usePreference('timeZone');
  const { from, until, buckets, attempts, succeeded, failed, p50Ms = 0, p95Ms = 0 } = statistics;
  const at = Date.parse(until) - Date.parse(from) > longMs ? dateTime : clockTime;
  const common = {
    data: buckets.map((bucket) => ({
      at: at(bucket.from),
      Delivered: bucket.succeeded,
      Failed: bucket.failed,
      Median: bucket.p50Ms,
      p95: bucket.p95Ms,
    })),
    dataKey: 'at',
    withLegend: true,
    xAxisProps: { minTickGap: 90 },
    legendProps: { verticalAlign: 'top' as const, height: 28 },
  };
  return (
    <Stack gap={4}>
      <div
        role="img"
        aria-label={`Response time of ${formatCount(attempts, 'attempt')}: median ${formatDuration(p50Ms)}, p95 ${formatDuration(p95Ms)}.`}
      >
        <Text size="sm" c="dimmed">
          Response time
        </Text>
        <LineChart
          {...common}
          h={height * 0.55}
          yAxisProps={{ width: 68, domain: [0, 'auto'] }}
          valueFormatter={formatDuration}
          curveType="linear"
          connectNulls={false}
          lineProps={{ isAnimationActive: false }}
          withDots
          series={[
            { name: 'Median', color: 'var(--chart-2)' },
            { name: 'p95', color: 'var(--chart-1)', strokeDasharray: '5 5' },
          ]}
        />
      </div>
      <div role="img" aria-label={`Attempts: ${succeeded} delivered, ${failed} failed.`}>
        <Text size="sm" c="dimmed">
          Attempts
        </Text>
        <BarChart
          {...common}
          h={height * 0.45}
          type="stacked"
          yAxisProps={{ width: 68, allowDecimals: false }}
          barProps={{ isAnimationActive: false }}
          series={[
            { name: 'Delivered', color: 'var(--chart-1)' },
            { name: 'Failed', color: 'var(--danger-mark)' },
          ]}
        />
      </div>
    </Stack>
  );
};

export default StatisticsCharts;
