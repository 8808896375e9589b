import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { formatCount } from '#contract/format.ts';
import type { SyncingResult } from '#contract/runbook.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';

/** Lines of a list that match no company. */
export const UnmatchedLines = ({ result: { unknown, unknownCount } }: { readonly result: SyncingResult }) => (
  <Alert
    role="status"
    color="orange"
    icon={<IconAlertTriangle aria-hidden />}
    title={formatCount(unknownCount, 'unmatched line')}
  >
    <DataTable
      label="Unmatched lines"
      rows={unknown}
      columns={columns}
      rowId={({ line }) => String(line)}
      height={260}
    />
    {unknownCount > unknown.length && (
      <Text>And {formatCount(unknownCount - unknown.length, 'line')} more.</Text>
    )}
  </Alert>
);

const columns: readonly TableColumn<SyncingResult['unknown'][number]>[] = [
  { header: 'Line', width: 60, align: 'right', cell: ({ line }) => line },
  { header: 'Text', cell: ({ text }) => text, wraps: true },
  { header: 'Reason', cell: ({ why }) => why, wraps: true },
];
