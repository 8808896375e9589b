import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { formatCount } from '#contract/format.ts';
import { type Delivery, editedBodyMax, type MessageDetail } from '#contract/message.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { useEndpointUrl, useUnsendable } from '#renderer/lib/endpoint-urls.ts';
import { keys } from '#renderer/lib/keys.ts';
import { withoutScheme } from '#renderer/lib/url-format.ts';
import { Blockable, blockedField } from '#renderer/ui/blockable.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { indentJson } from '#renderer/ui/payload/indent-json.ts';
import { ActionButton } from '#renderer/ui/small-button.tsx';
import { editedProblem } from './edited-problem.ts';

const CodeMirror = lazy(() => import('#renderer/ui/payload/code-mirror.tsx'));

interface EditAndResendProps {
  readonly message: MessageDetail;
  /** The one that is shown: its endpoint is chosen first. */
  readonly delivery: Delivery;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Edits the payload of a message and sends it as a new one, which says what it was made from. */
export const EditAndResend = ({ message, delivery, opened, onClose }: EditAndResendProps) => (
  <Modal opened={opened} onClose={onClose} title="Edit and resend" size="xl">
    <Editing message={message} delivery={delivery} onClose={onClose} />
  </Modal>
);

const Editing = ({ message, delivery, onClose }: Omit<EditAndResendProps, 'opened'>) => {
  const [original] = useState(() => indentJson(message.body) ?? message.body);
  const [text, setText] = useState(original);
  const [endpoints, setEndpoints] = useState<readonly string[]>([delivery.webhookId]);
  const go = useNavigate();
  const send = useApiMutation(
    () =>
      api.post<{ messageId: string }>(`/api/messages/${message.id}/resend-edited`, {
        // Nothing but blanks was changed: the bytes stay those of the original.
        body: text === original ? message.body : text,
        endpoints,
      }),
    {
      rereads: [keys.messages.all],
      onSuccess: ({ messageId }) => {
        notifyDone(`Sending the edited message to ${formatCount(endpoints.length, 'endpoint')}.`);
        onClose();
        void go(`/messages/${messageId}`);
      },
    },
  );
  const problem =
    editedProblem(text, editedBodyMax) ?? (endpoints.length === 0 ? 'Choose an endpoint.' : undefined);
  return (
    <Stack gap="sm">
      <Text size="sm">
        Sent as a new message, marked as edited, with an id and signature of its own. Attempted once. The
        original stays as it is.
      </Text>
      <div style={{ minHeight: 320, border: '1px solid var(--control)', borderRadius: 'var(--r-md)' }}>
        <Suspense fallback={undefined}>
          <CodeMirror text={original} label="Edited payload" isJson maxHeight="50vh" onChange={setText} />
        </Suspense>
      </div>
      <Endpoints message={message} chosen={endpoints} onChange={setEndpoints} />
      {send.error && <ErrorNotice title="Edited message not sent" error={send.error} />}
      <Group justify="flex-end" gap="xs">
        <Text size="sm" c={problem === undefined ? 'dimmed' : 'red'} role="status" mr="auto">
          {problem ?? (text === original ? 'Payload unchanged.' : '')}
        </Text>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Blockable blocked={problem}>
          <ActionButton loading={send.isPending} onClick={() => send.mutate()}>
            Send edited message
          </ActionButton>
        </Blockable>
      </Group>
    </Stack>
  );
};

interface EndpointsProps {
  readonly message: MessageDetail;
  readonly chosen: readonly string[];
  readonly onChange: (webhookIds: readonly string[]) => void;
}

const Endpoints = ({ message, chosen, onChange }: EndpointsProps) => {
  const urlOf = useEndpointUrl();
  const reasonOf = useUnsendable();
  return (
    <Checkbox.Group label="Send to" value={[...chosen]} onChange={onChange}>
      <Stack gap={4} mah={160} style={{ overflow: 'auto' }} py={4}>
        {message.deliveries.map(({ webhookId }) => {
          const reason = reasonOf(webhookId);
          const url = withoutScheme(urlOf(webhookId));
          return (
            <Checkbox key={webhookId} size="xs" value={webhookId} label={url} {...blockedField(reason)} />
          );
        })}
      </Stack>
    </Checkbox.Group>
  );
};
