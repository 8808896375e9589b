import { Button, Group, NumberInput, Stack } from '@mantine/core';
import { useState } from 'react';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { useChangeEndpoint } from '#renderer/features/endpoints/change-endpoint.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { Section } from '#renderer/ui/section.tsx';

/** How many messages a second it is sent at most. */
export const RateLimit = ({ endpoint: { id, messagesPerSecond } }: { endpoint: EndpointDetail }) => {
  const [value, setValue] = useState<string | number>(messagesPerSecond ?? '');
  const change = useChangeEndpoint(id);
  const wanted = value === '' ? null : Number(value);
  const words = wanted === null ? 'There is no limit now.' : `At most ${wanted} messages a second now.`;
  const submit = (): void =>
    change.mutate(
      { messagesPerSecond: wanted },
      {
        onSuccess: () =>
          notifyDone(words, () => change.mutate({ messagesPerSecond: messagesPerSecond ?? null })),
      },
    );
  return (
    <Section
      title="Limit"
      description="For a consumer that can take only so much. What is over the limit waits, and does not hold up other endpoints."
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap="sm">
          <Group align="flex-end" gap="sm">
            <NumberInput
              label="Messages a second"
              w={220}
              placeholder="No limit"
              min={1}
              max={10_000}
              allowDecimal={false}
              value={value}
              onChange={setValue}
            />
            <Button
              type="submit"
              variant="default"
              loading={change.isPending}
              disabled={wanted === (messagesPerSecond ?? null)}
            >
              Save the limit
            </Button>
          </Group>
          {change.error && <ErrorNotice title="The limit was not changed" error={change.error} />}
        </Stack>
      </form>
    </Section>
  );
};
