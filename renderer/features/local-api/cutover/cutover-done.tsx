import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmModal } from '#renderer/ui/confirm-modal.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { CutoverOutcome } from './cutover-outcome.tsx';
import { useCutoverResult, useUndoCutover } from './use-cutover.ts';

/** Cut over: says what came of it, and takes it back. */
export const CutoverDone = ({ at }: { at: string }) => {
  const [asked, setAsked] = useState(false);
  const undo = useUndoCutover();
  const result = useCutoverResult();
  const close = (): void => {
    setAsked(false);
    undo.reset();
  };
  return (
    <Section
      title="Cutover"
      actions={
        <>
          <StatusBadge tone="good">Cut over</StatusBadge>
          <Button size="xs" variant="default" onClick={() => setAsked(true)}>
            Undo the cutover…
          </Button>
        </>
      }
    >
      <Stack>
        <Text>
          Since <Instant at={at} /> by the service's clock. Rules no longer fire, the alerts endpoints answer
          404, and headers are set on the endpoints, in{' '}
          <TextLink to="/endpoints" inherit>
            Endpoints
          </TextLink>
          .
        </Text>
        {result?.at === at && <CutoverOutcome result={result} />}
      </Stack>
      <ConfirmModal
        opened={asked}
        onClose={close}
        title="Undo the cutover"
        text="The endpoints that the cutover made are deleted, with what they still wait for. The rules fire again, and the alerts endpoints answer again. Endpoints that were added by hand stay."
        action="Undo the cutover"
        cancel="Leave it"
        isDangerous
        busy={undo.isPending}
        error={undo.error}
        failed="The cutover was not undone"
        onConfirm={() => undo.mutate(undefined, { onSuccess: () => notifyDone('The cutover is undone.') })}
      />
    </Section>
  );
};
