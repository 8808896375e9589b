import { Checkbox, Modal, Stack, TagsInput, TextInput } from '@mantine/core';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { webhookLimits } from '#contract/webhook.ts';
import { CompanySelect } from '#renderer/features/endpoints/company-select.tsx';
import { ReceiverUrlButton } from '#renderer/features/endpoints/receiver/receiver-url-button.tsx';
import { type DraftForm, useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { blankEndpoint, type EndpointValues, useCreateEndpoint } from './create-endpoint.ts';
import { EventTypesField } from './event-types-field.tsx';

interface NewEndpointProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onCreated: (created: EndpointDetail) => void;
}

export const NewEndpoint = ({ opened, onClose, onCreated }: NewEndpointProps) => (
  <Modal opened={opened} onClose={onClose} title="New endpoint" size="lg">
    {opened && <NewEndpointForm onClose={onClose} onCreated={onCreated} />}
  </Modal>
);

const NewEndpointForm = ({ onClose, onCreated }: Omit<NewEndpointProps, 'opened'>) => {
  const create = useCreateEndpoint();
  const form = useDraftForm({
    draft: 'endpoint:new',
    initialValues: blankEndpoint,
    error: create.error,
  });
  const { eventTypes, companyTags } = form.values;
  return (
    <ActionForm
      form={form}
      saving={create}
      action="Create endpoint"
      failed="Endpoint not created"
      blocked={eventTypes.length === 0 ? 'Choose event types.' : tagProblem(companyTags)}
      onCancel={() => {
        form.forget();
        onClose();
      }}
      onSubmit={(values) =>
        create.mutate(values, {
          onSuccess: (created) => {
            form.forget();
            onCreated(created);
          },
        })
      }
    >
      <Stack gap={6}>
        <TextInput
          label="URL"
          required
          data-autofocus
          maxLength={2048}
          placeholder="https://…"
          {...form.getInputProps('url')}
        />
        <ReceiverUrlButton onUrl={(receiverUrl) => form.setFieldValue('url', receiverUrl)} />
      </Stack>
      <EventTypesField {...form.getInputProps('eventTypes')} />
      <CompanyFields form={form} />
      <Checkbox
        label="Create disabled"
        description="Nothing is sent until it is enabled."
        {...form.getInputProps('disabled', { type: 'checkbox' })}
      />
    </ActionForm>
  );
};

const CompanyFields = ({ form }: { readonly form: DraftForm<EndpointValues> }) => {
  const { companyTags } = form.values;
  const { error, ...tags } = form.getInputProps('companyTags');
  return (
    <>
      <CompanySelect
        label="Company"
        description="Only events of this company; shown in Channels"
        placeholder="All companies"
        {...form.getInputProps('companyId')}
      />
      <TagsInput
        label="Company tags"
        description={`Only companies with one of these tags, up to ${webhookLimits.companyTags}`}
        placeholder={companyTags.length === 0 ? 'key:value, then Enter' : ''}
        maxTags={webhookLimits.companyTags}
        {...tags}
        error={tagProblem(companyTags) ?? error}
      />
    </>
  );
};

const tagProblem = (tags: readonly string[]): string | undefined => {
  const wrong = tags.find((tag) => tag.indexOf(':') < 1);
  return wrong === undefined ? undefined : `"${wrong}" has no key. Use key:value, such as region:eu.`;
};
