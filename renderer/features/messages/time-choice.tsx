import { Select } from '@mantine/core';
import type { ClockView } from '#contract/clock.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { notifyFailed } from '#renderer/ui/notify.tsx';
import type { FilterChanges, Filters } from './filters.ts';

const hourMs = 3_600_000;
const lengths: Readonly<Record<string, number>> = {
  hour: hourMs,
  day: 24 * hourMs,
  week: 7 * 24 * hourMs,
};

interface TimeChoiceProps {
  readonly filters: Filters;
  readonly onChange: (changes: FilterChanges) => void;
}

/** The last hour, day or week by the service's clock; other times are filters of their own. */
export const TimeChoice = ({ filters: { since, until }, onChange }: TimeChoiceProps) => {
  const choose = useApiMutation(
    async (choice: string) => {
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
      w={128}
      aria-label="Time range"
      allowDeselect={false}
      value={isSet ? 'set' : 'all'}
      data={[
        { value: 'all', label: 'All time' },
        { value: 'hour', label: 'Last hour' },
        { value: 'day', label: 'Last 24 h' },
        { value: 'week', label: 'Last 7 days' },
        ...(isSet ? [{ value: 'set', label: 'Chosen time' }] : []),
      ]}
      onChange={(choice) => choice !== null && choice !== 'set' && choose.mutate(choice)}
    />
  );
};
