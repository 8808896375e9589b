import { Radio, type RadioGroupProps, Select, Stack } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { eventTypes } from '#contract/events.ts';
import { CompanySelect } from '#renderer/features/endpoints/company-select.tsx';
import { groupedEventTypes } from '#renderer/features/endpoints/endpoint-labels.ts';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { useSendExample } from './send-example.ts';

interface ExampleFormProps {
  readonly endpoint: EndpointDetail;
  readonly onSent: (messageId: string) => void;
}

interface Values {
  to: 'endpoint' | 'all';
  eventType: string;
  companyId: string;
}

/** Sends an event to this endpoint, or publishes it to all that subscribe to it. */
export const ExampleForm = ({ endpoint, onSent }: ExampleFormProps) => {
  const send = useSendExample();
  const form = useDraftForm<Values>({
    initialValues: {
      to: 'endpoint',
      eventType: endpoint.eventTypes[0] ?? 'company.created',
      companyId: '',
    },
    error: send.error,
  });
  const toAll = form.values.to === 'all';
  const submit = ({ to, eventType, companyId }: Values): void =>
    send.mutate(
      to === 'endpoint'
        ? { to, webhookId: endpoint.id, eventType }
        : { to, eventType, ...(companyId && { companyId }) },
      { onSuccess: ({ messageId }) => onSent(messageId) },
    );
  return (
    <Section title="Send event">
      <ActionForm
        form={form}
        saving={send}
        action="Send event"
        icon={IconSend}
        failed="Event not sent"
        blocked={!toAll && endpoint.disabled ? 'Endpoint disabled: enable it first.' : undefined}
        onSubmit={submit}
      >
        <RecipientField {...form.getInputProps('to')} />
        <Select
          label="Event type"
          searchable
          allowDeselect={false}
          maxDropdownHeight={300}
          nothingFoundMessage="No results"
          data={eventTypeChoices(endpoint)}
          {...form.getInputProps('eventType')}
        />
        {toAll && (
          <CompanySelect
            label="Company"
            placeholder="Fictional company"
            {...form.getInputProps('companyId')}
          />
        )}
      </ActionForm>
    </Section>
  );
};

const RecipientField = (input: Pick<RadioGroupProps, 'value' | 'onChange'>) => (
  <Radio.Group label="To" {...input}>
    <Stack gap="xs" mt={6}>
      <Radio value="endpoint" label="This endpoint" description="Test event: sent once, not retried" />
      <Radio value="all" label="All subscribers" description="As a real event, with retries" />
    </Stack>
  </Radio.Group>
);

const eventTypeChoices = (endpoint: EndpointDetail) => {
  const subscribed = new Set(endpoint.eventTypes);
  const others = eventTypes.filter((type) => !subscribed.has(type));
  return [{ group: 'Subscribed', items: endpoint.eventTypes }, ...groupedEventTypes(others)];
};
