import { ReasonButton } from '#renderer/ui/reason-button.tsx';
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
  const revoking = useRevokeSyncing(caseId);
  const which = companies(refs.length);
  return (
    <ReasonButton
      label={refs.length === 0 ? 'Withdraw confirmation…' : `Withdraw confirmation of ${which}…`}
      title="Withdraw confirmation"
      text={`Runs leave out ${which} until confirmed again. Migrated data stays.`}
      action="Withdraw confirmation"
      draft={`case:${caseId}:revoke-syncing`}
      blocked={refs.length === 0 ? 'Select confirmed companies first.' : undefined}
      deciding={revoking}
      request={(reason) => ({ refs: [...refs], reason })}
      onDone={onDone}
    />
  );
};
