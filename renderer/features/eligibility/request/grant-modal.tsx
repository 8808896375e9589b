import { Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { GrantResult } from '#contract/eligibility.ts';
import { preferences } from '#renderer/lib/preferences.ts';
import { useDraft } from '#renderer/lib/use-draft.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { useGrant } from './request-calls.ts';

interface GrantModalProps {
  readonly caseId: string;
  readonly onClose: () => void;
  readonly onGranted: (result: GrantResult['result']) => void;
}

/** The provider's part, on the local service. */
export const GrantModal = ({ caseId, onClose, onGranted }: GrantModalProps) => {
  const [typed, setTyped, forget] = useDraft(`case:${caseId}:grant`, {
    by: preferences.getState().actor,
    note: '',
  });
  const grant = useGrant(caseId);
  const by = typed.by.trim();
  const note = typed.note.trim();
  const submit = (): void =>
    grant.mutate(
      {
        by,
        ...(note === '' ? {} : { note }),
      },
      {
        onSuccess: ({ result }) => {
          forget();
          onGranted(result);
          onClose();
        },
      },
    );
  return (
    <Modal opened onClose={onClose} title="Grant the migration on the local service" size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (by !== '') submit();
        }}
      >
        <Stack>
          <Text>
            Rules with a webhook become endpoints with the same URL; headers are carried over to each.
          </Text>
          <TextInput
            label="Who grants it"
            required
            data-autofocus
            value={typed.by}
            onChange={(event) => setTyped({ ...typed, by: event.currentTarget.value })}
          />
          <Textarea
            label="Note"
            autosize
            minRows={2}
            maxRows={8}
            value={typed.note}
            onChange={(event) => setTyped({ ...typed, note: event.currentTarget.value })}
          />
          {grant.error && <ErrorNotice title="It was not granted" error={grant.error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={grant.isPending} disabled={by === ''}>
              Grant the migration
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
};
