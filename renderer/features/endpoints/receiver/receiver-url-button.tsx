import { Stack } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { useChangeReceiver } from '#renderer/lib/use-receiver.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';

/** Gives the URL of the built-in receiver, which is started if it is off. */
export const ReceiverUrlButton = ({ onUrl }: { onUrl: (url: string) => void }) => {
  const change = useChangeReceiver();
  const submit = (): void =>
    change.mutate({ start: {} }, { onSuccess: ({ url }) => url !== undefined && onUrl(`${url}/hooks`) });
  return (
    <Stack gap="xs" align="flex-start">
      <SmallButton icon={IconInbox} loading={change.isPending} onClick={submit}>
        Use built-in receiver
      </SmallButton>
      {change.error && <ErrorNotice title="Receiver not started" error={change.error} />}
    </Stack>
  );
};
