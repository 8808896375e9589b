import { Button, Pill, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { dateTime } from '#renderer/lib/format.ts';
import { FilterSearch } from '#renderer/ui/filter-search.tsx';
import { TimeChoice } from '#renderer/ui/time-choice.tsx';
import { type FilterChanges, type Filters, methods, noFilters, typedFilters } from './filters.ts';

interface FilterBarProps {
  readonly filters: Filters;
  readonly onChange: (changes: FilterChanges) => void;
}

/** Filters of the log: what is typed, status, method, caller and time. */
export const FilterBar = ({ filters, onChange }: FilterBarProps) => (
  <>
    <FilterSearch
      flex="1 1 130px"
      miw={130}
      maw={320}
      group="Requests"
      label="Search requests"
      placeholder="Path, status, method or correlation id"
      onFilter={(typed) => onChange(typedFilters(typed))}
    />
    {filters.search !== undefined && (
      <Chip name="Path or id" value={filters.search} onRemove={() => onChange({ search: undefined })} />
    )}
    <Choice
      label="Status"
      width={112}
      any="Any status"
      value={filters.status}
      data={statusChoices(filters.status)}
      onPick={(status) => onChange({ status })}
    />
    <Choice
      label="Method"
      width={116}
      any="Any method"
      value={filters.method}
      data={methods.map((value) => ({ value, label: value }))}
      onPick={(method) => onChange({ method })}
    />
    <CallerFilter filters={filters} onChange={onChange} />
    <TimeChoice
      value={filters}
      width={(filters.since ?? filters.until) === undefined ? 108 : 190}
      setLabel={formatSpan(filters.since, filters.until)}
      onChange={onChange}
    />
    {Object.keys(filters).length > 0 && (
      <Button size="xs" variant="subtle" onClick={() => onChange(noFilters)}>
        Clear filters
      </Button>
    )}
  </>
);

const statusChoices = (chosen: string | undefined) => {
  const choices = [
    { value: '2xx', label: '2xx success' },
    { value: '4xx', label: '4xx refused' },
    { value: '5xx', label: '5xx failed' },
    { value: 'none', label: 'No response' },
  ];
  const isListed = chosen === undefined || choices.some(({ value }) => value === chosen);
  return isListed ? choices : [...choices, { value: chosen, label: chosen }];
};

interface ChoiceProps {
  readonly label: string;
  readonly width: number;
  /** Of no filter. */
  readonly any: string;
  readonly value: string | undefined;
  readonly data: readonly { readonly value: string; readonly label: string }[];
  readonly onPick: (value: string | undefined) => void;
}

const anyValue = '*';

const Choice = ({ label, width, any, value, data, onPick }: ChoiceProps) => (
  <Select
    size="xs"
    w={width}
    aria-label={label}
    allowDeselect={false}
    value={value ?? anyValue}
    data={[{ value: anyValue, label: any }, ...data]}
    onChange={(picked) => onPick(picked === null || picked === anyValue ? undefined : picked)}
  />
);

interface ChipProps {
  readonly name: string;
  readonly value: string;
  readonly onRemove: () => void;
}

const Chip = ({ name, value, onRemove }: ChipProps) => (
  <Pill
    maw={240}
    withRemoveButton
    removeButtonProps={{ 'aria-label': `Remove filter: ${name}`, 'aria-hidden': false, tabIndex: 0 }}
    onRemove={onRemove}
  >
    {name}: {value}
  </Pill>
);

/** A part of the user agent; requests of the runner are one of the callers. */
const CallerFilter = ({ filters: { caller, sentBy }, onChange }: FilterBarProps) => {
  const [typed, setTyped] = useState('');
  if (caller !== undefined || sentBy !== undefined) {
    return (
      <Chip
        name="Caller"
        value={caller ?? 'Carryover'}
        onRemove={() => onChange({ caller: undefined, sentBy: undefined })}
      />
    );
  }
  return (
    <TextInput
      size="xs"
      w={92}
      aria-label="Caller"
      placeholder="Caller"
      maxLength={200}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || typed.trim() === '') return;
        onChange({ caller: typed.trim() });
        setTyped('');
      }}
    />
  );
};

const formatSpan = (since: string | undefined, until: string | undefined): string =>
  [since && `From ${dateTime(since)}`, until && `${since ? 'to' : 'Until'} ${dateTime(until)}`]
    .filter(Boolean)
    .join(' ');
