import { Alert, Stack, Text } from '@mantine/core';
import { IconPlayerPause } from '@tabler/icons-react';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { formatCount } from '#contract/format.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { ActionButton } from '#renderer/ui/small-button.tsx';
import { useChangeEndpoint } from './change-endpoint.ts';

/** Why and since when an endpoint is disabled, and a button to enable it; nothing if it is enabled. */
export const DisabledNotice = ({ endpoint }: { endpoint: EndpointDetail }) => {
  const change = useChangeEndpoint(endpoint.id);
  const { disabledAt, disabledReason, waiting, waitingExpiresAt } = endpoint.health;
  if (!endpoint.disabled) return undefined;
  const enable = (): void =>
    change.mutate(
      { disabled: false },
      { onSuccess: () => notifyDone('Endpoint enabled.', () => change.mutate({ disabled: true })) },
    );
  return (
    <Alert
      color={endpoint.health.disabledByService ? 'orange' : 'gray'}
      icon={<IconPlayerPause aria-hidden />}
      title="Disabled: nothing is sent"
    >
      <Stack gap="xs" align="flex-start">
        <Text>
          {disabledReason}{' '}
          {disabledAt !== undefined && (
            <>
              Disabled since <Instant at={disabledAt} />.{' '}
            </>
          )}
          Enabling sends waiting deliveries; replay events missed meanwhile in the Message log tab.
        </Text>
        {waitingExpiresAt !== undefined && (
          <Text>
            {formatCount(waiting, 'waiting delivery', 'waiting deliveries')} will be cancelled on{' '}
            <Instant at={waitingExpiresAt} /> if the endpoint stays disabled.
          </Text>
        )}
        <ActionButton size="xs" loading={change.isPending} onClick={enable}>
          Enable endpoint
        </ActionButton>
        {change.error && <ErrorNotice title="Endpoint not enabled" error={change.error} />}
      </Stack>
    </Alert>
  );
};
