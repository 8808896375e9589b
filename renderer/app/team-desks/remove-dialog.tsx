import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { TeamDesk } from '#contract/bridge.ts';
import { bridge } from '#renderer/lib/bridge.ts';
import { nameOfDesk } from '#renderer/lib/desks.ts';
import { ConfirmModal } from '#renderer/ui/confirm-modal.tsx';
import { sayNotRevoked } from './not-revoked.ts';

interface RemoveDialogProps {
  readonly desk: TeamDesk | undefined;
  readonly onClose: () => void;
}

/** Takes a desk out of the list, and from this machine what the app has of it. */
export const RemoveDialog = ({ desk, onClose }: RemoveDialogProps) => {
  const last = useRef(desk);
  // It fades out with the words that it had.
  if (desk !== undefined) last.current = desk;
  const { current: shown } = last;
  const remove = useMutation({
    mutationFn: async (id: string) => bridge()?.removeTeam(id),
    onSuccess: (problem) => {
      onClose();
      sayNotRevoked(problem);
    },
  });
  if (shown === undefined) return undefined;
  const name = nameOfDesk(shown);
  return (
    <ConfirmModal
      opened={desk !== undefined}
      onClose={onClose}
      title={`Remove ${name}?`}
      text={`${
        shown.person === undefined ? '' : `Signs out ${shown.person.name}. `
      }Deletes what this app keeps of the desk: drafts, preferences, and the key that signs approvals, if this app made one. Nothing on the desk is deleted.`}
      action="Remove desk"
      isDangerous
      doing={remove}
      failed="Not removed"
      onConfirm={() => remove.mutate(shown.id)}
    />
  );
};
