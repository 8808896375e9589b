import { Group, Select } from '@mantine/core';
import dayjs from 'dayjs';
import type { ClockView } from '#contract/clock.ts';
import type { SinceRequest } from '#contract/message.ts';
import { api } from '#renderer/lib/api.ts';
import { DayTimeInput } from '#renderer/ui/date-input.tsx';

const hourMs = 3_600_000;
const lengths = { hour: hourMs, day: 24 * hourMs, days: 5 * 24 * hourMs } as const;

export interface Range {
  readonly preset: keyof typeof lengths | 'all' | 'between';
  /** Local time of this machine, as the pickers give it; '' : not given. */
  readonly since: string;
  readonly until: string;
}

export const isInOrder = ({ preset, since, until }: Range): boolean =>
  preset !== 'between' || (since !== '' && (until === '' || since < until));

/** The range in UTC. What is before now is reckoned by the service's clock, at the time of asking. */
export const requestOf = async ({ preset, since, until }: Range): Promise<SinceRequest> => {
  if (preset === 'between') {
    return {
      since: dayjs(since).toISOString(),
      ...(until === '' ? {} : { until: dayjs(until).toISOString() }),
    };
  }
  if (preset === 'all') return { since: new Date(0).toISOString() };
  const { now } = await api.get<ClockView>('/api/clock');
  return { since: new Date(Date.parse(now) - lengths[preset]).toISOString() };
};

/** From when on, and until when. */
export const TimeRange = ({ value, onChange }: { value: Range; onChange: (range: Range) => void }) => {
  const picker = (field: 'since' | 'until', label: string, placeholder: string) => (
    <DayTimeInput
      label={label}
      placeholder={placeholder}
      w={220}
      clearable={field === 'until'}
      value={value[field] === '' ? null : value[field]}
      onChange={(picked) => onChange({ ...value, [field]: picked ?? '' })}
    />
  );
  return (
    <Group gap="sm" align="flex-end">
      <Select
        label="Time"
        w={220}
        allowDeselect={false}
        data={[
          { value: 'hour', label: 'The last hour' },
          { value: 'day', label: 'The last 24 hours' },
          { value: 'days', label: 'The last 5 days' },
          { value: 'all', label: 'From the beginning' },
          { value: 'between', label: 'From … until …' },
        ]}
        value={value.preset}
        onChange={(preset) => onChange({ ...value, preset: (preset ?? 'day') as Range['preset'] })}
      />
      {value.preset === 'between' && (
        <>
          {picker('since', 'From', 'Day and time')}
          {picker('until', 'Until', 'Now')}
        </>
      )}
    </Group>
  );
};
