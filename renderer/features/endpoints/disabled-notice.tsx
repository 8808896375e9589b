import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconPlayerPause } from '@tabler/icons-react';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { useChangeEndpoint } from './change-endpoint.ts';

/** Why nothing is sent, since when, and the way out. Nothing, if the endpoint is enabled. */
export const DisabledNotice = ({ endpoint }: { endpoint: EndpointDetail }) => {
  const change = useChangeEndpoint(endpoint.id);
  const { disabledAt, disabledReason } = endpoint.health;
  if (!endpoint.disabled) return undefined;
  const enable = (): void =>
    change.mutate(
      { disabled: false },
      { onSuccess: () => notifyDone('Enabled.', () => change.mutate({ disabled: true })) },
    );
  return (
    <Alert color="orange" icon={<IconPlayerPause aria-hidden />} title="Disabled: nothing is sent">
      <Stack gap="xs" align="flex-start">
        <Text>
          {disabledReason}{' '}
          {disabledAt !== undefined && (
            <>
              Disabled since <Instant at={disabledAt} />.{' '}
            </>
          )}
          Once it is enabled, what fell due meanwhile is sent oldest first. Events of the time in which it was
          disabled made no deliveries: replay them from the Message log tab.
        </Text>
        <Button size="xs" loading={change.isPending} onClick={enable}>
          Enable the endpoint
        </Button>
        {change.error && <ErrorNotice title="The endpoint was not enabled" error={change.error} />}
      </Stack>
    </Alert>
  );
};
