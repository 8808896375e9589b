import { Button, Group, Progress, Select, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import {
  type BulkItemState,
  type BulkResend,
  type BulkResendItem,
  bulkItemStates,
} from '#contract/bulk-resend.ts';
import { formatNumber } from '#contract/format.ts';
import { bulkSummary, endedShare, itemLabels, refusalLabels } from '#renderer/lib/bulk-labels.ts';
import { useEndpointUrl } from '#renderer/lib/endpoint-urls.ts';
import { dateTime } from '#renderer/lib/format.ts';
import { withoutScheme } from '#renderer/lib/url-format.ts';
import { useBulk, useBulkItems, useCancelBulk } from '#renderer/lib/use-bulk-resend.ts';
import { useClock } from '#renderer/lib/use-clock.ts';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { ActionButton } from '#renderer/ui/small-button.tsx';
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
  const clock = useClock();
  const { waiting } = bulk.counts;
  return (
    <Stack>
      <Text role="status">{bulkSummary(bulk)}</Text>
      <Progress value={endedShare(bulk)} aria-label="Deliveries resent" transitionDuration={0} />
      <Notes bulk={bulk} isPaused={isRunning && clock.data?.paused === true} />
      <Items bulk={bulk} isRunning={isRunning} />
      {cancel.error && <ErrorNotice title="Not cancelled" error={cancel.error} />}
      <Group justify="flex-end" gap="xs">
        {isRunning && (
          <Blockable
            blocked={waiting === 0 ? 'Every delivery is queued: none is left to cancel.' : undefined}
          >
            <ActionButton variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
              {waiting === 0 ? 'Cancel: all queued' : `Cancel the remaining ${formatNumber(waiting)}`}
            </ActionButton>
          </Blockable>
        )}
        <Button onClick={onClose}>{isRunning ? 'Continue in background' : 'Done'}</Button>
      </Group>
    </Stack>
  );
};

interface NotesProps {
  readonly bulk: BulkResend;
  readonly isPaused: boolean;
}

/** Why it stands still, was interrupted or refused deliveries. */
const Notes = ({ bulk: { interrupted, refusals, total }, isPaused }: NotesProps) => {
  const urlOf = useEndpointUrl();
  return (
    <>
      {isPaused && <Text size="sm">Paused: the clock of the local service is paused.</Text>}
      {interrupted && (
        <Text size="sm">
          Interrupted by a restart ({dateTime(interrupted.at)}) after {formatNumber(interrupted.sent)} of{' '}
          {formatNumber(total)} were sent; continued after it.
        </Text>
      )}
      {refusals.map(({ webhookId, reason, count }) => (
        <Text size="sm" key={`${webhookId} ${reason}`}>
          {formatNumber(count)} refused at {withoutScheme(urlOf(webhookId))}: {refusalLabels[reason]}
        </Text>
      ))}
    </>
  );
};

const Items = ({ bulk, isRunning }: { readonly bulk: BulkResend; readonly isRunning: boolean }) => {
  const urlOf = useEndpointUrl();
  const columns = useMemo(() => columnsOf(urlOf), [urlOf]);
  const [state, setState] = useState<BulkItemState>();
  const shown = bulkItemStates.filter((one) => bulk.counts[one] > 0 || one === state);
  const total = state === undefined ? bulk.total : bulk.counts[state];
  return (
    <>
      <Select
        size="xs"
        w={200}
        aria-label="Results shown"
        allowDeselect={false}
        value={state ?? 'all'}
        data={[
          { value: 'all', label: `All (${formatNumber(bulk.total)})` },
          ...shown.map((value) => ({
            value,
            label: `${itemLabels[value].label} (${formatNumber(bulk.counts[value])})`,
          })),
        ]}
        onChange={(value) => setState(bulkItemStates.find((one) => one === value))}
      />
      <Loaded query={useBulkItems(bulk.id, isRunning, state)} text="Loading results…">
        {({ results }) => (
          <>
            <DataTable
              label="Results"
              rows={results}
              columns={columns}
              rowId={({ messageId, webhookId }) => `${messageId} ${webhookId}`}
              height={280}
            />
            {total > results.length && (
              <Text size="xs" c="dimmed">
                First {formatNumber(results.length)} of {formatNumber(total)}
              </Text>
            )}
          </>
        )}
      </Loaded>
    </>
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
