import { Button, Group, MultiSelect, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { eventTypes } from '#contract/events.ts';
import { groupedEventTypes, isWrite } from '#renderer/features/endpoints/endpoint-labels.ts';

interface EventTypesFieldProps {
  readonly value?: readonly string[];
  readonly onChange: (value: string[]) => void;
  readonly error?: ReactNode;
}

const options = groupedEventTypes(eventTypes);
const withoutWrites = eventTypes.filter((type) => !isWrite(type));

/** Event types that an endpoint subscribes to: at least one. */
export const EventTypesField = ({ value = [], onChange, error }: EventTypesFieldProps) => (
  <Stack gap={6}>
    <MultiSelect
      label="Event types"
      required
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear: Event types' }}
      hidePickedOptions
      maxDropdownHeight={260}
      styles={{ pillsList: { maxHeight: 104, overflow: 'auto' } }}
      nothingFoundMessage="No results"
      data={options}
      value={[...value]}
      onChange={onChange}
      error={error}
    />
    <Group gap="xs">
      <Button size="compact-xs" variant="light" onClick={() => onChange(withoutWrites)}>
        All except writes ({withoutWrites.length})
      </Button>
      <Button size="compact-xs" variant="light" onClick={() => onChange([...eventTypes])}>
        All ({eventTypes.length})
      </Button>
    </Group>
  </Stack>
);
