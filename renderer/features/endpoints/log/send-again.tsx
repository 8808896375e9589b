import { Alert, Radio, Stack } from '@mantine/core';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { formatCount } from '#contract/format.ts';
import { DisabledNotice } from '#renderer/features/endpoints/disabled-notice.tsx';
import { endpointPath } from '#renderer/features/endpoints/queries.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { Defined } from '#renderer/ui/term.tsx';
import { isValid, type Range, requestOf, TimeRange } from './time-range.tsx';

const modes = {
  recover: {
    label: 'Recover failed deliveries',
    text: 'One extra attempt for each failed delivery',
    action: 'Recover',
    none: 'No failed deliveries in this time range.',
    done: 'recovering',
  },
  replay: {
    label: 'Replay missed messages',
    text: 'New deliveries of messages it never got, each with the full schedule',
    action: 'Replay',
    none: 'No missed messages in this time range.',
    done: 'created',
  },
} as const;

interface Values extends Range {
  mode: keyof typeof modes;
}

const initialValues: Values = { mode: 'recover', preset: 'day', since: null, until: null };

/** Recovers failed deliveries or replays missed messages. Source: `docs/reference/rules/delivery.md#resend-recover-replay`. */
export const SendAgain = ({ endpoint }: { endpoint: EndpointDetail }) => {
  const sending = useSendAgain(endpoint.id);
  const form = useDraftForm({ initialValues, error: sending.error, onChange: sending.reset });
  const mode = modes[form.values.mode];
  return (
    <Section
      title="Recover or replay"
      description={
        <Defined
          text="Retries failed deliveries, or replays messages that never arrived"
          terms={['replay']}
        />
      }
    >
      <Stack gap="sm">
        <DisabledNotice endpoint={endpoint} />
        <ActionForm
          form={form}
          saving={sending}
          action={mode.action}
          failed="Nothing sent"
          blocked={blockedBy(endpoint, form.values)}
          onSubmit={(values) => sending.mutate(values)}
        >
          <Radio.Group aria-label="Recover or replay" {...form.getInputProps('mode')}>
            <Stack gap="xs">
              {Object.entries(modes).map(([value, { label, text }]) => (
                <Radio key={value} value={value} label={label} description={text} />
              ))}
            </Stack>
          </Radio.Group>
          <TimeRange form={form} />
        </ActionForm>
        {sending.data && (
          <Alert role="status" color={sending.data.count > 0 ? 'teal' : 'gray'}>
            {sending.data.count === 0
              ? mode.none
              : `${formatCount(sending.data.count, 'delivery', 'deliveries')} ${mode.done}; see the messages below.`}
          </Alert>
        )}
      </Stack>
    </Section>
  );
};

const blockedBy = ({ disabled }: EndpointDetail, range: Range): string | undefined => {
  if (disabled) return 'Endpoint disabled: enable it first.';
  return isValid(range) ? undefined : 'Choose a valid time range.';
};

const useSendAgain = (webhookId: string) =>
  useApiMutation(
    async ({ mode, ...range }: Values) =>
      api.post<{ count: number }>(`${endpointPath(webhookId)}/${mode}`, await requestOf(range)),
    {
      onSuccess: (_, client) => {
        void client.invalidateQueries({ queryKey: keys.messages.all });
        void client.invalidateQueries({ queryKey: keys.endpoints.all });
      },
    },
  );
