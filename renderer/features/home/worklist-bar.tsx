import { Button, CloseButton, Kbd, Menu, TextInput } from '@mantine/core';
import { useDebouncedCallback, useElementSize } from '@mantine/hooks';
import {
  IconChevronDown,
  IconColumns3,
  IconDownload,
  IconFilter,
  IconPlus,
  IconSearch,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { CaseFilter, CaseGrouping } from '#contract/case-list.ts';
import { searchMaxLength } from '#contract/common.ts';
import { localTargetId } from '#contract/target.ts';
import { useTargets } from '#renderer/lib/lists.ts';
import { useOwnerChoices } from '#renderer/lib/people-names.ts';
import { useShortcuts } from '#renderer/lib/shortcuts.ts';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { chosenIn, type FilterField, filterFields, groupings, withoutField } from './filters.ts';
import type { WorklistState } from './use-worklist.ts';
import classes from './worklist.module.css';
import { worklistColumns } from './worklist-columns.tsx';
import { chooseColumns, useChosenColumns } from './worklist-store.ts';

interface WorklistBarProps {
  readonly list: WorklistState;
  readonly onExport: (format: 'csv' | 'case-files') => void;
  readonly exporting: boolean;
}

/** Search, filters, grouping, columns and export of the list. */
export const WorklistBar = ({ list, onExport, exporting }: WorklistBarProps) => {
  const { filter, setFilter } = list;
  const { ref, width } = useElementSize();
  const fields = useFields();
  const active = fields.filter((field) => chosenIn(field, filter) !== undefined);
  const rest = fields.filter((field) => !active.includes(field));
  const quick = width > 1080 ? rest.filter(({ id }) => id === 'owner' || id === 'waiting') : [];
  return (
    <div className={classes.toolbar} ref={ref}>
      <Search
        value={filter.query ?? ''}
        onSearch={(query) => setFilter((now) => withQueryText(now, query))}
      />
      <div className={classes.chips}>
        {active.map((field) => (
          <Chip key={field.id} field={field} filter={filter} onChange={setFilter} />
        ))}
        {quick.map((field) => (
          <FieldMenu key={field.id} field={field} onChange={setFilter}>
            <Button size="xs" variant="subtle" color="gray" leftSection={<IconPlus size={14} aria-hidden />}>
              {field.label}
            </Button>
          </FieldMenu>
        ))}
        <MoreFilters fields={rest} onChange={setFilter} />
      </div>
      <div className={classes.end}>
        <GroupMenu list={list} withLabel={width > 900} />
        <ColumnsMenu withLabel={width > 900} />
        <ExportMenu onExport={onExport} exporting={exporting} withLabel={width > 900} />
      </div>
    </div>
  );
};

const withQueryText = ({ query: _, ...filter }: CaseFilter, query: string): CaseFilter =>
  query.trim() === '' ? filter : { ...filter, query };

const useFields = (): readonly FilterField[] => {
  const { own, all } = useOwnerChoices();
  const targets = useTargets().data?.results ?? [{ id: localTargetId, name: 'Local service' }];
  return filterFields(
    all.filter((owner) => owner !== own),
    targets,
  );
};

const searchMs = 150;

/**
 * What is typed, searched once it rests. A search that comes back later than the next letter does not take that letter
 * away; a text that comes from elsewhere, such as a view, replaces what is typed.
 */
const useTyped = (value: string, onSearch: (text: string) => void) => {
  const [text, setText] = useState(value);
  const searched = useRef<readonly string[]>([]);
  const search = useDebouncedCallback((next: string) => {
    searched.current = [...searched.current, next.trim() === '' ? '' : next];
    onSearch(next);
  }, searchMs);
  useEffect(() => {
    const at = searched.current.lastIndexOf(value);
    searched.current = at < 0 ? [] : searched.current.slice(at);
    if (at < 0) setText(value);
  }, [value]);
  const change = (next: string): void => {
    setText(next);
    search(next);
  };
  return { text, change };
};

const Search = ({ value, onSearch }: { value: string; onSearch: (text: string) => void }) => {
  const input = useRef<HTMLInputElement>(null);
  const { text, change } = useTyped(value, onSearch);
  useShortcuts('Home', [{ label: 'Find cases', keys: '/', run: () => input.current?.select() }]);
  return (
    <TextInput
      ref={input}
      w={240}
      style={{ flexShrink: 1 }}
      miw={120}
      aria-label="Find cases"
      aria-keyshortcuts="/"
      placeholder="Case, integrator or client id"
      maxLength={searchMaxLength}
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={
        text === '' ? (
          <Kbd className={classes.key}>/</Kbd>
        ) : (
          <CloseButton size="sm" aria-label="Clear search" onClick={() => change('')} />
        )
      }
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' && event.key !== 'ArrowDown') return;
        event.preventDefault();
        if (event.key === 'Escape' && text !== '') change('');
        else document.querySelector<HTMLElement>('[role="table"] [data-index][tabindex="0"]')?.focus();
      }}
    />
  );
};

