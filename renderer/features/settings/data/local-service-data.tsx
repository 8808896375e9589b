import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { ConfirmModal } from '#renderer/ui/confirm-modal.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { useSample } from '#renderer/ui/use-sample.ts';

/** Opens the sample, and empties the local service. */
export const LocalServiceData = () => {
  const [asked, setAsked] = useState(false);
  const sample = useSample();
  return (
    <Section
      title="Local service data"
      description="Companies, connections, endpoints, rules and messages on this machine"
    >
      <Stack gap="sm">
        <Text>
          The sample case is a complete migration with live data; an existing one is opened unchanged.
        </Text>
        {sample.error && <ErrorNotice title="Sample case not created" error={sample.error} />}
        <Group gap="sm">
          <Button variant="default" loading={sample.isPending} onClick={() => sample.mutate()}>
            Open sample case
          </Button>
          <Button variant="default" color="red" onClick={() => setAsked(true)}>
            Empty sandbox…
          </Button>
        </Group>
      </Stack>
      <EmptySandbox opened={asked} onClose={() => setAsked(false)} />
    </Section>
  );
};

const EmptySandbox = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const reset = useApiMutation(() => api.post<void>('/api/reset'), { rereads: [[]] });
  return (
    <ConfirmModal
      opened={opened}
      onClose={onClose}
      title="Empty sandbox"
      text={
        <Stack gap="xs">
          <Text>This can't be undone: backups do not include the local service. Deleted:</Text>
          <List spacing={4}>
            <List.Item>Companies with their connections and data</List.Item>
            <List.Item>Endpoints, rules, messages, alerts and emails, including waiting ones</List.Item>
            <List.Item>The request log with its evidence, faults and the cutover</List.Item>
          </List>
          <Text>API keys, the clock, settings and all cases with their evidence stay.</Text>
        </Stack>
      }
      action="Empty sandbox"
      isDangerous
      doing={reset}
      progress="Emptying…"
      failed="Sandbox not emptied"
      onConfirm={() =>
        reset.mutate(undefined, {
          onSuccess: () => {
            onClose();
            notifyDone('Sandbox emptied.');
          },
        })
      }
    />
  );
};
