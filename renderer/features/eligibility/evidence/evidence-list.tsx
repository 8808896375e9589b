import { Stack, Text } from '@mantine/core';
import { IconFileSearch } from '@tabler/icons-react';
import { useState } from 'react';
import type { EligibilityView } from '#contract/eligibility.ts';
import { collectorNames } from '#renderer/features/eligibility/words.ts';
import { number } from '#renderer/lib/format.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { EvidenceDrawer } from './evidence-drawer.tsx';
import { readWords } from './read-words.ts';

type Item = EligibilityView['evidence'][number];

/** Everything that was read for the case, the newest first. */
export const EvidenceList = ({ view }: { view: EligibilityView }) => {
  const [opened, setOpened] = useState<string>();
  if (view.evidence.length === 0) {
    return (
      <Empty
        icon={<IconFileSearch aria-hidden />}
        title="Nothing was read yet"
        text="Drop the integrator's source code or a traffic log on this window, or start a check."
      />
    );
  }
  const inForce = new Set(view.verdict.rows.flatMap(({ evidence }) => evidence));
  const rows = view.evidence.toSorted((a, b) => b.at.localeCompare(a.at));
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        What is read again supersedes what was read of the same before. All of it stays on record.
      </Text>
      <DataTable
        label="Evidence"
        rows={rows}
        rowId={({ id }) => id}
        columns={columnsFor(inForce)}
        onOpen={({ id }) => setOpened(id)}
        minWidth={760}
        {...(rows.length > 12 ? { height: 560 } : {})}
      />
      <EvidenceDrawer view={view} evidenceId={opened} onClose={() => setOpened(undefined)} />
    </Stack>
  );
};

const columnsFor = (inForce: ReadonlySet<string>): TableColumn<Item>[] => [
  { id: 'at', header: 'When', width: 160, sortBy: ({ at }) => at, cell: ({ at }) => <Instant at={at} /> },
  {
    id: 'kind',
    header: 'Kind',
    width: 130,
    sortBy: ({ collector }) => collector,
    cell: ({ collector }) => collectorNames[collector],
  },
  { id: 'origin', header: 'What was read', cell: ({ origin }) => origin },
  { id: 'read', header: 'How much', cell: (item) => <Text size="sm">{readWords(item)}</Text> },
  {
    id: 'findings',
    header: 'Findings',
    width: 100,
    align: 'right',
    sortBy: ({ findingCount }) => findingCount,
    cell: ({ findingCount }) => number(findingCount),
  },
  {
    id: 'counts',
    header: 'Counts',
    width: 120,
    cell: ({ id }) =>
      inForce.has(id) ? (
        <StatusBadge tone="active">In force</StatusBadge>
      ) : (
        <StatusBadge tone="neutral">Superseded</StatusBadge>
      ),
  },
];
