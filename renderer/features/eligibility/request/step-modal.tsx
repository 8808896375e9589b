import { Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { preferences } from '#renderer/lib/preferences.ts';
import { useDraft } from '#renderer/lib/use-draft.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { useRequestStep } from './request-calls.ts';

interface StepModalProps {
  readonly caseId: string;
  readonly step: 'sent' | 'confirmed';
  readonly onClose: () => void;
}

const words = {
  sent: { title: 'The request was sent', by: 'Who sent it', action: 'Mark it as sent' },
  confirmed: {
    title: 'The request was confirmed',
    by: 'Who confirmed it',
    action: 'Mark it as confirmed',
  },
} as const;

/** Asks who took the step, and how. */
export const StepModal = ({ caseId, step, onClose }: StepModalProps) => {
  const empty = { by: step === 'sent' ? preferences.getState().actor : '', note: '' };
  const [typed, setTyped, forget] = useDraft(`case:${caseId}:request:${step}`, empty);
  const doing = useRequestStep(caseId, step);
  const by = typed.by.trim();
  const note = typed.note.trim();
  const { title, by: byLabel, action } = words[step];
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (by === '') return;
          doing.mutate(
            { by, ...(note === '' ? {} : { note }) },
            {
              onSuccess: () => {
                forget();
                onClose();
              },
            },
          );
        }}
      >
        <Stack>
          <TextInput
            label={byLabel}
            required
            data-autofocus
            value={typed.by}
            onChange={(event) => setTyped({ ...typed, by: event.currentTarget.value })}
          />
          <Textarea
            label="Note"
            description="Such as by mail, or the number of a ticket."
            autosize
            minRows={2}
            maxRows={8}
            value={typed.note}
            onChange={(event) => setTyped({ ...typed, note: event.currentTarget.value })}
          />
          {doing.error && <ErrorNotice title="It is not on record" error={doing.error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={doing.isPending} disabled={by === ''}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
};
