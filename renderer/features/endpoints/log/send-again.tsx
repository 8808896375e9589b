import { Alert, Button, Group, Radio, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { formatCount } from '#contract/format.ts';
import { DisabledNotice } from '#renderer/features/endpoints/disabled-notice.tsx';
import { endpointPath } from '#renderer/features/endpoints/queries.ts';
import { api } from '#renderer/lib/api.ts';
import { keys } from '#renderer/lib/keys.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { isInOrder, type Range, requestOf, TimeRange } from './time-range.tsx';

type Way = 'recover' | 'replay';

const ways = {
  recover: {
    label: 'Recover what failed',
    text: 'One extra attempt at once for every delivery of that time that is Failed. If it is taken, the delivery is a success; if not, it stays as it is.',
    action: 'Recover',
    done: (count: number) =>
      count === 0
        ? 'No delivery of that time is Failed, so nothing was sent.'
        : `${formatCount(count, 'delivery gets', 'deliveries get')} an extra attempt. Follow them below.`,
  },
  replay: {
    label: 'Replay what it missed',
    text: 'Makes the deliveries of that time that it never got, because it was disabled, was not there yet or did not listen. Each has the full schedule of attempts.',
    action: 'Replay',
    done: (count: number) =>
      count === 0
        ? 'It missed nothing in that time, so nothing was made.'
        : `${formatCount(count, 'delivery is', 'deliveries are')} made and on the way. Follow them below.`,
  },
} as const satisfies Record<Way, unknown>;

/** Makes up for messages that an endpoint did not take. Source: `docs/reference/rules/delivery.md#resend-recover-replay`. */
export const SendAgain = ({ endpoint }: { endpoint: EndpointDetail }) => {
  const [way, setWay] = useState<Way>('recover');
  const [range, setRange] = useState<Range>({ preset: 'day', since: '', until: '' });
  const client = useQueryClient();
  const sending = useMutation({
    mutationFn: async () => ({
      ...(await api.post<{ count: number }>(`${endpointPath(endpoint.id)}/${way}`, await requestOf(range))),
      way,
    }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: keys.messages.all });
      void client.invalidateQueries({ queryKey: keys.endpoints.all });
    },
  });
  const change = <T,>(set: (value: T) => void, value: T): void => {
    sending.reset();
    set(value);
  };
  return (
    <Section
      title="Send again"
      description="For a consumer that was down, or that was added late. To resend one message, open it."
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          sending.mutate();
        }}
      >
        <Stack gap="sm">
          <DisabledNotice endpoint={endpoint} />
          <Radio.Group
            aria-label="What is sent again"
            value={way}
            onChange={(value) => change(setWay, value as Way)}
          >
            <Stack gap="xs">
              {(['recover', 'replay'] as const).map((value) => (
                <Radio key={value} value={value} label={ways[value].label} description={ways[value].text} />
              ))}
            </Stack>
          </Radio.Group>
          <TimeRange value={range} onChange={(value) => change(setRange, value)} />
          <Group gap="sm">
            <Button
              type="submit"
              loading={sending.isPending}
              disabled={endpoint.disabled || !isInOrder(range)}
            >
              {ways[way].action}
            </Button>
          </Group>
          {sending.data && (
            <Alert role="status" color={sending.data.count > 0 ? 'teal' : 'gray'} title="Done">
              {ways[sending.data.way].done(sending.data.count)}
            </Alert>
          )}
          {sending.error && <ErrorNotice title="Nothing was sent again" error={sending.error} />}
        </Stack>
      </form>
    </Section>
  );
};
