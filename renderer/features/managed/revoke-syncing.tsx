import { useState } from 'react';
import { forgetDraft } from '#renderer/lib/drafts.ts';
import { ReasonModal } from '#renderer/ui/reason-modal.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { useRevokeSyncing } from './confirm-syncing.ts';
import { companies } from './not-migrated.ts';

interface RevokeSyncingProps {
  readonly caseId: string;
  /** Selected companies that are confirmed. */
  readonly refs: readonly string[];
  readonly onDone: () => void;
}

/** Withdraws confirmations, such as when syncing was enabled again. */
export const RevokeSyncing = ({ caseId, refs, onDone }: RevokeSyncingProps) => {
  const [opened, setOpened] = useState(false);
  const revoking = useRevokeSyncing(caseId);
  const draft = `case:${caseId}:revoke-syncing`;
  const close = (): void => {
    setOpened(false);
    revoking.reset();
  };
  const which = companies(refs.length);
  return (
    <>
      <SmallButton disabled={refs.length === 0} onClick={() => setOpened(true)}>
        {refs.length === 0 ? 'Withdraw confirmation…' : `Withdraw confirmation of ${which}…`}
      </SmallButton>
      <ReasonModal
        opened={opened}
        onClose={close}
        title="Withdraw confirmation"
        text={`Runs exclude ${which} until confirmed again. Migrated data stays.`}
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
