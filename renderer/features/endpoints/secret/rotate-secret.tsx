import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import type { Secret } from '#contract/endpoint.ts';
import { formatDuration } from '#contract/format.ts';
import { rotationOverlapMs } from '#contract/schedule.ts';
import { endpointPath } from '#renderer/features/endpoints/queries.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';
import { ConfirmModal } from '#renderer/ui/confirm-modal.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';

const overlap = formatDuration(rotationOverlapMs);

/** Rotates the signing secret, after a confirmation. */
export const RotateSecret = ({ webhookId, onRotated }: { webhookId: string; onRotated: () => void }) => {
  const [opened, setOpened] = useState(false);
  const rotate = useApiMutation(
    // The response holds the secret, which must not stay in the page.
    async () => {
      await api.post<Secret>(`${endpointPath(webhookId)}/secret/rotate`);
    },
    {
      isSecret: true,
      rereads: [keys.endpoints.of(webhookId)],
      onSuccess: () => {
        setOpened(false);
        onRotated();
        notifyDone(`Secret rotated. The old one stays valid for ${overlap}.`);
      },
    },
  );
  return (
    <>
      <SmallButton changes icon={IconRefresh} onClick={() => setOpened(true)}>
        Rotate secret…
      </SmallButton>
      <ConfirmModal
        opened={opened}
        onClose={() => setOpened(false)}
        title="Rotate secret"
        text={`For ${overlap} every message is signed with both secrets: update the consumer in that time. Then the old secret is deleted.`}
        action="Rotate secret"
        isDangerous
        doing={rotate}
        failed="Secret not rotated"
        onConfirm={() => rotate.mutate()}
      />
    </>
  );
};
