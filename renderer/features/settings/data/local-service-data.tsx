import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Restored } from '#contract/backups.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { useHealth } from '#renderer/lib/use-health.ts';
import { ConfirmModal } from '#renderer/ui/confirm-modal.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { ActionButton } from '#renderer/ui/small-button.tsx';
import { useSample } from '#renderer/ui/use-sample.ts';

/** Opens the sample, and empties the local service. */
export const LocalServiceData = () => {
  const [asked, setAsked] = useState(false);
  const sample = useSample();
  return (
    <Section title="Local service data" description="Companies, connections, endpoints, rules and messages">
      <Stack gap="sm">
        <Damaged />
        <Text>
          The sample case is a complete migration with live data; an existing one is opened unchanged.
        </Text>
        {sample.error && <ErrorNotice title="Sample case not created" error={sample.error} />}
        <Group gap="sm">
          <ActionButton variant="default" loading={sample.isPending} onClick={() => sample.mutate()}>
            Open sample case
          </ActionButton>
          <Button variant="default" color="red" onClick={() => setAsked(true)}>
            Empty sandbox…
          </Button>
        </Group>
      </Stack>
      <EmptySandbox opened={asked} onClose={() => setAsked(false)} />
    </Section>
  );
};

/** Its database could not be opened; everything else works. */
const Damaged = () => {
  const { data: health } = useHealth();
  const [asked, setAsked] = useState(false);
  const startEmpty = useApiMutation(() => api.post<Restored>('/api/local-service/empty'), { rereads: [[]] });
  if (health?.store !== 'damaged') return null;
  return (
    <Alert color="red" role="alert" title="Database of the local service is damaged">
      <Stack gap="sm" align="flex-start">
        <Text>
          The local service is stopped; cases are not affected. Restore a backup of it above, or start empty.
        </Text>
        <Button variant="default" color="red" onClick={() => setAsked(true)}>
          Start empty…
        </Button>
      </Stack>
      <ConfirmModal
        opened={asked}
        onClose={() => setAsked(false)}
        title="Start empty"
        text="The damaged database is kept aside in the data folder. The local service gets a new API key."
        action="Start empty"
        isDangerous
        doing={startEmpty}
        progress="Starting…"
        failed="Not started"
        onConfirm={() =>
          startEmpty.mutate(undefined, {
            onSuccess: ({ text }) => {
              setAsked(false);
              notifyDone(text);
            },
          })
        }
      />
    </Alert>
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
          <Text>This can't be undone: backups of the local service are deleted too. Deleted:</Text>
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
