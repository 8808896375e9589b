import { Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { EligibilityView } from '#contract/eligibility.ts';
import { DismissalBar } from '#renderer/features/eligibility/dismissing/dismissal-bar.tsx';
import { useRestoreSeveral } from '#renderer/features/eligibility/dismissing/dismissal-calls.ts';
import { findingPlace } from '#renderer/features/eligibility/finding-place.ts';
import { useSelection } from '#renderer/lib/use-selection.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { RowButton } from '#renderer/ui/small-button.tsx';

type Dismissal = EligibilityView['dismissals'][number];

interface DismissedTableProps {
  readonly caseId: string;
  readonly label: string;
  readonly dismissals: readonly Dismissal[];
  /** Without it, nothing can be restored. */
  readonly open: boolean;
}

/** More scroll inside the table. */
const shownAtOnce = 8;

/** Dismissed findings of a check: who, when and why. Several are restored at once. */
export const DismissedTable = ({ caseId, label, dismissals, open }: DismissedTableProps) => {
  const restore = useRestoreSeveral(caseId, 'finding');
  const rows = useMemo(() => dismissals.map((one) => ({ ...one, id: one.findingId })), [dismissals]);
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const selection = useSelection(label, { among: ids });
  return (
    <>
      <DataTable
        label={label}
        rows={rows}
        rowId={({ id }) => id}
        rowName={placeOf}
        columns={[place, ...(open ? [restoreColumn((one) => restore.mutate([one]))] : [])]}
        minWidth={420}
        {...(open && { selection })}
        {...(rows.length > shownAtOnce ? { height: 420 } : {})}
      />
      {open && (
        <DismissalBar
          caseId={caseId}
          what="finding"
          selection={selection}
          rows={rows.filter(({ id }) => selection.has(id))}
          kind="dismissed"
        />
      )}
    </>
  );
};

type Row = Dismissal & { readonly id: string };

const placeOf = ({ finding, findingId }: Row): string =>
  finding === undefined ? `Finding ${findingId}` : findingPlace(finding);

const place: TableColumn<Row> = {
  header: 'Location and reason',
  sortBy: placeOf,
  wraps: true,
  cell: (row) => (
    <Stack gap={2} align="flex-start">
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {placeOf(row)}
      </Text>
      <Text style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{row.reason}</Text>
      <Text size="sm" c="dimmed">
        {row.actor} · <Instant at={row.at} />
      </Text>
    </Stack>
  ),
};

const restoreColumn = (restore: (row: Row) => void): TableColumn<Row> => ({
  header: 'Action',
  width: 112,
  cell: (row) => (
    <RowButton changes aria-label={`Restore ${placeOf(row)}`} onClick={() => restore(row)}>
      Restore
    </RowButton>
  ),
});
