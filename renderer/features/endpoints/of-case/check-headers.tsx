import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import type { CaseView } from '#contract/case.ts';
import type { HeaderSetup } from '#contract/header-setup.ts';
import { ReceivedAtReceiver } from '#renderer/features/endpoints/receiver/received-at-receiver.tsx';
import { unconfirmedIn } from '#renderer/lib/api.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { PlannedCalls } from '#renderer/ui/planned-calls.tsx';
import { CheckResult } from './check-result.tsx';
import { PasteReceived } from './paste-received.tsx';
import { canTrigger } from './setup-labels.ts';
import { useCheckHeaders } from './setups.ts';

interface CheckHeadersProps {
  readonly found: CaseView;
  readonly setup: HeaderSetup;
}

/** Whether messages carry the headers: by a test event, or by what the consumer received. */
export const CheckHeaders = ({ found, setup }: CheckHeadersProps) => {
  const { webhook, way, lastCheck } = setup;
  const check = useCheckHeaders(found.id, webhook.id);
  const unconfirmed = unconfirmedIn(check.error);
  const open = found.state === 'open';
  const result = check.data ?? lastCheck;
  return (
    <Stack>
      {!open && <Text c="dimmed">The case is not open, so nothing is checked any more.</Text>}
      {open && way === 'api' && (
        <TestEvent
          eventTypes={webhook.eventTypes}
          disabled={webhook.disabled}
          busy={check.isPending}
          onSend={(eventType) => check.mutate({ eventType })}
        />
      )}
      {open && way === 'guided' && (
        <Stack gap="xs" align="flex-start">
          <Button
            variant="default"
            leftSection={<IconSend size={16} aria-hidden />}
            loading={check.isPending && check.variables.trigger}
            disabled={!canTrigger(setup) || setup.headers.length === 0}
            onClick={() => check.mutate({ trigger: true })}
          >
            Make an event on the target…
          </Button>
          <Text size="sm" c="dimmed">
            {canTrigger(setup)
              ? 'Creates a company and deletes it again, so that company.created is sent. The calls are shown first.'
              : 'Not possible here: the endpoint would have to listen to company.created of every company. Wait for the next event.'}
          </Text>
        </Stack>
      )}
      {open && (way === 'guided' || webhook.disabled) && (
        <PasteReceived
          busy={check.isPending && check.variables.received !== undefined}
          disabled={setup.headers.length === 0}
          onCheck={(received, forget) =>
            check.mutate(
              { received },
              {
                onSuccess: () => {
                  forget();
                  // What was compared is not kept; its result is that of the case.
                  check.reset();
                },
              },
            )
          }
        />
      )}
      {check.error && unconfirmed === undefined && (
        <ErrorNotice title="The check could not be made" error={check.error} />
      )}
      {result && <CheckResult result={result} />}
      {result?.messageId !== undefined && (
        <ReceivedAtReceiver url={webhook.url} messageId={result.messageId} />
      )}
      <PlannedCalls
        unconfirmed={unconfirmed}
        target="the target"
        busy={check.isPending}
        onConfirm={(confirm) => check.mutate({ trigger: true, confirm })}
        onClose={check.reset}
      />
    </Stack>
  );
};

interface TestEventProps {
  readonly eventTypes: readonly string[];
  readonly disabled: boolean;
  readonly busy: boolean;
  readonly onSend: (eventType: string) => void;
}

const TestEvent = ({ eventTypes, disabled, busy, onSend }: TestEventProps) => {
  const [eventType, setEventType] = useState(eventTypes[0] ?? '');
  return (
    <Group align="flex-end" gap="sm">
      <Select
        label="Event type of the test event"
        w={300}
        searchable
        allowDeselect={false}
        data={[...eventTypes]}
        value={eventType}
        onChange={(value) => value !== null && setEventType(value)}
      />
      <Button
        leftSection={<IconSend size={16} aria-hidden />}
        loading={busy}
        disabled={disabled}
        onClick={() => onSend(eventType)}
      >
        Send a test event
      </Button>
      {disabled && (
        <Text c="dimmed">The endpoint is disabled: enable it first, or give what its consumer received.</Text>
      )}
    </Group>
  );
};
