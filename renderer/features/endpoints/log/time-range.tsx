import { Group, Select } from '@mantine/core';
import type { ClockView } from '#contract/clock.ts';
import type { SinceRequest } from '#contract/message.ts';
import { api } from '#renderer/lib/api.ts';
import { utcOf } from '#renderer/lib/picked-time.ts';
import type { DraftForm } from '#renderer/lib/use-draft-form.ts';
import { DayTimeInput } from '#renderer/ui/date-input.tsx';

const hourMs = 3_600_000;
const lengths = { hour: hourMs, day: 24 * hourMs, days: 5 * 24 * hourMs } as const;

export interface Range {
  preset: keyof typeof lengths | 'all' | 'between';
  /** As the pickers give it, in the reader's time zone; `null`: not given. */
  since: string | null;
  until: string | null;
}

export const isValid = ({ preset, since, until }: Range): boolean =>
  preset !== 'between' || (!!since && (!until || since < until));

/** The range in UTC, counted back from the service's present time. */
export const requestOf = async ({ preset, since, until }: Range): Promise<SinceRequest> => {
  if (preset === 'between') {
    return {
      // Only a range that is valid is sent.
      since: utcOf(since ?? ''),
      ...(until && { until: utcOf(until) }),
    };
  }
  if (preset === 'all') return { since: new Date(0).toISOString() };
  const { now } = await api.get<ClockView>('/api/clock');
  return { since: new Date(Date.parse(now) - lengths[preset]).toISOString() };
};

export const TimeRange = <T extends Range>({ form }: { form: DraftForm<T> }) => (
  <Group gap="sm" align="flex-end">
    <Select
      label="Time range"
      w={220}
      allowDeselect={false}
      data={[
        { value: 'hour', label: 'Last hour' },
        { value: 'day', label: 'Last 24 h' },
        { value: 'days', label: 'Last 5 days' },
        { value: 'all', label: 'All' },
        { value: 'between', label: 'Custom' },
      ]}
      {...form.getInputProps('preset')}
    />
    {form.values.preset === 'between' && (
      <>
        <DayTimeInput label="From" placeholder="Day and time" w={220} {...form.getInputProps('since')} />
        <DayTimeInput label="Until" placeholder="Now" w={220} clearable {...form.getInputProps('until')} />
      </>
    )}
  </Group>
);
