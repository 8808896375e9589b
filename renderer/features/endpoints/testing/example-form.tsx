import { Button, Radio, Select, Stack } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { eventTypes } from '#contract/events.ts';
import { CompanySelect } from '#renderer/features/endpoints/company-select.tsx';
import { groupedEventTypes } from '#renderer/features/endpoints/endpoint-labels.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { useSendExample } from './send-example.ts';

interface ExampleFormProps {
  readonly endpoint: EndpointDetail;
  readonly onSent: (messageId: string) => void;
}

/** Which example goes to whom. */
export const ExampleForm = ({ endpoint, onSent }: ExampleFormProps) => {
  const [to, setTo] = useState<'endpoint' | 'all'>('endpoint');
  const [eventType, setEventType] = useState(endpoint.eventTypes[0] ?? 'company.created');
  const [companyId, setCompanyId] = useState('');
  const send = useSendExample();
  const own = new Set(endpoint.eventTypes);
  const others = eventTypes.filter((type) => !own.has(type));
  const submit = (): void =>
    send.mutate(
      to === 'endpoint'
        ? { to, webhookId: endpoint.id, eventType }
        : { to, eventType, ...(companyId === '' ? {} : { companyId }) },
      { onSuccess: ({ messageId }) => onSent(messageId) },
    );
  return (
    <Section title="Send an example">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap="sm">
          <Radio.Group label="To" value={to} onChange={(value) => setTo(value as typeof to)}>
            <Stack gap="xs" mt={6}>
              <Radio
                value="endpoint"
                label="This endpoint alone"
                description="One attempt, at once; nothing is retried."
              />
              <Radio
                value="all"
                label="Every endpoint that listens"
                description="As a real event, with retries."
              />
            </Stack>
          </Radio.Group>
          <Select
            label="Event type"
            searchable
            allowDeselect={false}
            maxDropdownHeight={300}
            nothingFoundMessage="No event type is called that."
            data={[{ group: 'It listens to', items: [...endpoint.eventTypes] }, ...groupedEventTypes(others)]}
            value={eventType}
            onChange={(value) => value !== null && setEventType(value)}
          />
          {to === 'all' && (
            <CompanySelect
              label="Company"
              description="Without one, a company is made up for the example; it is not stored."
              placeholder="A made-up company"
              value={companyId}
              onChange={setCompanyId}
            />
          )}
          {send.error && <ErrorNotice title="The example was not sent" error={send.error} />}
          <Button
            type="submit"
            leftSection={<IconSend size={16} aria-hidden />}
            loading={send.isPending}
            disabled={to === 'endpoint' && endpoint.disabled}
          >
            Send the example
          </Button>
        </Stack>
      </form>
    </Section>
  );
};
