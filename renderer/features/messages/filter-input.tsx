import { Button, Group, Select, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { searchMaxLength } from '#contract/common.ts';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { eventTypes } from '#contract/events.ts';
import { deliveryTriggers, statusFilters } from '#contract/message-query.ts';
import { triggerLabels } from '#renderer/lib/delivery-labels.ts';
import { zoneName } from '#renderer/lib/format.ts';
import { utcOf } from '#renderer/lib/picked-time.ts';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { DayTimeInput } from '#renderer/ui/date-input.tsx';
import { filterLabels, statusLabels } from './filter-labels.ts';
import type { FilterName } from './filters.ts';

interface FilterInputProps {
  readonly name: FilterName;
  readonly endpoints: readonly EndpointDetail[];
  /** Why there are none to choose. */
  readonly endpointsUnread: string | undefined;
  /** undefined: cancelled. */
  readonly onPick: (value: string | undefined) => void;
}

/** Asks for the value of one filter. */
export const FilterInput = (props: FilterInputProps) => {
  if (props.name === 'since' || props.name === 'until') return <TimeFilter {...props} />;
  const hint = textHints[props.name];
  return hint === undefined ? <ChoiceFilter {...props} /> : <TextFilter {...props} hint={hint} />;
};

/** Filters whose value is typed. */
const textHints: Partial<Readonly<Record<FilterName, string>>> = {
  text: 'Words of the payload',
  code: 'Status code or error, such as 503, 5xx, Timeout',
  company: 'Company name or id',
  id: 'Id of a message, event or anything in the payload',
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
        w={240}
        placeholder={`Day and time (${zoneName()})`}
        description={null}
        onChange={setPicked}
      />
      <Blockable blocked={picked ? undefined : 'Pick a time first.'}>
        <Button size="xs" onClick={() => picked && onPick(utcOf(picked))}>
          Add filter
        </Button>
      </Blockable>
      <Cancel onPick={onPick} />
      {!picked && (
        <Text size="sm" c="dimmed">
          Pick a time first.
        </Text>
      )}
    </Group>
  );
};

const TextFilter = ({ name, hint, onPick }: FilterInputProps & { readonly hint: string }) => {
  const [text, setText] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onPick(text.trim() || undefined);
      }}
    >
      <Group gap={4}>
        <TextInput
          size="xs"
          autoFocus
          aria-label={filterLabels[name]}
          w={320}
          placeholder={hint}
          maxLength={searchMaxLength}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={cancelOnEscape({ onPick })}
        />
        <Cancel onPick={onPick} />
      </Group>
    </form>
  );
};

const ChoiceFilter = ({ name, endpoints, endpointsUnread, onPick }: FilterInputProps) => (
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
    nothingFoundMessage={(name === 'endpoint' ? endpointsUnread : undefined) ?? 'No results'}
  />
);

const optionsOf = (name: FilterName, endpoints: readonly EndpointDetail[]) => {
  if (name === 'status') {
    return statusFilters.map((value) => ({ value, label: statusLabels[value] }));
  }
  if (name === 'trigger') return deliveryTriggers.map((value) => ({ value, label: triggerLabels[value] }));
  if (name === 'edited')
    return [
      { value: 'true', label: 'Edited payload' },
      { value: 'false', label: 'Original payload' },
    ];
  return name === 'eventType' ? [...eventTypes] : endpoints.map(({ id, url }) => ({ value: id, label: url }));
};
