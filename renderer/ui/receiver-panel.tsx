import { Alert, Code, Group, Stack, Text } from '@mantine/core';
import { formatCount } from '#contract/format.ts';
import type { ReceiverView } from '#contract/receiver.ts';
import { useChangeReceiver, useReceiver } from '#renderer/lib/use-receiver.ts';
import { CopyButton } from './copy-button.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { Loaded } from './loaded.tsx';
import { notifyDone } from './notify.tsx';
import { ReceiverResponse } from './receiver-response.tsx';
import { Section } from './section.tsx';
import { SmallButton } from './small-button.tsx';
import { StatusBadge } from './status-badge.tsx';
import { Defined } from './term.tsx';

/** The built-in receiver: its URL, its response, and its switch. */
export const ReceiverPanel = () => {
  const query = useReceiver();
  return (
    <Section
      title="Built-in receiver"
      description={
        <Defined text="A consumer on the desk's machine for testing endpoints" terms={['consumer']} />
      }
      beside={query.data && <OnOff on={query.data.on} />}
    >
      <Loaded query={query} text="Loading receiver…">
        {(receiver) => <Panel receiver={receiver} />}
      </Loaded>
    </Section>
  );
};

const OnOff = ({ on }: { on: boolean }) => (
  <StatusBadge tone={on ? 'good' : 'neutral'}>{on ? 'On' : 'Off'}</StatusBadge>
);

const Panel = ({ receiver }: { receiver: ReceiverView }) => {
  const change = useChangeReceiver();
  // It starts again at the port that it had.
  const stop = (): void =>
    change.mutate('stop', {
      onSuccess: () => notifyDone('Receiver stopped.', () => change.mutate({ start: {} })),
    });
  return (
    <Stack gap="sm">
      {receiver.problem !== undefined && (
        <Alert color="orange" title="Receiver not restarted">
          <Stack gap="xs" align="flex-start">
            <Text>{receiver.problem}</Text>
            <SmallButton changes onClick={() => change.mutate({ start: { newPort: true } })}>
              Start on new port
            </SmallButton>
          </Stack>
        </Alert>
      )}
      <Group justify="space-between" gap="md">
        {receiver.url === undefined ? (
          <Text c="dimmed">Off: deliveries to it fail.</Text>
        ) : (
          <Group gap="md">
            <Group gap={4} wrap="nowrap">
              <Code>{receiver.url}</Code>
              <CopyButton value={receiver.url} what="receiver URL" />
            </Group>
            <Text c="dimmed">{formatCount(receiver.received, 'request')} received</Text>
          </Group>
        )}
        <SmallButton
          loading={change.isPending}
          onClick={() => (receiver.on ? stop() : change.mutate({ start: {} }))}
        >
          {receiver.on ? 'Stop receiver' : 'Start receiver'}
        </SmallButton>
      </Group>
      {receiver.on && <ReceiverResponse key={JSON.stringify(receiver.answer)} answer={receiver.answer} />}
      {change.error && <ErrorNotice title="Receiver not changed" error={change.error} />}
    </Stack>
  );
};
