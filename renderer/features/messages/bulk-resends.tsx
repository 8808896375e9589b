import { Group, Modal, Progress, Text } from '@mantine/core';
import { IconRotate } from '@tabler/icons-react';
import type { BulkResend } from '#contract/bulk-resend.ts';
import { bulkSummary, endedShare } from '#renderer/lib/bulk-labels.ts';
import { useBulks } from '#renderer/lib/use-bulk-resend.ts';
import { useUrlState } from '#renderer/lib/use-url-state.ts';
import { BulkProgress } from '#renderer/ui/bulk-resend/bulk-progress.tsx';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { Unread } from '#renderer/ui/unread.tsx';

/** Of the address: all of them, not one. */
const all = 'all';

/** The bulk resend that is shown; the address names it, so that it is still there after a reload. */
export const useShownResend = (): [string | undefined, (id: string | undefined) => void] => {
  const [{ resend }, setState] = useUrlState(['resend']);
  return [resend, (id) => setState({ resend: id })];
};

/** Opens the list of the newest bulk resends. */
export const BulkResendsButton = () => {
  const [, show] = useShownResend();
  return (
    <SmallButton icon={IconRotate} onClick={() => show(all)}>
      Bulk resends
    </SmallButton>
  );
};

/** The bulk resends that are running, above the list. */
export const RunningResends = () => {
  const [, show] = useShownResend();
  const query = useBulks();
  const running = query.data?.results.filter(({ state }) => state === 'running') ?? [];
  return (
    <>
      <Unread query={query} what="Bulk resends" />
      {running.map((bulk) => (
        <Group
          key={bulk.id}
          component="section"
          gap="sm"
          py={6}
          wrap="nowrap"
          aria-label="Running bulk resend"
        >
          <Progress
            w={120}
            flex="none"
            value={endedShare(bulk)}
            aria-label="Deliveries resent"
            transitionDuration={0}
          />
          <Text size="sm" truncate>
            {bulkSummary(bulk)}
          </Text>
          <SmallButton onClick={() => show(bulk.id)}>Show or cancel</SmallButton>
        </Group>
      ))}
    </>
  );
};

/** The bulk resend that the address names, or all of them. */
export const BulkResendsDialog = () => {
  const [shown, show] = useShownResend();
  const close = (): void => show(undefined);
  if (shown === undefined) return undefined;
  return (
    <Modal opened onClose={close} title={shown === all ? 'Bulk resends' : 'Resend deliveries'} size="lg">
      {shown === all ? <Newest onShow={show} /> : <BulkProgress key={shown} id={shown} onClose={close} />}
    </Modal>
  );
};

const Newest = ({ onShow }: { readonly onShow: (id: string) => void }) => (
  <Loaded query={useBulks()} text="Loading bulk resends…">
    {({ results }) =>
      results.length === 0 ? (
        <Text c="dimmed">No bulk resends yet. Select messages, then Resend.</Text>
      ) : (
        <DataTable
          label="Bulk resends"
          rows={results}
          columns={columns}
          rowId={({ id }) => id}
          onOpen={({ id }) => onShow(id)}
          height={320}
        />
      )
    }
  </Loaded>
);

const columns: readonly TableColumn<BulkResend>[] = [
  { header: 'Started', width: 150, cell: ({ created }) => <Instant at={created} /> },
  { header: 'Result', sortBy: bulkSummary },
];
