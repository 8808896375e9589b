import { Stack, Text } from '@mantine/core';
import { IconFileSearch } from '@tabler/icons-react';
import { useState } from 'react';
import type { EligibilityView } from '#contract/eligibility.ts';
import { formatNumber } from '#contract/format.ts';
import { collectorLabels } from '#renderer/lib/eligibility-labels.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { Term } from '#renderer/ui/term.tsx';
import { EvidenceDrawer } from './evidence-drawer.tsx';
import { formatRead } from './read-format.ts';
import { RemovedEvidence } from './removed-evidence.tsx';

type Item = EligibilityView['evidence'][number];

/** Evidence of the case, newest first. */
export const EvidenceList = ({ view, open }: { view: EligibilityView; open: boolean }) => {
  const [opened, setOpened] = useState<string>();
  if (view.evidence.length + view.removedEvidence.length === 0) {
    return (
      <Empty
        icon={<IconFileSearch aria-hidden />}
        title="No evidence yet"
        text="Drop source code or a traffic log here, or start a check."
      />
    );
  }
  const current = new Set(view.verdict.rows.flatMap(({ evidence }) => evidence));
  const rows = view.evidence.toSorted((a, b) => b.at.localeCompare(a.at));
  return (
    <Stack gap="xs">
      <Text c="dimmed">
        Checks read <Term term="current">current</Term> evidence. Checking a code base, log or target again
        makes its earlier evidence <Term term="replaced">replaced</Term>.
      </Text>
      <DataTable
        label="Evidence"
        rows={rows}
        rowId={({ id }) => id}
        columns={columnsFor(current)}
        onOpen={({ id }) => setOpened(id)}
        minWidth={760}
        {...(rows.length > 12 ? { height: 560 } : {})}
      />
      <RemovedEvidence removed={view.removedEvidence} />
      <EvidenceDrawer view={view} evidenceId={opened} open={open} onClose={() => setOpened(undefined)} />
    </Stack>
  );
};

const columnsFor = (current: ReadonlySet<string>): TableColumn<Item>[] => [
  { header: 'Time', width: 160, sortBy: ({ at }) => at, cell: ({ at }) => <Instant at={at} /> },
  {
    header: 'Kind',
    width: 130,
    sortBy: ({ collector }) => collector,
    cell: ({ collector }) => collectorLabels[collector],
  },
  { header: 'Origin', cell: ({ origin }) => origin },
  { header: 'Read', cell: (item) => <Text>{formatRead(item)}</Text> },
  {
    header: 'Findings',
    width: 100,
    align: 'right',
    sortBy: ({ findingCount }) => findingCount,
    cell: ({ findingCount }) => formatNumber(findingCount),
  },
  {
    header: 'State',
    width: 120,
    cell: ({ id }) =>
      current.has(id) ? (
        <StatusBadge tone="active">Current</StatusBadge>
      ) : (
        <StatusBadge tone="neutral">Replaced</StatusBadge>
      ),
  },
];
