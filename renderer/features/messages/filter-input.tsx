import { Button, Group, Select, Text, TextInput, VisuallyHidden } from '@mantine/core';
import dayjs from 'dayjs';
import { useState } from 'react';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { eventTypes } from '#contract/events.ts';
import { deliveryStatuses } from '#contract/message.ts';
import { deliveryLabels } from '#renderer/lib/delivery-labels.ts';
import { DayTimeInput } from '#renderer/ui/date-input.tsx';
import type { FilterName } from './filters.ts';

export const filterLabels: Readonly<Record<FilterName, string>> = {
  status: 'Status',
  eventType: 'Event type',
  endpoint: 'Endpoint',
  company: 'Company',
  since: 'From',
  until: 'Before',
};

interface FilterInputProps {
  readonly name: FilterName;
  readonly endpoints: readonly EndpointDetail[];
  /** undefined: cancelled. */
  readonly onPick: (value: string | undefined) => void;
}

/** Asks for the value of one filter. */
export const FilterInput = (props: FilterInputProps) => {
  if (props.name === 'since' || props.name === 'until') return <TimeFilter {...props} />;
  return props.name === 'company' ? <CompanyFilter {...props} /> : <ChoiceFilter {...props} />;
};

const Cancel = ({ onPick }: Pick<FilterInputProps, 'onPick'>) => (
  <Button size="xs" variant="subtle" onClick={() => onPick(undefined)}>
    Cancel
  </Button>
);

const cancelOnEscape =
  ({ onPick }: Pick<FilterInputProps, 'onPick'>) =>
  ({ key }: { readonly key: string }): void => {
    if (key === 'Escape') onPick(undefined);
  };

const TimeFilter = ({ name, onPick }: FilterInputProps) => {
  const [picked, setPicked] = useState<string | null>(null);
  return (
    <Group gap={4}>
      <DayTimeInput
        size="xs"
        autoFocus
        label={<VisuallyHidden>{filterLabels[name]}</VisuallyHidden>}
        w={200}
        placeholder="Day and time"
        onChange={setPicked}
      />
      <Button size="xs" disabled={!picked} onClick={() => onPick(dayjs(picked).toISOString())}>
        Add filter
      </Button>
      <Cancel onPick={onPick} />
      {!picked && (
        <Text size="sm" c="dimmed">
          Pick a time first.
        </Text>
      )}
    </Group>
  );
};

const CompanyFilter = ({ onPick }: FilterInputProps) => {
  const [id, setId] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onPick(id.trim() || undefined);
      }}
    >
      <Group gap={4}>
        <TextInput
          size="xs"
          autoFocus
          aria-label={filterLabels.company}
          w={320}
          placeholder="Company id (UUID)"
          pattern="[0-9a-fA-F-]{36}"
          title="A UUID"
          value={id}
          onChange={(event) => setId(event.currentTarget.value)}
          onKeyDown={cancelOnEscape({ onPick })}
        />
        <Cancel onPick={onPick} />
      </Group>
    </form>
  );
};

const ChoiceFilter = ({ name, endpoints, onPick }: FilterInputProps) => (
  <Select
    size="xs"
    autoFocus
    aria-label={filterLabels[name]}
    w={320}
    searchable
    defaultDropdownOpened
    placeholder={filterLabels[name]}
    data={optionsOf(name, endpoints)}
    onChange={(value) => onPick(value ?? undefined)}
    onKeyDown={cancelOnEscape({ onPick })}
    onBlur={() => onPick(undefined)}
    nothingFoundMessage="No results"
  />
);

const optionsOf = (name: FilterName, endpoints: readonly EndpointDetail[]) => {
  if (name === 'status') {
    return deliveryStatuses.map((value) => ({ value, label: deliveryLabels[value].label }));
  }
  return name === 'eventType' ? [...eventTypes] : endpoints.map(({ id, url }) => ({ value: id, label: url }));
};
