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

/** Over longer times the day is told too. */
const longMs = 20 * 3_600_000;

/** In a file of its own: what draws is heavy, and loaded when it is needed. */
const StatisticsCharts = ({ statistics, height }: StatisticsChartsProps) => {
  usePreference('timeZone');
  const at = Date.parse(statistics.until) - Date.parse(statistics.from) > longMs ? dateTime : clockTime;
  const data = statistics.buckets.map(({ from, succeeded, failed, p50Ms, p95Ms }) => ({
    at: at(from),
    Taken: succeeded,
    Failed: failed,
    Median: p50Ms,
    '95th percentile': p95Ms,
  }));
  const { attempts, p50Ms, p95Ms } = statistics;
  const common = {
    data,
    dataKey: 'at',
    withLegend: true,
    xAxisProps: { minTickGap: 90 },
    legendProps: { verticalAlign: 'top' as const, height: 28 },
  };
  return (
    <Stack gap={4}>
      <div
        role="img"
        aria-label={`Latency: half of ${formatCount(attempts, 'attempt')} within ${formatDuration(p50Ms ?? 0)}, 95 % within ${formatDuration(p95Ms ?? 0)}.`}
      >
        <Text size="sm" c="dimmed">
          Latency
        </Text>
        <LineChart
          {...common}
          h={height * 0.55}
          yAxisProps={{ width: 68 }}
          valueFormatter={formatDuration}
          curveType="monotone"
          connectNulls
          withDots
          series={[
            { name: 'Median', color: 'blue.6' },
            { name: '95th percentile', color: 'orange.6', strokeDasharray: '5 5' },
          ]}
        />
      </div>
      <div role="img" aria-label={`Attempts: ${statistics.succeeded} taken, ${statistics.failed} failed.`}>
        <Text size="sm" c="dimmed">
          Attempts
        </Text>
        <BarChart
          {...common}
          h={height * 0.45}
          type="stacked"
          yAxisProps={{ width: 68, allowDecimals: false }}
          series={[
            { name: 'Taken', color: 'teal.6' },
            { name: 'Failed', color: 'red.6' },
          ]}
        />
      </div>
    </Stack>
  );
};

export default StatisticsCharts;
