import { Button, Kbd, Pill, Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { ClockView } from '#contract/clock.ts';
import { searchMaxLength } from '#contract/common.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { dateTime } from '#renderer/lib/format.ts';
import { useShortcuts } from '#renderer/lib/shortcuts.ts';
import { notifyFailed } from '#renderer/ui/notify.tsx';
import { type FilterChanges, type Filters, methods, noFilters, typedFilters } from './filters.ts';

interface FilterBarProps {
  readonly filters: Filters;
  readonly onChange: (changes: FilterChanges) => void;
}

/** Filters of the log: what is typed, status, method, caller and time. */
export const FilterBar = ({ filters, onChange }: FilterBarProps) => (
  <>
    <SearchBox onChange={onChange} />
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
    <TimeChoice filters={filters} onChange={onChange} />
    {Object.keys(filters).length > 0 && (
      <Button size="xs" variant="subtle" onClick={() => onChange(noFilters)}>
        Clear filters
      </Button>
    )}
  </>
);

const SearchBox = ({ onChange }: Pick<FilterBarProps, 'onChange'>) => {
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useShortcuts('Requests', [{ label: 'Search requests', keys: '/', run: () => input.current?.focus() }]);
  return (
    <TextInput
      ref={input}
      size="xs"
      flex="1 1 130px"
      miw={130}
      maw={320}
      aria-label="Search requests"
      placeholder="Path, status, method or correlation id"
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={typed === '' && <Kbd size="xs">/</Kbd>}
      maxLength={searchMaxLength}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && typed.trim() !== '') {
          onChange(typedFilters(typed));
          setTyped('');
        } else if (event.key === 'ArrowDown') focusRows();
        else if (event.key === 'Escape') setTyped('');
        else return;
        event.preventDefault();
      }}
    />
  );
};

const focusRows = (): void =>
  document.querySelector<HTMLElement>('[data-testid="log-rows"] [role="row"]')?.focus();

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

const hourMs = 3_600_000;
const lengths: Readonly<Record<string, number>> = { hour: hourMs, day: 24 * hourMs, week: 168 * hourMs };

/** The last hour, day or week by the service's clock. */
const TimeChoice = ({ filters: { since, until }, onChange }: FilterBarProps) => {
  const choose = useApiMutation(
    async (choice: string) => {
      const lengthMs = lengths[choice];
      if (lengthMs === undefined) return { since: undefined, until: undefined };
      const { now } = await api.get<ClockView>('/api/clock');
      return { since: new Date(Date.parse(now) - lengthMs).toISOString(), until: undefined };
    },
    { onSuccess: onChange, onError: (error) => notifyFailed('Time not read', error) },
  );
  const isSet = since !== undefined || until !== undefined;
  return (
    <Select
      size="xs"
      w={isSet ? 190 : 108}
      aria-label="Time range"
      allowDeselect={false}
      value={isSet ? 'set' : 'all'}
      data={[
        { value: 'all', label: 'All time' },
        { value: 'hour', label: 'Last hour' },
        { value: 'day', label: 'Last 24 h' },
        { value: 'week', label: 'Last 7 days' },
        ...(isSet ? [{ value: 'set', label: formatSpan(since, until) }] : []),
      ]}
      onChange={(choice) => choice !== null && choice !== 'set' && choose.mutate(choice)}
    />
  );
};

const formatSpan = (since: string | undefined, until: string | undefined): string =>
  [since && `From ${dateTime(since)}`, until && `${since ? 'to' : 'Until'} ${dateTime(until)}`]
    .filter(Boolean)
    .join(' ');
