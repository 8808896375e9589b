import { Button, Group, Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { formatCount, formatDuration, formatNumber } from '#contract/format.ts';
import type { MessageActivity } from '#contract/message-query.ts';
import { useApiQuery } from '#renderer/lib/api-queries.ts';
import { dateTime, tickTime, zoneOffsetMs } from '#renderer/lib/format.ts';
import { keys } from '#renderer/lib/keys.ts';
import { usePreference } from '#renderer/lib/use-preferences.ts';
import { type ActivityBar, ActivityBars } from '#renderer/ui/activity-bars.tsx';
import { Unread } from '#renderer/ui/unread.tsx';
import classes from './activity-chart.module.css';
import type { FilterChanges, Filters } from './filters.ts';

interface ActivityChartProps {
  readonly filters: Filters;
  readonly onChange: (changes: FilterChanges) => void;
}

/** Counting is costly: what comes meanwhile is counted with the next round, ms. */
const everyMs = 5000;

/** Deliveries of the filter over time; a part of it is brushed to filter by. */
export const ActivityChart = ({ filters, onChange }: ActivityChartProps) => {
  usePreference('timeZone');
  const query = useApiQuery<MessageActivity>([...keys.messages.activity, filters], '/api/messages/activity', {
    query: { ...filters },
    refetchInterval: everyMs,
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const notice = <Unread query={query} what="Activity" />;
  if (data === undefined) return query.isError ? notice : <div className={classes.place} />;
  const { succeeded, failed, waiting, cancelled, stepMs, from, until } = data;
  if (succeeded + failed + waiting + cancelled === 0) return notice;
  const span = Date.parse(until) - Date.parse(from);
  return (
    <section className={classes.place} aria-label="Activity">
      {notice}
      <Group gap="md" className={classes.head}>
        <Text fw={600}>Deliveries per {formatDuration(stepMs)}</Text>
        <Legend tone="good">{formatNumber(succeeded)} delivered</Legend>
        <Legend tone="open">{formatNumber(waiting)} waiting</Legend>
        <Legend tone="bad">{formatNumber(failed)} failed</Legend>
        {cancelled > 0 && <Text size="xs">{formatNumber(cancelled)} cancelled, not drawn</Text>}
        {!data.complete && (
          <Text size="xs">Only a part is counted: the filter matches too many messages.</Text>
        )}
        {(filters.since ?? filters.until) !== undefined && (
          <Button
            size="xs"
            variant="subtle"
            ml="auto"
            onClick={() => onChange({ since: undefined, until: undefined })}
          >
            Show all time
          </Button>
        )}
      </Group>
      <ActivityBars
        label={`Deliveries over time: ${formatCount(succeeded, 'delivery', 'deliveries')} delivered, ${formatNumber(waiting)} waiting, ${formatNumber(failed)} failed`}
        bars={data.buckets.map((bucket) => ({
          from: bucket.from,
          until: bucket.until,
          good: bucket.succeeded,
          bad: bucket.failed,
          open: bucket.waiting,
        }))}
        describe={describe}
        formatTick={(at) => tickTime(at, span)}
        zoneOffset={zoneOffsetMs(from)}
        onBrush={(since, before) => onChange({ since, until: before })}
      />
    </section>
  );
};

const describe = ({ from, good, bad, open }: ActivityBar): string =>
  `${dateTime(from)}: ${formatNumber(good)} delivered, ${formatNumber(open)} waiting, ${formatNumber(bad)} failed`;

const Legend = ({ tone, children }: { tone: 'good' | 'open' | 'bad'; children: React.ReactNode }) => (
  <Text size="xs" component="span" className={classes.legend} data-tone={tone}>
    {children}
  </Text>
);
