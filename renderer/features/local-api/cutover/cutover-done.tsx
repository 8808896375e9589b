import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmModal } from '#renderer/ui/confirm-modal.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { useUndoCutover } from './use-cutover.ts';
import { WebhookCases } from './webhook-cases.tsx';

/** A service that is cut over, and its undo without a case. */
export const CutoverDone = ({ at }: { at: string }) => {
  const [confirming, setConfirming] = useState(false);
  const undo = useUndoCutover();
  return (
    <Section
      title="Cutover"
      beside={<StatusBadge tone="good">Cut over</StatusBadge>}
      actions={
        <SmallButton changes onClick={() => setConfirming(true)}>
          Undo cutover…
        </SmallButton>
      }
    >
      <Stack gap="xs">
        <Text>
          Since <Instant at={at} /> (service clock). Rules no longer fire, and the alerts endpoints answer
          404. Set headers in{' '}
          <TextLink to="/endpoints" inherit>
            Endpoints
          </TextLink>
          .
        </Text>
        <Text>A case rolls its cutover back with a preview, and keeps it on record:</Text>
        <WebhookCases />
      </Stack>
      <ConfirmModal
        opened={confirming}
        onClose={() => setConfirming(false)}
        title="Undo cutover"
        text="Without a case: disables the endpoints it created; their messages stay. Rules and alerts endpoints work again; endpoints you added stay as they are."
        action="Undo cutover"
        isDangerous
        doing={undo}
        failed="Cutover not undone"
        onConfirm={() => undo.mutate(undefined, { onSuccess: () => notifyDone('Cutover undone.') })}
      />
    </Section>
  );
};