interface FieldProps {
  readonly field: FilterField;
  readonly onChange: (change: (now: CaseFilter) => CaseFilter) => void;
}

const FieldMenu = ({ field, onChange, children }: FieldProps & { children: React.ReactNode }) => (
  <Menu position="bottom-start">
    <Menu.Target>{children}</Menu.Target>
    <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
      <FieldOptions field={field} onChange={onChange} />
    </Menu.Dropdown>
  </Menu>
);

const FieldOptions = ({ field, onChange }: FieldProps) =>
  field.options.map(({ label, sets }) => (
    <Menu.Item key={label} onClick={() => onChange((now) => ({ ...withoutField(field, now), ...sets }))}>
      {label}
    </Menu.Item>
  ));

const Chip = ({ field, filter, onChange }: FieldProps & { filter: CaseFilter }) => {
  const value = chosenIn(field, filter);
  return (
    <span className={classes.chip}>
      <FieldMenu field={field} onChange={onChange}>
        <button type="button" className={classes.sort} aria-label={`${field.label}: ${value}. Change`}>
          {field.label} <b>{value}</b>
        </button>
      </FieldMenu>
      <CloseButton
        size="xs"
        aria-label={`Remove filter ${field.label}`}
        onClick={() => onChange((now) => withoutField(field, now))}
      />
    </span>
  );
};

const MoreFilters = ({ fields, onChange }: Omit<FieldProps, 'field'> & { fields: readonly FilterField[] }) =>
  fields.length === 0 ? undefined : (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button size="xs" variant="subtle" color="gray" leftSection={<IconFilter size={14} aria-hidden />}>
          Filter
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
        {fields.map((field) => (
          <div key={field.id}>
            <Menu.Label>{field.label}</Menu.Label>
            <FieldOptions field={field} onChange={onChange} />
          </div>
        ))}
      </Menu.Dropdown>
    </Menu>
  );

const GroupMenu = ({ list: { group, setGroup }, withLabel }: { list: WorklistState; withLabel: boolean }) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <Button
        size="xs"
        variant="subtle"
        color="gray"
        rightSection={<IconChevronDown size={14} aria-hidden />}
        aria-label={`Group ${group === undefined ? 'None' : groupings[group]}`}
      >
        {withLabel && 'Group '}
        {group === undefined ? 'None' : groupings[group]}
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {(Object.keys(groupings) as CaseGrouping[]).map((one) => (
        <Menu.Item key={one} onClick={() => setGroup(one)}>
          {groupings[one]}
        </Menu.Item>
      ))}
      <Menu.Item onClick={() => setGroup(undefined)}>None</Menu.Item>
    </Menu.Dropdown>
  </Menu>
);

const ColumnsMenu = ({ withLabel }: { withLabel: boolean }) => {
  const chosen = useChosenColumns();
  const shown = new Set(chosen ?? worklistColumns.filter(({ atFirst }) => atFirst).map(({ id }) => id));
  const toggle = (id: string): void => {
    const next = worklistColumns.filter((one) => (one.id === id ? !shown.has(id) : shown.has(one.id)));
    chooseColumns(next.map((one) => one.id));
  };
  const reset = (): void => {
    chooseColumns(undefined);
    notifyDone('Columns reset.', () => chooseColumns(chosen));
  };
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          aria-label="Columns"
          leftSection={<IconColumns3 size={14} aria-hidden />}
        >
          {withLabel && 'Columns'}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {worklistColumns
          .filter(({ id }) => id !== 'name')
          .map(({ id, header }) => (
            <Menu.CheckboxItem key={id} checked={shown.has(id)} onChange={() => toggle(id)}>
              {header}
            </Menu.CheckboxItem>
          ))}
        <Menu.Divider />
        <Menu.Item onClick={reset}>Reset columns</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};

interface ExportMenuProps extends Omit<WorklistBarProps, 'list'> {
  readonly withLabel: boolean;
}

const ExportMenu = ({ onExport, exporting, withLabel }: ExportMenuProps) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <Button
        size="xs"
        variant="subtle"
        color="gray"
        aria-label="Export"
        loading={exporting}
        leftSection={<IconDownload size={14} aria-hidden />}
      >
        {withLabel && 'Export'}
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item onClick={() => onExport('csv')}>List as CSV</Menu.Item>
      <Menu.Item onClick={() => onExport('case-files')}>Case files (zip)</Menu.Item>
    </Menu.Dropdown>
  </Menu>
);
