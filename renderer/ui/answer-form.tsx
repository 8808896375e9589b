import { Button, Group, NumberInput, Stack } from '@mantine/core';
import { useState } from 'react';
import type { ReceiverAnswer } from '#contract/receiver.ts';
import { useReceiverOrder } from '#renderer/lib/use-receiver.ts';
import { ErrorNotice } from './error-notice.tsx';
import { notifyDone } from './notify.tsx';

/** How the receiver answers from now on, so that failures and retries can be seen. */
export const AnswerForm = ({ answer }: { answer: ReceiverAnswer }) => {
  const [statusCode, setStatusCode] = useState<string | number>(answer.statusCode);
  const [seconds, setSeconds] = useState<string | number>(answer.delayMs / 1000);
  const order = useReceiverOrder();
  const wanted = { statusCode: Number(statusCode), delayMs: Math.round(Number(seconds) * 1000) };
  const isNew = wanted.statusCode !== answer.statusCode || wanted.delayMs !== answer.delayMs;
  const submit = (): void =>
    order.mutate(
      { answer: wanted },
      {
        onSuccess: () =>
          notifyDone(`The receiver answers ${wanted.statusCode} from now on.`, () =>
            order.mutate({ answer }),
          ),
      },
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="xs">
        <Group gap="sm" align="flex-end">
          <NumberInput
            label="Answers with status"
            size="xs"
            w={150}
            min={200}
            max={599}
            allowDecimal={false}
            clampBehavior="strict"
            value={statusCode}
            onChange={setStatusCode}
          />
          <NumberInput
            label="After, in seconds"
            size="xs"
            w={150}
            min={0}
            max={120}
            decimalScale={3}
            value={seconds}
            onChange={setSeconds}
          />
          <Button
            type="submit"
            size="xs"
            variant="default"
            loading={order.isPending}
            disabled={!isNew || statusCode === '' || seconds === '' || wanted.statusCode < 200}
          >
            Change the answer
          </Button>
        </Group>
        {order.error && <ErrorNotice title="The answer was not changed" error={order.error} />}
      </Stack>
    </form>
  );
};
