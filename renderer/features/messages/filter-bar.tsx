import { Button, Group, Menu, Pill } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useState } from 'react';
import type { EndpointDetail } from '#contract/endpoint.ts';
import type { DeliveryStatus } from '#contract/message.ts';
import { deliveryLabels } from '#renderer/lib/delivery-labels.ts';
import { dateTime } from '#renderer/lib/format.ts';
import { useEndpoints } from '#renderer/lib/lists.ts';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { FilterInput, filterLabels } from './filter-input.tsx';
import { type FilterChanges, type FilterName, type Filters, filterNames, noFilters } from './filters.ts';

interface FilterBarProps {
  readonly filters: Filters;
  readonly onChange: (changes: FilterChanges) => void;
}

/** The filters as chips; each can be removed, and more added. */
export const FilterBar = ({ filters, onChange }: FilterBarProps) => {
  const [adding, setAdding] = useState<FilterName>();
  const endpoints = useEndpoints().data?.results ?? [];
  const set = filterNames.filter((name) => filters[name] !== undefined);
  return (
    <Group gap="xs" py={6}>
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
          onPick={(value) => {
            if (value !== undefined) onChange({ [adding]: value });
            setAdding(undefined);
          }}
        />
      )}
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
  return name === 'status' ? deliveryLabels[value as DeliveryStatus].label : value;
};
