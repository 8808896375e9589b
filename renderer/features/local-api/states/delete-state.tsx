import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';
import { ConfirmModal } from '#renderer/ui/confirm-modal.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { statePath } from './use-states.ts';

interface DeleteStateProps {
  /** undefined: nothing to confirm. */
  readonly name: string | undefined;
  readonly onClose: () => void;
}

export const DeleteState = ({ name, onClose }: DeleteStateProps) => {
  const remove = useApiMutation((which: string) => api.delete<void>(statePath(which)), {
    rereads: [keys.states],
  });
  return (
    <ConfirmModal
      opened={name !== undefined}
      onClose={onClose}
      title="Delete state"
      text={`The file of state "${name}" is deleted. This can't be undone. The sandbox stays as it is.`}
      action="Delete state"
      isDangerous
      doing={remove}
      failed="State not deleted"
      onConfirm={() =>
        name !== undefined &&
        remove.mutate(name, {
          onSuccess: () => {
            onClose();
            notifyDone(`State "${name}" deleted.`);
          },
        })
      }
    />
  );
};
