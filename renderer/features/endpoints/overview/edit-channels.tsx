import { Group, Modal, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { useChangeEndpoint } from '#renderer/features/endpoints/change-endpoint.ts';
import { CompanyName } from '#renderer/features/endpoints/company-name.tsx';
import { CompanySelect } from '#renderer/features/endpoints/company-select.tsx';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { IconAction } from '#renderer/ui/icon-action.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';

interface EditChannelsProps {
  readonly endpoint: EndpointDetail;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export const EditChannels = (props: EditChannelsProps) => (
  <Modal opened={props.opened} onClose={props.onClose} title="Edit channels" size="lg">
    {props.opened && <ChannelsForm {...props} />}
  </Modal>
);

const ChannelsForm = ({ endpoint, onClose }: EditChannelsProps) => {
  const change = useChangeEndpoint(endpoint.id);
  const form = useDraftForm({ initialValues: { channels: endpoint.channels }, error: change.error });
  const { channels } = form.values;
  const set = (ids: readonly string[]): void => form.setFieldValue('channels', [...new Set(ids)]);
  return (
    <ActionForm
      form={form}
      saving={change}
      action="Save channels"
      failed="Channels not saved"
      onCancel={onClose}
      onSubmit={(values) =>
        change.mutate(values, {
          onSuccess: () => {
            notifyDone('Channels saved.', () => change.mutate({ channels: endpoint.channels }));
            onClose();
          },
        })
      }
    >
      <Text>Only events of these companies are sent; without any, events of all companies.</Text>
      {channels.map((companyId) => (
        <Group key={companyId} justify="space-between" wrap="nowrap">
          <CompanyName companyId={companyId} />
          <IconAction
            icon={IconX}
            tooltip="Remove"
            label={`Remove ${companyId}`}
            onClick={() => set(channels.filter((id) => id !== companyId))}
          />
        </Group>
      ))}
      <CompanySelect
        key={channels.length}
        label="Add company"
        placeholder="Name or id"
        value=""
        onChange={(id) => id !== '' && set([...channels, id])}
        error={form.errors.channels}
      />
    </ActionForm>
  );
};
