import { Button, Group, List, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { formatCount } from '#contract/format.ts';
import { endpointPath } from '#renderer/features/endpoints/queries.ts';
import { api } from '#renderer/lib/api.ts';
import { keys } from '#renderer/lib/keys.ts';
import { withoutScheme } from '#renderer/lib/url-format.ts';
import { ConfirmModal } from '#renderer/ui/confirm-modal.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { Section } from '#renderer/ui/section.tsx';

/** Deletes an endpoint, once it is said what follows from it. */
export const DeleteEndpoint = ({ endpoint }: { endpoint: EndpointDetail }) => {
  const [opened, setOpened] = useState(false);
  const remove = useDeleteEndpoint(endpoint);
  return (
    <Section title="Delete">
      <Group justify="space-between">
        <Text>To stop deliveries for a while, disable it instead: that can be taken back.</Text>
        <Button
          size="xs"
          variant="light"
          color="red"
          leftSection={<IconTrash size={14} aria-hidden />}
          onClick={() => setOpened(true)}
        >
          Delete the endpoint…
        </Button>
      </Group>
      <ConfirmModal
        opened={opened}
        onClose={() => setOpened(false)}
        title="Delete the endpoint"
        text={<Consequences endpoint={endpoint} />}
        action="Delete the endpoint"
        cancel="Keep it"
        isDangerous
        busy={remove.isPending}
        error={remove.error}
        failed="The endpoint was not deleted"
        onConfirm={() => remove.mutate()}
      />
    </Section>
  );
};

const useDeleteEndpoint = ({ id, url }: EndpointDetail) => {
  const client = useQueryClient();
  const go = useNavigate();
  return useMutation({
    mutationFn: () => api.delete(endpointPath(id)),
    onSuccess: async () => {
      notifyDone(`${withoutScheme(url)} is deleted.`);
      await go('/endpoints', { replace: true });
      client.removeQueries({ queryKey: keys.endpoints.of(id) });
      void client.invalidateQueries({ queryKey: keys.endpoints.all });
    },
  });
};

const Consequences = ({ endpoint: { url, headers, health } }: { endpoint: EndpointDetail }) => (
  <Stack gap="xs">
    <Text style={{ overflowWrap: 'anywhere' }}>
      This deletes <b>{url}</b>, and can't be taken back:
    </Text>
    <List>
      <List.Item>
        {health.waiting === 0
          ? 'No delivery waits for it.'
          : `${formatCount(health.waiting, 'delivery that waits', 'deliveries that wait')} for it will be Cancelled.`}
      </List.Item>
      <List.Item>
        {headers.length === 0
          ? 'Its signing secret is gone'
          : `Its signing secret and ${formatCount(headers.length, 'custom header')} are gone`}
        : a new endpoint at the same URL has another secret, which the consumer must be given.
      </List.Item>
      <List.Item>What was delivered stays in the message log.</List.Item>
    </List>
  </Stack>
);
