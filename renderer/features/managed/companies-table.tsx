import { Checkbox, Group, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { formatCount } from '#contract/format.ts';
import type { RunbookCompany } from '#contract/runbook.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { SearchField } from '#renderer/ui/search-field.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';

interface CompaniesTableProps {
  readonly companies: readonly RunbookCompany[];
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

/** Companies to choose from, found by a part of their ref or name. */
export const CompaniesTable = ({ companies, chosen, onChoose }: CompaniesTableProps) => {
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const shown = useMemo(
    () =>
      wanted === ''
        ? companies
        : companies.filter(({ ref, name }) => `${ref}\n${name}`.toLowerCase().includes(wanted)),
    [companies, wanted],
  );
  const inSight = shown.filter(({ ref }) => chosen.has(ref)).length;
  const chooseAll = (all: boolean): void => {
    const next = new Set(chosen);
    for (const { ref } of shown) {
      if (all) next.add(ref);
      else next.delete(ref);
    }
    onChoose(next);
  };
  const toggle = (ref: string): void => {
    const next = new Set(chosen);
    if (!next.delete(ref)) next.add(ref);
    onChoose(next);
  };
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Checkbox
          label={`Choose all ${shown.length === companies.length ? '' : 'found '}(${formatCount(shown.length, 'company', 'companies')})`}
          disabled={shown.length === 0}
          checked={shown.length > 0 && inSight === shown.length}
          indeterminate={inSight > 0 && inSight < shown.length}
          onChange={(event) => chooseAll(event.currentTarget.checked)}
        />
        <Group>
          <Text role="status">{formatCount(chosen.size, 'company', 'companies')} chosen</Text>
          <SearchField
            label="Find companies"
            placeholder="Ref or name"
            size="xs"
            words={search}
            onSearch={setSearch}
          />
        </Group>
      </Group>
      <DataTable
        label="Companies of the migration"
        rows={shown}
        columns={columnsOf(chosen, toggle)}
        rowId={({ ref }) => ref}
        height={360}
        minWidth={560}
      />
      {shown.length === 0 && (
        <Text c="dimmed">None. Choose another filter, or search for something else.</Text>
      )}
    </Stack>
  );
};

const columnsOf = (
  chosen: ReadonlySet<string>,
  toggle: (ref: string) => void,
): readonly TableColumn<RunbookCompany>[] => [
  {
    id: 'chosen',
    header: 'Chosen',
    width: 76,
    cell: ({ ref, name }) => (
      <Checkbox
        aria-label={`Choose ${ref}, ${name}`}
        checked={chosen.has(ref)}
        onChange={() => toggle(ref)}
      />
    ),
  },
  { id: 'ref', header: 'Ref', sortBy: ({ ref }) => ref, cell: ({ ref }) => ref, width: '20%' },
  { id: 'name', header: 'Company', sortBy: ({ name }) => name, cell: ({ name }) => name },
  {
    id: 'syncing',
    header: 'Syncing',
    width: '40%',
    sortBy: ({ disabled }) => (disabled === undefined ? 0 : 1),
    cell: ({ disabled }) =>
      disabled === undefined ? (
        <StatusBadge tone="attention">Not confirmed</StatusBadge>
      ) : (
        <Group gap={6}>
          <StatusBadge tone="good">Disabled</StatusBadge>
          <Text size="sm" c="dimmed" component="span">
            says {disabled.by}, <Instant at={disabled.at} />
          </Text>
        </Group>
      ),
  },
];
