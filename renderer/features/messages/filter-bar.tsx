import { Button, Group, Menu, Pill, Select, TextInput, VisuallyHidden } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import dayjs from 'dayjs';
import { useState } from 'react';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { eventTypes } from '#contract/events.ts';
import { deliveryStatuses } from '#contract/message.ts';
import { dateTime } from '#renderer/lib/format.ts';
import { useEndpoints } from '#renderer/lib/lists.ts';
import { DayTimeInput } from '#renderer/ui/date-input.tsx';
import type { FilterName, Filters } from './filters.ts';

interface FilterBarProps {
  readonly filters: Filters;
  readonly onChange: (change: Partial<Record<FilterName, string | undefined>>) => void;
}

const labels: Readonly<Record<FilterName, string>> = {
  status: 'Status',
  eventType: 'Event type',
  endpoint: 'Endpoint',
  company: 'Company',
  since: 'From',
  until: 'Before',
};
const order: readonly FilterName[] = ['status', 'eventType', 'endpoint', 'company', 'since', 'until'];

/** What the log is narrowed down to, as chips; each can be taken away, and more added. */
export const FilterBar = ({ filters, onChange }: FilterBarProps) => {
  const [adding, setAdding] = useState<FilterName>();
  const endpoints = useEndpoints().data?.results ?? [];
  const set = order.filter((name) => filters[name] !== undefined);
  return (
    <Group gap="xs" mb="sm" mih={36}>
      {set.map((name) => (
        <Pill
          key={name}
          size="lg"
          withRemoveButton
          removeButtonProps={{
            'aria-label': `Show every ${labels[name].toLowerCase()}`,
            'aria-hidden': false,
            tabIndex: 0,
          }}
          onRemove={() => onChange({ [name]: undefined })}
        >
          {labels[name]}: {shown(name, filters[name] ?? '', endpoints)}
        </Pill>
      ))}
      {adding === undefined ? (
        <Menu position="bottom-start" withinPortal>
          <Menu.Target>
            <Button size="xs" variant="default" leftSection={<IconFilter size={14} aria-hidden />}>
              Add a filter
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {order.map((name) => (
              <Menu.Item key={name} onClick={() => setAdding(name)}>
                {labels[name]}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : (
        <FilterInput
          key={adding}
          name={adding}
          endpoints={endpoints}
          onPick={(value) => {
            if (value !== undefined) onChange({ [adding]: value });
            setAdding(undefined);
          }}
        />
      )}
      {set.length > 1 && (
        <Button
          size="xs"
          variant="subtle"
          onClick={() => onChange(Object.fromEntries(order.map((name) => [name, undefined])))}
        >
          Show all messages
        </Button>
      )}
    </Group>
  );
};

const shown = (name: FilterName, value: string, endpoints: readonly EndpointDetail[]): string => {
  if (name === 'since' || name === 'until') return dateTime(value);
  if (name === 'endpoint') return endpoints.find(({ id }) => id === value)?.url ?? value;
  return value;
};

interface FilterInputProps {
  readonly name: FilterName;
  readonly endpoints: readonly EndpointDetail[];
  /** undefined: thought better of it. */
  readonly onPick: (value: string | undefined) => void;
}

const FilterInput = ({ name, endpoints, onPick }: FilterInputProps) => {
  const [text, setText] = useState('');
  const common = { size: 'xs', 'aria-label': labels[name], autoFocus: true } as const;
  const onKeyDown = (event: { key: string }): void => {
    if (event.key === 'Escape') onPick(undefined);
  };
  if (name === 'since' || name === 'until') {
    return (
      <Group gap={4}>
        <DayTimeInput
          size="xs"
          autoFocus
          label={<VisuallyHidden>{labels[name]}</VisuallyHidden>}
          w={200}
          placeholder="Day and time"
          onChange={(value) => setText(value ?? '')}
        />
        <Button size="xs" disabled={text === ''} onClick={() => onPick(dayjs(text).toISOString())}>
          Filter
        </Button>
        <Button size="xs" variant="subtle" onClick={() => onPick(undefined)}>
          Cancel
        </Button>
      </Group>
    );
  }
  if (name === 'company') {
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onPick(text.trim() === '' ? undefined : text.trim());
        }}
      >
        <Group gap={4}>
          <TextInput
            {...common}
            w={320}
            placeholder="Company id, then Enter"
            pattern="[0-9a-fA-F-]{36}"
            title="A UUID"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
          <Button size="xs" variant="subtle" onClick={() => onPick(undefined)}>
            Cancel
          </Button>
        </Group>
      </form>
    );
  }
  return (
    <Select
      {...common}
      w={320}
      searchable
      defaultDropdownOpened
      placeholder={labels[name]}
      data={optionsOf(name, endpoints)}
      onChange={(value) => onPick(value ?? undefined)}
      onKeyDown={onKeyDown}
      onBlur={() => onPick(undefined)}
      nothingFoundMessage={name === 'endpoint' ? 'There is no such endpoint' : 'None'}
    />
  );
};

const optionsOf = (name: FilterName, endpoints: readonly EndpointDetail[]) => {
  if (name === 'status') return [...deliveryStatuses];
  if (name === 'eventType') return [...eventTypes];
  return endpoints.map(({ id, url }) => ({ value: id, label: url }));
};
