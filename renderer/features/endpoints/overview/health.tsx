import { Group, Stack, Text } from '@mantine/core';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { formatNumber } from '#contract/format.ts';
import { useChangeEndpoint } from '#renderer/features/endpoints/change-endpoint.ts';
import { disabledFrom } from '#renderer/features/endpoints/endpoint-labels.ts';
import { AsOf } from '#renderer/ui/as-of.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { NoValue } from '#renderer/ui/no-value.tsx';
import { notifyDone, notifyFailed } from '#renderer/ui/notify.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { Stat } from '#renderer/ui/stat.tsx';
import { Term } from '#renderer/ui/term.tsx';

/** Health of the endpoint, and its deliveries by status. */
export const Health = ({ endpoint }: { endpoint: EndpointDetail }) => {
  const { succeeded, failed, waiting, cancelled, lastAttemptAt } = endpoint.health;
  return (
    <Section
      title="Health"
      beside={<AsOf />}
      actions={!endpoint.disabled && <Disable webhookId={endpoint.id} />}
    >
      <Stack gap="sm">
        <Text component="div">
          <Meaning endpoint={endpoint} />
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
  if (endpoint.disabled) return 'Nothing is sent.';
  if (firstFailureAt !== undefined) {
    return (
      <>
        No attempt succeeded since <Instant at={firstFailureAt} />. A failure after{' '}
        <Instant at={disabledFrom(firstFailureAt)} /> disables the endpoint.
      </>
    );
  }
  if (lastAttemptAt === undefined) return 'Send an event from the Testing tab.';
  return (
    <>
      Last <Term term="delivery">delivery</Term> succeeded.
    </>
  );
};

const Disable = ({ webhookId }: { webhookId: string }) => {
  const change = useChangeEndpoint(webhookId);
  const disable = (): void =>
    change.mutate(
      { disabled: true },
      {
        onSuccess: () => notifyDone('Endpoint disabled.', () => change.mutate({ disabled: false })),
        onError: (error) => notifyFailed('Endpoint not disabled', error),
      },
    );
  return (
    <SmallButton loading={change.isPending} onClick={disable}>
      Disable endpoint
    </SmallButton>
  );
};
