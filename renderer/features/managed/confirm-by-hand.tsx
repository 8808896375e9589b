import { Button, Group, Stack, Text } from '@mantine/core';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { useConfirmSyncing } from './confirm-syncing.ts';
import { ConfirmedByFields, confirmedBy, useConfirmedBy } from './confirmed-by.tsx';
import { companies } from './not-migrated.ts';

interface ConfirmByHandProps {
  readonly caseId: string;
  /** Selected companies that are not confirmed. */
  readonly refs: readonly string[];
  readonly blocked: boolean;
  readonly onDone: () => void;
}

/** Confirms the selected companies. */
export const ConfirmByHand = ({ caseId, refs, blocked, onDone }: ConfirmByHandProps) => {
  const confirming = useConfirmSyncing(caseId);
  const form = useConfirmedBy(caseId, confirming.error);
  const isEmpty = refs.length === 0;
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) =>
        confirming.mutate({ refs: [...refs], ...confirmedBy(values) }, { onSuccess: onDone }),
      )}
    >
      <Stack>
        <ConfirmedByFields form={form} />
        {confirming.error && <ErrorNotice title="Not confirmed" error={confirming.error} />}
        <Group justify="flex-end">
          <Text c="dimmed">{isEmpty && 'Select unconfirmed companies first.'}</Text>
          <Button
            type="submit"
            disabled={blocked || isEmpty || form.values.by.trim() === ''}
            loading={confirming.isPending}
          >
            {isEmpty ? 'Confirm companies' : `Confirm ${companies(refs.length)}`}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
