import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { BulkResend, BulkResendItem } from '#contract/bulk-resend.ts';
import { formatNumber } from '#contract/format.ts';
import { itemLabels, refusalLabels } from '#renderer/lib/bulk-labels.ts';
import { useEndpointUrl } from '#renderer/lib/endpoint-urls.ts';
import { withoutScheme } from '#renderer/lib/url-format.ts';
import { useBulk, useBulkItems, useCancelBulk } from '#renderer/lib/use-bulk-resend.ts';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';

interface BulkProgressProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** How far a bulk resend is, the result of each delivery, and a way to cancel the rest. */
export const BulkProgress = ({ id, onClose }: BulkProgressProps) => (
  <Loaded query={useBulk(id)} text="Loading bulk resend…">
    {(bulk) => <Running bulk={bulk} onClose={onClose} />}
  </Loaded>
);

const Running = ({ bulk, onClose }: { readonly bulk: BulkResend; readonly onClose: () => void }) => {
  const isRunning = bulk.state === 'running';
  const cancel = useCancelBulk(bulk.id);
  const { waiting, sending } = bulk.counts;
  const ended = bulk.total - waiting - sending;
  return (
    <Stack>
      <Text role="status">{summaryOf(bulk)}</Text>
      <Progress
        value={bulk.total === 0 ? 100 : (100 * ended) / bulk.total}
        aria-label="Deliveries resent"
        transitionDuration={0}
      />
      <Items bulk={bulk} isRunning={isRunning} />
      {cancel.error && <ErrorNotice title="Not cancelled" error={cancel.error} />}
      <Group justify="flex-end" gap="xs">
        {isRunning && (
          <Blockable
            blocked={waiting === 0 ? 'Every delivery is queued: none is left to cancel.' : undefined}
          >
            <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
              {waiting === 0 ? 'Cancel: all queued' : `Cancel the remaining ${formatNumber(waiting)}`}
            </Button>
          </Blockable>
        )}
        <Button onClick={onClose}>{isRunning ? 'Continue in background' : 'Done'}</Button>
      </Group>
    </Stack>
  );
};

/** `Done: 195 delivered, 3 failed, 2 refused of 200.` */
const summaryOf = ({ state, total, counts }: BulkResend): string => {
  const parts = (['delivered', 'failed', 'refused', 'cancelled', 'sending', 'waiting'] as const)
    .filter((one) => counts[one] > 0)
    .map((one) => `${formatNumber(counts[one])} ${itemLabels[one].label.toLowerCase()}`);
  const head = { running: 'Resending', done: 'Done', cancelled: 'Cancelled' }[state];
  return `${head}: ${parts.join(', ')} of ${formatNumber(total)}.`;
};

const Items = ({ bulk, isRunning }: { readonly bulk: BulkResend; readonly isRunning: boolean }) => {
  const urlOf = useEndpointUrl();
  const columns = useMemo(() => columnsOf(urlOf), [urlOf]);
  return (
    <Loaded query={useBulkItems(bulk.id, isRunning)} text="Loading results…">
      {({ results }) => (
        <>
          <DataTable
            label="Results"
            rows={results}
            columns={columns}
            rowId={({ messageId, webhookId }) => `${messageId} ${webhookId}`}
            height={280}
          />
          {bulk.total > results.length && (
            <Text size="xs" c="dimmed">
              First {formatNumber(results.length)} of {formatNumber(bulk.total)}
            </Text>
          )}
        </>
      )}
    </Loaded>
  );
};

const columnsOf = (urlOf: (webhookId: string) => string): readonly TableColumn<BulkResendItem>[] => [
  {
    header: 'Message',
    cell: ({ messageId }) => <TextLink to={`/messages/${messageId}`}>{messageId}</TextLink>,
  },
  { header: 'Endpoint', sortBy: ({ webhookId }) => withoutScheme(urlOf(webhookId)) },
  {
    header: 'Result',
    width: 210,
    sortBy: ({ state }) => itemLabels[state].label,
    cell: (item) => (
      <StatusBadge tone={itemLabels[item.state].tone}>
        {itemLabels[item.state].label} {detailOf(item)}
      </StatusBadge>
    ),
  },
];

const detailOf = ({ reason, statusCode, error, state }: BulkResendItem): string => {
  if (reason !== undefined) return refusalLabels[reason];
  return state === 'failed' ? String(error ?? statusCode ?? '') : '';
};
