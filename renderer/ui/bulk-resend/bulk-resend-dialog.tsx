import { Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type BulkResendCount, type DeliverySelection, mostResent } from '#contract/bulk-resend.ts';
import { formatCount, formatNumber } from '#contract/format.ts';
import { refusalLabels } from '#renderer/lib/bulk-labels.ts';
import { useEndpointUrl } from '#renderer/lib/endpoint-urls.ts';
import { withoutScheme } from '#renderer/lib/url-format.ts';
import { useBulkCount, useStartBulk } from '#renderer/lib/use-bulk-resend.ts';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { ActionButton } from '#renderer/ui/small-button.tsx';
import { BulkProgress } from './bulk-progress.tsx';

interface BulkResendDialogProps {
  readonly request: DeliverySelection;
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Shows how far it is elsewhere; without it, the dialog does. */
  readonly onStarted?: (id: string) => void;
}

/** Counts what would be resent, resends it, and shows how far that is. */
export const BulkResendDialog = ({ request, opened, onClose, onStarted }: BulkResendDialogProps) => {
  const [running, setRunning] = useState<string>();
  const close = (): void => {
    setRunning(undefined);
    onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title="Resend deliveries" size="lg">
      {running === undefined ? (
        <Confirm request={request} opened={opened} onClose={close} onStarted={onStarted ?? setRunning} />
      ) : (
        <BulkProgress id={running} onClose={close} />
      )}
    </Modal>
  );
};

interface ConfirmProps extends Omit<BulkResendDialogProps, 'onStarted'> {
  readonly onStarted: (id: string) => void;
}

const Confirm = ({ request, opened, onClose, onStarted }: ConfirmProps) => {
  const count = useBulkCount(request, opened);
  const start = useStartBulk(onStarted);
  // Pressed again after a lost response, it sends nothing twice.
  const [id] = useState(() => crypto.randomUUID());
  const problem = count.data && problemOf(count.data);
  return (
    <Stack>
      <Loaded query={count} text="Counting deliveries…">
        {(counted) => <Counted count={counted} />}
      </Loaded>
      {start.error && <ErrorNotice title="Deliveries not resent" error={start.error} />}
      <Group justify="flex-end" gap="xs">
        <Text size="sm" c="dimmed" role="status" mr="auto">
          {problem}
        </Text>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Blockable blocked={count.data === undefined ? 'Counting deliveries.' : problem}>
          <ActionButton
            // Enter confirms what was counted.
            key={count.data === undefined ? 'counting' : 'counted'}
            autoFocus
            loading={start.isPending}
            onClick={() => start.mutate({ ...request, id })}
          >
            {count.data === undefined ? 'Resend' : `Resend ${formatNumber(count.data.deliveries)}`}
          </ActionButton>
        </Blockable>
      </Group>
    </Stack>
  );
};

const problemOf = ({ deliveries, isTooMany }: BulkResendCount): string | undefined => {
  if (isTooMany) return `More than ${formatNumber(mostResent)} deliveries: narrow the filter.`;
  return deliveries === 0 ? 'Nothing to resend.' : undefined;
};

const Counted = ({ count }: { readonly count: BulkResendCount }) => {
  const urlOf = useEndpointUrl();
  return (
    <Stack gap="xs">
      <Text>
        {formatCount(count.deliveries, 'delivery', 'deliveries')} of {formatCount(count.messages, 'message')}{' '}
        to {formatCount(count.endpoints, 'endpoint')}: one extra attempt each, at once.
      </Text>
      {count.refused.length > 0 && (
        <div>
          <Text>Not resent:</Text>
          <List size="sm">
            {count.refused.map(({ webhookId, reason, count: refused }) => (
              <List.Item key={webhookId}>
                {formatNumber(refused)} to {withoutScheme(urlOf(webhookId))}: {refusalLabels[reason]}
              </List.Item>
            ))}
          </List>
        </div>
      )}
    </Stack>
  );
};
