import { Select, type SelectProps } from '@mantine/core';

const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].filter(
  (zone) => zone === 'UTC' || zone.includes('/'),
);

/** The time zone of this machine. */
export const ownZone = (): string => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zones.includes(zone) ? zone : 'UTC';
};

/** A time zone, found by a part of its name. */
export const ZoneSelect = (props: SelectProps) => (
  <Select
    {...props}
    data={zones}
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
