import { Group, Stack, Text } from '@mantine/core';
import type { RunbookCompany } from '#contract/runbook.ts';
import type { RowSelection } from '#renderer/lib/use-selection.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { SearchField } from '#renderer/ui/search-field.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { companies as formatCompanies } from './not-migrated.ts';

interface CompaniesTableProps {
  /** Those that the search found. */
  readonly companies: readonly RunbookCompany[];
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly selection: RowSelection;
}

/** Companies to select from, found by reference or name. */
export const CompaniesTable = ({ companies, search, onSearch, selection }: CompaniesTableProps) => (
  <Stack gap="xs">
    <Group justify="space-between">
      <Text c="dimmed" role="status">
        {formatCompanies(companies.length)}
      </Text>
      <SearchField
        label="Find companies"
        placeholder="Reference or name"
        size="xs"
        value={search}
        onSearch={onSearch}
      />
    </Group>
    <DataTable
      label="Companies of the migration"
      rows={companies}
      columns={columns}
      rowId={({ ref }) => ref}
      rowName={({ ref, name }) => `${ref}, ${name}`}
      selection={selection}
      height={360}
      minWidth={560}
    />
    {companies.length === 0 && <Text c="dimmed">No matching companies</Text>}
  </Stack>
);

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
