import { useMemo } from 'react';
import { formatDuration } from '#contract/format.ts';
import type { Attempt } from '#contract/message.ts';
import { formatOutcome, succeeded, triggerLabels } from '#renderer/lib/delivery-labels.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';

interface AttemptTableProps {
  readonly attempts: readonly Attempt[];
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}

const columnsOf = (chosen: string | undefined): readonly TableColumn<Attempt>[] => [
  { header: 'No.', width: 72, cell: ({ number, id }) => (id === chosen ? <b>{number} ›</b> : number) },
  { header: 'Time', width: 200, sortBy: ({ at }) => at, cell: ({ at }) => <Instant at={at} exact /> },
  { header: 'Trigger', cell: ({ trigger }) => triggerLabels[trigger] },
  {
    header: 'Response',
    width: 200,
    cell: (attempt) => (
      <StatusBadge tone={succeeded(attempt) ? 'good' : 'bad'}>{formatOutcome(attempt)}</StatusBadge>
    ),
  },
  {
    header: 'Duration',
    width: 110,
    align: 'right',
    sortBy: ({ durationMs }) => durationMs,
    cell: ({ durationMs }) => formatDuration(durationMs),
  },
];

export const AttemptTable = ({ attempts, chosen, onChoose }: AttemptTableProps) => {
  const columns = useMemo(() => columnsOf(chosen), [chosen]);
  return (
    <DataTable
      label="Attempts"
      rows={attempts}
      columns={columns}
      rowId={({ id }) => id}
      isShown={({ id }) => id === chosen}
      onOpen={({ id }) => onChoose(id)}
      minWidth={640}
    />
  );
};
