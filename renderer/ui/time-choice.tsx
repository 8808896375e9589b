import { Select } from '@mantine/core';
import type { ClockView } from '#contract/clock.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { notifyFailed } from './notify.tsx';

const hourMs = 3_600_000;
const lengths: Readonly<Record<string, number>> = {
  hour: hourMs,
  day: 24 * hourMs,
  week: 7 * 24 * hourMs,
};

/** UTC, `until` exclusive; undefined: open. */
export interface TimeSpan {
  readonly since: string | undefined;
  readonly until: string | undefined;
}

interface TimeChoiceProps {
  readonly value: Partial<TimeSpan>;
  /** What a span is called that is set already. */
  readonly setLabel: string;
  readonly width: number;
  readonly onChange: (span: TimeSpan) => void;
}

/** The last hour, day or week by the service's clock. */
export const TimeChoice = ({ value: { since, until }, setLabel, width, onChange }: TimeChoiceProps) => {
  const choose = useApiMutation(
    async (choice: string): Promise<TimeSpan> => {
      const lengthMs = lengths[choice];
      if (lengthMs === undefined) return { since: undefined, until: undefined };
      const { now } = await api.get<ClockView>('/api/clock');
      return { since: new Date(Date.parse(now) - lengthMs).toISOString(), until: undefined };
    },
    { onSuccess: onChange, onError: (error) => notifyFailed('Time not read', error) },
  );
  const isSet = since !== undefined || until !== undefined;
  return (
    <Select
      size="xs"
      w={width}
      aria-label="Time range"
      allowDeselect={false}
      value={isSet ? 'set' : 'all'}
      data={[
        { value: 'all', label: 'All time' },
        { value: 'hour', label: 'Last hour' },
        { value: 'day', label: 'Last 24 h' },
        { value: 'week', label: 'Last 7 days' },
        ...(isSet ? [{ value: 'set', label: setLabel }] : []),
      ]}
      onChange={(choice) => choice !== null && choice !== 'set' && choose.mutate(choice)}
    />
  );
};
