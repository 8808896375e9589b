import { Text } from '@mantine/core';
import type { EligibilityView } from '#contract/eligibility.ts';
import { collectorLabels } from '#renderer/lib/eligibility-labels.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { Section } from '#renderer/ui/section.tsx';

type Removed = EligibilityView['removedEvidence'][number];

/** Removed evidence: who, when and why. */
export const RemovedEvidence = ({ removed }: { removed: readonly Removed[] }) =>
  removed.length === 0 ? undefined : (
    <Section title="Removed evidence">
      <DataTable
        label="Removed evidence"
        rows={removed.toSorted((a, b) => b.at.localeCompare(a.at))}
        rowId={({ evidence }) => evidence.id}
        columns={columns}
        minWidth={760}
      />
    </Section>
  );

const columns: TableColumn<Removed>[] = [
  { header: 'Removed', width: 160, sortBy: ({ at }) => at, cell: ({ at }) => <Instant at={at} /> },
  { header: 'Kind', width: 130, cell: ({ evidence }) => collectorLabels[evidence.collector] },
  { header: 'Origin', cell: ({ evidence }) => evidence.origin },
  { header: 'By', width: 140, cell: ({ actor }) => actor },
  {
    header: 'Reason',
    cell: ({ reason }) => <Text style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{reason}</Text>,
  },
];
