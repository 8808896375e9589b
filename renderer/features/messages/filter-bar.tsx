import { Button, Group, Menu, Pill } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useState } from 'react';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { eventTypes } from '#contract/events.ts';
import type { DeliveryTrigger, StatusFilter } from '#contract/message-query.ts';
import { triggerLabels } from '#renderer/lib/delivery-labels.ts';
import { dateTime } from '#renderer/lib/format.ts';
import { useEndpoints } from '#renderer/lib/lists.ts';
import { unreadText } from '#renderer/lib/unread-text.ts';
import { FilterSearch } from '#renderer/ui/filter-search.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { TimeChoice } from '#renderer/ui/time-choice.tsx';
import { FilterInput } from './filter-input.tsx';
import { filterLabels, statusLabels } from './filter-labels.ts';
import { type FilterChanges, type FilterName, type Filters, filterNames, noFilters } from './filters.ts';
import { typedFilter } from './typed-filter.ts';

interface FilterBarProps {
  readonly filters: Filters;
  readonly onChange: (changes: FilterChanges) => void;
}

/** The filters as chips; each can be removed, and more added. */
export const FilterBar = ({ filters, onChange }: FilterBarProps) => {
  const [adding, setAdding] = useState<FilterName>();
  const query = useEndpoints();
  const endpoints = query.data?.results ?? [];
  const set = filterNames.filter((name) => filters[name] !== undefined);
  return (
    <Group gap="xs" py={6} flex={1}>
      <FilterSearch
        flex="1 1 260px"
        miw={200}
        maw={520}
        group="Messages"
        label="Search messages"
        placeholder="Payload text, status, code, company: name, type or id"
        onFilter={(typed) => onChange(typedFilter(typed, { endpoints, eventTypes }, filters.text))}
        onRemoveLast={() => {
          const last = set.at(-1);
          if (last !== undefined) onChange({ [last]: undefined });
        }}
      />
      {set.map((name) => (
        <Pill
          key={name}
          withRemoveButton
          removeButtonProps={{
            'aria-label': `Remove filter: ${filterLabels[name]}`,
            'aria-hidden': false,
            tabIndex: 0,
          }}
          onRemove={() => onChange({ [name]: undefined })}
        >
          {filterLabels[name]}: {formatFilter(name, filters[name] ?? '', endpoints)}
        </Pill>
      ))}
      {adding === undefined ? (
        <AddFilter onAdd={setAdding} />
      ) : (
        <FilterInput
          key={adding}
          name={adding}
          endpoints={endpoints}
          endpointsUnread={unreadText(query, 'Endpoints')}
          onPick={(value) => {
            if (value !== undefined) onChange({ [adding]: value });
            setAdding(undefined);
          }}
        />
      )}
      <TimeChoice value={filters} width={128} setLabel="Chosen time" onChange={onChange} />
      {set.length > 1 && (
        <Button size="xs" variant="subtle" onClick={() => onChange(noFilters)}>
          Clear filters
        </Button>
      )}
    </Group>
  );
};

const AddFilter = ({ onAdd }: { readonly onAdd: (name: FilterName) => void }) => (
  <Menu position="bottom-start" withinPortal>
    <Menu.Target>
      <SmallButton icon={IconFilter}>Add filter</SmallButton>
    </Menu.Target>
    <Menu.Dropdown>
      {filterNames.map((name) => (
        <Menu.Item key={name} onClick={() => onAdd(name)}>
          {filterLabels[name]}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
);

const formatFilter = (name: FilterName, value: string, endpoints: readonly EndpointDetail[]): string => {
  if (name === 'since' || name === 'until') return dateTime(value);
  if (name === 'endpoint') return endpoints.find(({ id }) => id === value)?.url ?? value;
  if (name === 'trigger') return triggerLabels[value as DeliveryTrigger] ?? value;
  if (name === 'edited') return value === 'true' ? 'yes' : 'no';
  return name === 'status' ? statusLabels[value as StatusFilter] : value;
};
