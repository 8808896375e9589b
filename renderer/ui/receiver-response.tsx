import { Group } from '@mantine/core';
import type { ReceiverAnswer } from '#contract/receiver.ts';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { useChangeReceiver } from '#renderer/lib/use-receiver.ts';
import { ActionForm } from './action-form.tsx';
import { notifyDone } from './notify.tsx';
import { DelayInput, StatusCodeInput } from './response-inputs.tsx';

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
    <ActionForm
      form={form}
      saving={change}
      action="Change response"
      failed="Response not changed"
      blocked={next === undefined ? 'Enter a status and a delay.' : isNew ? undefined : 'No changes'}
      onSubmit={submit}
    >
      <Group gap="sm">
        <StatusCodeInput
          label="Response status"
          clampBehavior="strict"
          {...form.getInputProps('statusCode')}
        />
        <DelayInput {...form.getInputProps('seconds')} />
      </Group>
    </ActionForm>
  );
};

/** undefined while it is incomplete. */
const answerOf = ({ statusCode, seconds }: Values): ReceiverAnswer | undefined =>
  typeof statusCode === 'string' || typeof seconds === 'string' || statusCode < 200
    ? undefined
    : { statusCode, delayMs: Math.round(seconds * 1000) };
