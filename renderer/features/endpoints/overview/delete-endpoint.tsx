import { Button, Group, List, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { formatCount } from '#contract/format.ts';
import { endpointPath } from '#renderer/features/endpoints/queries.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';
import { withoutScheme } from '#renderer/lib/url-format.ts';
import { ConfirmModal } from '#renderer/ui/confirm-modal.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { Section } from '#renderer/ui/section.tsx';

/** Deletes an endpoint, after a confirmation. */
export const DeleteEndpoint = ({ endpoint }: { endpoint: EndpointDetail }) => {
  const [opened, setOpened] = useState(false);
  const remove = useDeleteEndpoint(endpoint);
  return (
    <Section title="Delete">
      <Group>
        <Button
          size="xs"
          variant="light"
          color="red"
          leftSection={<IconTrash size={14} aria-hidden />}
          onClick={() => setOpened(true)}
        >
          Delete endpoint…
        </Button>
        <Text c="dimmed">To pause deliveries, disable the endpoint instead.</Text>
      </Group>
      <ConfirmModal
        opened={opened}
        onClose={() => setOpened(false)}
        title="Delete endpoint"
        text={<Consequences endpoint={endpoint} />}
        action="Delete endpoint"
        isDangerous
        doing={remove}
        failed="Endpoint not deleted"
        onConfirm={() => remove.mutate()}
      />
    </Section>
  );
};

const useDeleteEndpoint = ({ id, url }: EndpointDetail) => {
  const go = useNavigate();
  return useApiMutation(() => api.delete(endpointPath(id)), {
    onSuccess: async (_, client) => {
      notifyDone(`Endpoint ${withoutScheme(url)} deleted.`);
      await go('/endpoints', { replace: true });
      client.removeQueries({ queryKey: keys.endpoints.of(id) });
      void client.invalidateQueries({ queryKey: keys.endpoints.all });
    },
  });
};

const Consequences = ({ endpoint: { url, headers, health } }: { endpoint: EndpointDetail }) => (
  <Stack gap="xs">
    <Text style={{ overflowWrap: 'anywhere' }}>
      Deletes <b>{url}</b>. This cannot be undone.
    </Text>
    <List>
      <List.Item>
        {health.waiting === 0
          ? 'No deliveries are waiting.'
          : `${formatCount(health.waiting, 'waiting delivery', 'waiting deliveries')} will be cancelled.`}
      </List.Item>
      <List.Item>
        The signing secret{headers.length > 0 && ` and ${formatCount(headers.length, 'custom header')}`} will
        be deleted; a new endpoint gets a new secret.
      </List.Item>
      <List.Item>Messages stay in the message log.</List.Item>
    </List>
  </Stack>
);
