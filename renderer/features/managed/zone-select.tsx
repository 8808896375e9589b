import { Select, type SelectProps } from '@mantine/core';

const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].filter(
  (zone) => zone === 'UTC' || zone.includes('/'),
);

/** Of this machine. */
export const ownZone = (): string => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zones.includes(zone) ? zone : 'UTC';
};

type ZoneSelectProps = Pick<SelectProps, 'label' | 'description' | 'clearable'> & {
  readonly value: string | null;
  readonly onChange: (zone: string | null) => void;
};

/** One of the world's time zones, found by typing a part of its name. */
export const ZoneSelect = (props: ZoneSelectProps) => (
  <Select
    {...props}
    data={zones}
    searchable
    limit={60}
    allowDeselect={props.clearable ?? false}
    nothingFoundMessage="No time zone of this name."
    placeholder="Such as Europe/Berlin"
    filter={({ options, search }) => {
      const wanted = search.trim().toLowerCase().replaceAll(' ', '_');
      return options.filter((option) => 'label' in option && option.label.toLowerCase().includes(wanted));
    }}
  />
);
