import { NumberInput } from '@mantine/core';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { useChangeEndpoint } from '#renderer/features/endpoints/change-endpoint.ts';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { Section } from '#renderer/ui/section.tsx';

export const RateLimit = ({ endpoint: { id, messagesPerSecond } }: { endpoint: EndpointDetail }) => {
  const change = useChangeEndpoint(id);
  const present = messagesPerSecond ?? null;
  const form = useDraftForm<{ messagesPerSecond: number | string }>({
    initialValues: { messagesPerSecond: present ?? '' },
    error: change.error,
  });
  const value = form.values.messagesPerSecond;
  const limit = value === '' ? null : Number(value);
  const submit = (): void =>
    change.mutate(
      { messagesPerSecond: limit },
      {
        onSuccess: () =>
          notifyDone(limit === null ? 'Rate limit removed.' : `Rate limit: ${limit} messages/s.`, () =>
            change.mutate({ messagesPerSecond: present }),
          ),
      },
    );
  return (
    <Section title="Rate limit" description="Messages over the limit wait; other endpoints are not affected.">
      <ActionForm
        form={form}
        saving={change}
        action="Save limit"
        failed="Limit not saved"
        blocked={limit === present ? 'No changes' : undefined}
        onSubmit={submit}
      >
        <NumberInput
          label="Messages per second"
          w={220}
          placeholder="No limit"
          min={1}
          max={10_000}
          allowDecimal={false}
          {...form.getInputProps('messagesPerSecond')}
        />
      </ActionForm>
    </Section>
  );
};
