import { Checkbox, Group, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { formatNumber } from '#contract/format.ts';
import type { RunbookCompany } from '#contract/runbook.ts';
import { blockedField } from '#renderer/ui/blockable.tsx';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { SearchField } from '#renderer/ui/search-field.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { companies as formatCompanies } from './not-migrated.ts';
import { selectColumn } from './select-column.tsx';

interface CompaniesTableProps {
  readonly companies: readonly RunbookCompany[];
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
}

/** Companies to select from, found by reference or name. */
export const CompaniesTable = ({ companies, selected, onSelect }: CompaniesTableProps) => {
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const shown = useMemo(
    () => companies.filter(({ ref, name }) => `${ref}\n${name}`.toLowerCase().includes(wanted)),
    [companies, wanted],
  );
  const shownRefs = new Set(shown.map(({ ref }) => ref));
  const selectedHere = selected.intersection(shownRefs).size;
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Checkbox
          label={`Select all ${wanted === '' ? '' : 'found '}(${formatCompanies(shown.length)})`}
          {...blockedField(shown.length === 0 ? 'No company is shown.' : undefined)}
          checked={shown.length > 0 && selectedHere === shown.length}
          indeterminate={selectedHere > 0 && selectedHere < shown.length}
          onChange={(event) =>
            onSelect(event.currentTarget.checked ? selected.union(shownRefs) : selected.difference(shownRefs))
          }
        />
        <Group>
          <Text role="status">{formatNumber(selected.size)} selected</Text>
          <SearchField
            label="Find companies"
            placeholder="Reference or name"
            size="xs"
            value={search}
            onSearch={setSearch}
          />
        </Group>
      </Group>
      <DataTable
        label="Companies of the migration"
        rows={shown}
        columns={[
          selectColumn<RunbookCompany, string>(
            selected,
            onSelect,
            ({ ref }) => ref,
            ({ ref, name }) => `${ref}, ${name}`,
          ),
          ...columns,
        ]}
        rowId={({ ref }) => ref}
        height={360}
        minWidth={560}
      />
      {shown.length === 0 && <Text c="dimmed">No matching companies</Text>}
    </Stack>
  );
};

const columns: readonly TableColumn<RunbookCompany>[] = [
  { header: 'Reference', sortBy: ({ ref }) => ref, width: '20%' },
  { header: 'Company', sortBy: ({ name }) => name },
  {
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
            {disabled.by}, <Instant at={disabled.at} />
          </Text>
        </Group>
      ),
  },
];
