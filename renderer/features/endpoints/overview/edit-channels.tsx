import { ActionIcon, Button, Group, Modal, Stack, Text, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { useChangeEndpoint } from '#renderer/features/endpoints/change-endpoint.ts';
import { CompanyName } from '#renderer/features/endpoints/company-name.tsx';
import { CompanySelect } from '#renderer/features/endpoints/company-select.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';

interface EditChannelsProps {
  readonly endpoint: EndpointDetail;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export const EditChannels = (props: EditChannelsProps) => (
  <Modal opened={props.opened} onClose={props.onClose} title="Change the channels" size="lg">
    {props.opened && <ChannelsForm {...props} />}
  </Modal>
);

const ChannelsForm = ({ endpoint, onClose }: EditChannelsProps) => {
  const [channels, setChannels] = useState<readonly string[]>(endpoint.channels);
  const change = useChangeEndpoint(endpoint.id);
  const submit = (): void =>
    change.mutate(
      { channels: [...channels] },
      {
        onSuccess: () => {
          notifyDone('The channels are changed.', () => change.mutate({ channels: endpoint.channels }));
          onClose();
        },
      },
    );
  return (
    <Stack>
      <Text>
        With companies here, it gets the events of these alone. With none, it gets those of every company.
        Messages that were made before stay as they are.
      </Text>
      {channels.map((companyId) => (
        <Group key={companyId} justify="space-between" wrap="nowrap">
          <CompanyName companyId={companyId} />
          <Tooltip label="Remove">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove ${companyId}`}
              onClick={() => setChannels(channels.filter((id) => id !== companyId))}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Group>
      ))}
      <CompanySelect
        key={channels.length}
        label="Add a company"
        placeholder="A part of its name, or its id"
        value=""
        onChange={(id) => id !== '' && setChannels([...new Set([...channels, id])])}
      />
      {change.error && <ErrorNotice title="The channels were not changed" error={change.error} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={change.isPending} onClick={submit}>
          Save the channels
        </Button>
      </Group>
    </Stack>
  );
};
