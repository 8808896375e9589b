import { Button, Group, Stack, Text } from '@mantine/core';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { formatNumber } from '#contract/format.ts';
import { useChangeEndpoint } from '#renderer/features/endpoints/change-endpoint.ts';
import { disabledFrom, healthOf } from '#renderer/features/endpoints/endpoint-labels.ts';
import { AsOf } from '#renderer/ui/as-of.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { NoValue } from '#renderer/ui/no-value.tsx';
import { notifyDone, notifyFailed } from '#renderer/ui/notify.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { Stat } from '#renderer/ui/stat.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';

/** Whether deliveries arrive, in words and figures. */
export const Health = ({ endpoint }: { endpoint: EndpointDetail }) => {
  const { succeeded, failed, waiting, cancelled, lastAttemptAt } = endpoint.health;
  const { tone, words } = healthOf(endpoint);
  return (
    <Section
      title="Health"
      beside={<AsOf />}
      actions={!endpoint.disabled && <Disable webhookId={endpoint.id} />}
    >
      <Stack gap="sm">
        <Text component="div">
          <StatusBadge tone={tone}>{words}</StatusBadge> <Meaning endpoint={endpoint} />
        </Text>
        <Group gap="md" align="flex-start">
          <Stat name="Delivered" value={formatNumber(succeeded)} />
          <Stat name="Waiting" value={formatNumber(waiting)} />
          <Stat name="Failed" value={formatNumber(failed)} />
          {cancelled > 0 && <Stat name="Cancelled" value={formatNumber(cancelled)} />}
          <Stat
            name="Last attempt"
            value={lastAttemptAt === undefined ? <NoValue /> : <Instant at={lastAttemptAt} />}
          />
        </Group>
      </Stack>
    </Section>
  );
};

const Meaning = ({ endpoint }: { endpoint: EndpointDetail }) => {
  const { firstFailureAt, lastAttemptAt } = endpoint.health;
  if (endpoint.disabled) return 'Nothing is sent to it.';
  if (firstFailureAt !== undefined) {
    return (
      <>
        No attempt has been taken since <Instant at={firstFailureAt} />. Look at the last attempts in the
        Message log tab. A failure after <Instant at={disabledFrom(firstFailureAt)} /> disables it.
      </>
    );
  }
  if (lastAttemptAt === undefined) return 'Nothing was sent to it yet. The Testing tab sends an example.';
  return 'The last attempt was taken.';
};

const Disable = ({ webhookId }: { webhookId: string }) => {
  const change = useChangeEndpoint(webhookId);
  const disable = (): void =>
    change.mutate(
      { disabled: true },
      {
        onSuccess: () => notifyDone('Disabled: nothing is sent.', () => change.mutate({ disabled: false })),
        onError: (error) => notifyFailed('The endpoint was not disabled', error),
      },
    );
  return (
    <Button size="xs" variant="default" loading={change.isPending} onClick={disable}>
      Disable the endpoint
    </Button>
  );
};
