import { Group, NumberInput, Stack } from '@mantine/core';
import type { ReceiverAnswer } from '#contract/receiver.ts';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { useChangeReceiver } from '#renderer/lib/use-receiver.ts';
import { ErrorNotice } from './error-notice.tsx';
import { notifyDone } from './notify.tsx';
import { SmallButton } from './small-button.tsx';

/** Numbers; a text while they are none yet. */
interface Values {
  statusCode: number | string;
  seconds: number | string;
}

/** How the receiver responds, so that failures and retries can be tried. */
export const ReceiverResponse = ({ answer }: { answer: ReceiverAnswer }) => {
  const change = useChangeReceiver();
  const form = useDraftForm<Values>({
    initialValues: { statusCode: answer.statusCode, seconds: answer.delayMs / 1000 },
    error: change.error,
  });
  const next = answerOf(form.values);
  const isNew = next?.statusCode !== answer.statusCode || next.delayMs !== answer.delayMs;
  const submit = (): void => {
    if (next === undefined) return;
    change.mutate(
      { answer: next },
      {
        onSuccess: () =>
          notifyDone(`Receiver responds with ${next.statusCode}.`, () => change.mutate({ answer })),
      },
    );
  };
  return (
    <form onSubmit={form.onSubmit(submit)}>
      <Stack gap="xs">
        <Group gap="sm" align="flex-end">
          <NumberInput
            label="Response status"
            size="xs"
            w={150}
            min={200}
            max={599}
            allowDecimal={false}
            clampBehavior="strict"
            {...form.getInputProps('statusCode')}
          />
          <NumberInput
            label="Delay (s)"
            size="xs"
            w={150}
            min={0}
            max={120}
            decimalScale={3}
            {...form.getInputProps('seconds')}
          />
          <SmallButton type="submit" loading={change.isPending} disabled={next === undefined || !isNew}>
            Change response
          </SmallButton>
        </Group>
        {change.error && <ErrorNotice title="Response not changed" error={change.error} />}
      </Stack>
    </form>
  );
};

/** undefined while it is incomplete. */
const answerOf = ({ statusCode, seconds }: Values): ReceiverAnswer | undefined =>
  typeof statusCode === 'string' || typeof seconds === 'string' || statusCode < 200
    ? undefined
    : { statusCode, delayMs: Math.round(seconds * 1000) };
