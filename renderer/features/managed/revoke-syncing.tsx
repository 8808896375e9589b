import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '#contract/format.ts';
import { forgetDraft } from '#renderer/lib/drafts.ts';
import { ReasonModal } from '#renderer/ui/reason-modal.tsx';
import { useRevokeSyncing } from './confirm-syncing.ts';

interface RevokeSyncingProps {
  readonly caseId: string;
  /** Those chosen for which it is confirmed. */
  readonly refs: readonly string[];
  readonly onDone: () => void;
}

/** Withdraws the confirmation of companies, such as when their syncing was switched on again. */
export const RevokeSyncing = ({ caseId, refs, onDone }: RevokeSyncingProps) => {
  const [opened, setOpened] = useState(false);
  const revoking = useRevokeSyncing(caseId);
  const draft = `case:${caseId}:revoke-syncing`;
  const close = (): void => {
    setOpened(false);
    revoking.reset();
  };
  const which = formatCount(refs.length, 'company', 'companies');
  return (
    <>
      <Button size="xs" variant="default" disabled={refs.length === 0} onClick={() => setOpened(true)}>
        {refs.length === 0 ? 'Withdraw confirmation…' : `Withdraw confirmation for ${which}…`}
      </Button>
      <ReasonModal
        opened={opened}
        onClose={close}
        title="Withdraw confirmation"
        text={`Syncing then counts as not disabled for ${which}, and no run takes ${refs.length === 1 ? 'it' : 'them'}. What was migrated already stays.`}
        action="Withdraw confirmation"
        draft={draft}
        busy={revoking.isPending}
        error={revoking.error}
        onSubmit={(reason) =>
          revoking.mutate(
            { refs: [...refs], reason },
            {
              onSuccess: () => {
                forgetDraft(draft);
                close();
                onDone();
              },
            },
          )
        }
      />
    </>
  );
};
