import { Group, Select, Stack, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import type { CaseView } from '#contract/case.ts';
import type { HeaderSetup } from '#contract/header-setup.ts';
import { ReceivedAtReceiver } from '#renderer/features/endpoints/receiver/received-at-receiver.tsx';
import { unconfirmedIn } from '#renderer/lib/api.ts';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { PlannedCalls } from '#renderer/ui/planned-calls.tsx';
import { IconButton } from '#renderer/ui/small-button.tsx';
import { CheckResult } from './check-result.tsx';
import { PasteReceived } from './paste-received.tsx';
import { canTrigger } from './setup-labels.ts';
import { useCheckHeaders } from './setups.ts';

interface CheckHeadersProps {
  readonly found: CaseView;
  readonly setup: HeaderSetup;
}

/** Checks that messages carry the headers: by a test event, or by the headers that the consumer received. */
export const CheckHeaders = ({ found, setup }: CheckHeadersProps) => {
  const { webhook, lastCheck } = setup;
  const check = useCheckHeaders(found.id, webhook.id);
  const unconfirmed = unconfirmedIn(check.error);
  const result = check.data ?? lastCheck;
  return (
    <Stack>
      {found.state === 'open' ? (
        <Methods setup={setup} check={check} />
      ) : (
        <Text c="dimmed">Case not open: reopen it to check headers.</Text>
      )}
      {check.error && unconfirmed === undefined && (
        <ErrorNotice title="Headers not checked" error={check.error} />
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

interface MethodProps {
  readonly setup: HeaderSetup;
  readonly check: ReturnType<typeof useCheckHeaders>;
}

const Methods = ({ setup, check }: MethodProps) => {
  const { way, webhook, headers } = setup;
  const paste = (received: string, forget: () => void): void =>
    check.mutate(
      { received },
      {
        onSuccess: () => {
          forget();
          // Received headers are not kept; the result is in the case.
          check.reset();
        },
      },
    );
  return (
    <>
      {way === 'api' ? (
        <TestEvent setup={setup} check={check} />
      ) : (
        <TriggerEvent setup={setup} check={check} />
      )}
      {(way === 'guided' || webhook.disabled) && (
        <PasteReceived
          busy={check.isPending && check.variables.received !== undefined}
          blocked={headers.length === 0 ? noHeaders : undefined}
          onCheck={paste}
        />
      )}
    </>
  );
};

const noHeaders = 'Set headers first.';

const TriggerEvent = ({ setup, check }: MethodProps) => {
  const unset = setup.headers.length === 0 ? noHeaders : undefined;
  const blocked = canTrigger(setup)
    ? unset
    : 'Not available: the endpoint is disabled, or not subscribed to company.created of all companies.';
  return (
    <Stack gap="xs" align="flex-start">
      <Blockable blocked={blocked}>
        <IconButton
          variant="default"
          icon={IconSend}
          loading={check.isPending && check.variables.trigger}
          onClick={() => check.mutate({ trigger: true })}
        >
          Trigger event…
        </IconButton>
      </Blockable>
      <Text size="sm" c="dimmed">
        {blocked ??
          'Creates and deletes a company on the target, which sends company.created. You confirm the calls first.'}
      </Text>
    </Stack>
  );
};

const TestEvent = ({ setup: { webhook }, check }: MethodProps) => {
  const [eventType, setEventType] = useState(webhook.eventTypes[0] ?? '');
  const blocked = webhook.disabled ? 'Endpoint disabled: enable it, or paste received headers.' : undefined;
  return (
    <Group align="flex-end" gap="sm">
      <Select
        label="Event type"
        w={300}
        searchable
        allowDeselect={false}
        data={[...webhook.eventTypes]}
        value={eventType}
        onChange={(value) => value !== null && setEventType(value)}
      />
      <Blockable blocked={blocked}>
        <IconButton icon={IconSend} loading={check.isPending} onClick={() => check.mutate({ eventType })}>
          Send test event
        </IconButton>
      </Blockable>
      {blocked !== undefined && <Text c="dimmed">{blocked}</Text>}
    </Group>
  );
};
