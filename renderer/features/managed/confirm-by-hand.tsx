import { Button, Group, Stack } from '@mantine/core';
import { formatCount } from '#contract/format.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { useConfirmSyncing } from './confirm-syncing.ts';
import { SaidByFields, saidBy, useSaidBy } from './said-by.tsx';

interface ConfirmByHandProps {
  readonly caseId: string;
  /** Those chosen for which nothing is confirmed. */
  readonly refs: readonly string[];
  readonly blocked: boolean;
  readonly onDone: () => void;
}

/** Confirms companies that were chosen in the list. */
export const ConfirmByHand = ({ caseId, refs, blocked, onDone }: ConfirmByHandProps) => {
  const [said, setSaid] = useSaidBy(caseId);
  const confirming = useConfirmSyncing(caseId);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        confirming.mutate({ refs: [...refs], ...saidBy(said) }, { onSuccess: onDone });
      }}
    >
      <Stack>
        <SaidByFields said={said} onChange={setSaid} />
        {confirming.error && <ErrorNotice title="Nothing was confirmed" error={confirming.error} />}
        <Group>
          <Button
            type="submit"
            disabled={blocked || refs.length === 0 || said.by.trim() === ''}
            loading={confirming.isPending}
          >
            {refs.length === 0
              ? 'Choose companies that are not confirmed'
              : `Confirm that syncing is disabled for ${formatCount(refs.length, 'company', 'companies')}`}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
