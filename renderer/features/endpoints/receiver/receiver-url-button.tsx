import { Button, Stack } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { useReceiverOrder } from '#renderer/lib/use-receiver.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';

/** Gives the address of the built-in receiver, which is started if it is off. */
export const ReceiverUrlButton = ({ onUrl }: { onUrl: (url: string) => void }) => {
  const order = useReceiverOrder();
  const take = (): void =>
    order.mutate({ start: {} }, { onSuccess: ({ url }) => url !== undefined && onUrl(`${url}/hooks`) });
  return (
    <Stack gap="xs" align="flex-start">
      <Button
        size="xs"
        variant="default"
        leftSection={<IconInbox size={14} aria-hidden />}
        loading={order.isPending}
        onClick={take}
      >
        Use the built-in receiver
      </Button>
      {order.error && <ErrorNotice title="The receiver was not started" error={order.error} />}
    </Stack>
  );
};
