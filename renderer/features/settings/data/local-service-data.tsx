import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#renderer/lib/api.ts';
import { ConfirmModal } from '#renderer/ui/confirm-modal.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { useSample } from '#renderer/ui/use-sample.ts';

/** Filling the local service with the sample, and emptying it. */
export const LocalServiceData = () => {
  const [asked, setAsked] = useState(false);
  const sample = useSample();
  return (
    <Section
      title="What is in the local service"
      description="Companies, connections, endpoints, rules and messages of this machine alone."
    >
      <Stack gap="sm">
        <Text>
          The sample case walks through a whole migration with live data. If there is one already, it is
          opened as it is.
        </Text>
        {sample.error && <ErrorNotice title="The sample case was not made" error={sample.error} />}
        <Group gap="sm">
          <Button variant="default" loading={sample.isPending} onClick={() => sample.mutate()}>
            Open the sample case
          </Button>
          <Button variant="default" color="red" onClick={() => setAsked(true)}>
            Empty the sandbox…
          </Button>
        </Group>
      </Stack>
      <EmptySandbox opened={asked} onClose={() => setAsked(false)} />
    </Section>
  );
};

const EmptySandbox = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const client = useQueryClient();
  const reset = useMutation({
    mutationFn: () => api.post<void>('/api/reset'),
    onSuccess: () => client.invalidateQueries(),
  });
  const close = (): void => {
    reset.reset();
    onClose();
  };
  return (
    <ConfirmModal
      opened={opened}
      onClose={close}
      title="Empty the sandbox"
      text={
        <Stack gap="xs">
          <Text>This can't be brought back: no backup holds the local service. Removed are</Text>
          <List spacing={4}>
            <List.Item>all companies with their connections and data,</List.Item>
            <List.Item>endpoints and rules, messages, alerts and mails, with what still waits,</List.Item>
            <List.Item>the request log with its evidence, faults, and a cutover.</List.Item>
          </List>
          <Text>
            API keys, the clock and the settings stay, and so do all cases, with the evidence that they hold.
          </Text>
        </Stack>
      }
      action="Empty the sandbox"
      cancel="Keep everything"
      isDangerous
      busy={reset.isPending}
      progress="Emptying…"
      error={reset.error}
      failed="The sandbox was not emptied"
      onConfirm={() =>
        reset.mutate(undefined, {
          onSuccess: () => {
            close();
            notifyDone('The sandbox is empty.');
          },
        })
      }
    />
  );
};
