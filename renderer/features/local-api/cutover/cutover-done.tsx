import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmModal } from '#renderer/ui/confirm-modal.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { CutoverOutcome } from './cutover-outcome.tsx';
import { useCutoverResult, useUndoCutover } from './use-cutover.ts';

/** The result of the cutover, and its undo. */
export const CutoverDone = ({ at }: { at: string }) => {
  const [confirming, setConfirming] = useState(false);
  const undo = useUndoCutover();
  const result = useCutoverResult();
  return (
    <Section
      title="Cutover"
      beside={<StatusBadge tone="good">Cut over</StatusBadge>}
      actions={<SmallButton onClick={() => setConfirming(true)}>Undo cutover…</SmallButton>}
    >
      <Stack>
        <Text>
          Since <Instant at={at} /> (service clock). Rules no longer fire, and the alerts endpoints answer
          404. Set headers in{' '}
          <TextLink to="/endpoints" inherit>
            Endpoints
          </TextLink>
          .
        </Text>
        {result?.at === at && <CutoverOutcome result={result} />}
      </Stack>
      <ConfirmModal
        opened={confirming}
        onClose={() => setConfirming(false)}
        title="Undo cutover"
        text="Disables the endpoints it created; their messages stay. Rules and alerts endpoints work again; endpoints you added stay as they are."
        action="Undo cutover"
        isDangerous
        doing={undo}
        failed="Cutover not undone"
        onConfirm={() => undo.mutate(undefined, { onSuccess: () => notifyDone('Cutover undone.') })}
      />
    </Section>
  );
};
