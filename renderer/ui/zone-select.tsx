import { Select, type SelectProps } from '@mantine/core';
import { zones } from '#renderer/lib/zones.ts';

/** A time zone, found by a part of its name. */
export const ZoneSelect = (props: SelectProps) => (
  <Select
    {...props}
    data={zones()}
    searchable
    limit={60}
    allowDeselect={props.clearable ?? false}
    nothingFoundMessage="No matching time zone"
    placeholder="Such as Europe/Berlin"
    filter={({ options, search }) => {
      const wanted = search.trim().toLowerCase().replaceAll(' ', '_');
      return options.filter((option) => 'label' in option && option.label.toLowerCase().includes(wanted));
    }}
  />
);
