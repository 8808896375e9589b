import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.css';
import { formatNumber } from '#contract/format.ts';
import type { RunWatch } from '#contract/token-runs.ts';
import { clockTime, dateTime } from '#renderer/lib/format.ts';
import { usePreference } from '#renderer/lib/use-preferences.ts';

const dayMs = 24 * 3_600_000;

/** Every bucket from the first end to the last: one without an end is a gap. Failed rows are below the axis. */
const dataOf = ({ bucketMs, buckets }: RunWatch) => {
  const [first, last] = [buckets[0], buckets.at(-1)];
  if (first === undefined || last === undefined) return [];
  const [from, to] = [Date.parse(first.from), Date.parse(last.from)];
  const at = to - from > dayMs ? dateTime : clockTime;
  const byStart = new Map(buckets.map((bucket) => [Date.parse(bucket.from), bucket]));
  return Array.from({ length: (to - from) / bucketMs + 1 }, (_, n) => {
    const start = from + n * bucketMs;
    const { ended = 0, failed = 0 } = byStart.get(start) ?? {};
    return { at: at(new Date(start).toISOString()), Done: ended - failed, Failed: -failed };
  });
};

/** Loaded lazily, because the chart library is large. */
const ThroughputChart = ({ watch }: { readonly watch: RunWatch }) => {
  usePreference('timeZone');
  return (
    <BarChart
      h={150}
      data={dataOf(watch)}
      dataKey="at"
      type="stacked"
      withLegend
      legendProps={{ verticalAlign: 'top', height: 28 }}
      barChartProps={{ stackOffset: 'sign' }}
      barProps={{ isAnimationActive: false }}
      xAxisProps={{ minTickGap: 60 }}
      yAxisProps={{ width: 40, allowDecimals: false, tickCount: 3 }}
      valueFormatter={(count) => formatNumber(Math.abs(count))}
      series={[
        { name: 'Done', color: 'var(--chart-1)' },
        { name: 'Failed', color: 'var(--danger-mark)' },
      ]}
    />
  );
};

export default ThroughputChart;
