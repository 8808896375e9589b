import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Secret } from '#contract/endpoint.ts';
import { formatDuration } from '#contract/format.ts';
import { rotationOverlapMs } from '#contract/schedule.ts';
import { endpointPath } from '#renderer/features/endpoints/queries.ts';
import { api } from '#renderer/lib/api.ts';
import { keys } from '#renderer/lib/keys.ts';
import { ConfirmModal } from '#renderer/ui/confirm-modal.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';

const overlapHours = formatDuration(rotationOverlapMs).replace('1 d', '24 hours');

/** Makes a new signing secret, once it is said what follows. */
export const RotateSecret = ({ webhookId, onRotated }: { webhookId: string; onRotated: () => void }) => {
  const [opened, setOpened] = useState(false);
  const client = useQueryClient();
  const rotate = useMutation({
    gcTime: 0,
    // The answer holds the secret, which is not to stay in the page.
    mutationFn: async () => {
      await api.post<Secret>(`${endpointPath(webhookId)}/secret/rotate`);
    },
    onSuccess: () => {
      setOpened(false);
      onRotated();
      notifyDone(`There is a new secret. The old one signs too for ${overlapHours}.`);
      void client.invalidateQueries({ queryKey: keys.endpoints.of(webhookId) });
    },
  });
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconRefresh size={14} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        Rotate the secret…
      </Button>
      <ConfirmModal
        opened={opened}
        onClose={() => setOpened(false)}
        title="Rotate the secret"
        text={`A new secret is made. For ${overlapHours} every message is signed with both, so the consumer has that long to take up the new one. After that the old one is gone, and can't be brought back.`}
        action="Make a new secret"
        cancel="Keep the present one"
        isDangerous
        busy={rotate.isPending}
        error={rotate.error}
        failed="The secret was not rotated"
        onConfirm={() => rotate.mutate()}
      />
    </>
  );
};
