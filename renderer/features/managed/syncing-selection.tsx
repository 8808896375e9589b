import { IconArrowBackUp, IconCheck } from '@tabler/icons-react';
import type { RowSelection } from '#renderer/lib/use-selection.ts';
import { ReasonButton } from '#renderer/ui/reason-button.tsx';
import { SelectionAction, SelectionBar } from '#renderer/ui/selection-bar.tsx';
import { useRevokeSyncing } from './confirm-syncing.ts';
import { companies } from './not-migrated.ts';

interface SyncingSelectionProps {
  readonly caseId: string;
  readonly selection: RowSelection;
  /** Selected companies that are confirmed. */
  readonly confirmed: readonly string[];
  /** Selected ones that are not. */
  readonly open: readonly string[];
  /** Earlier steps must be completed before anything is confirmed. */
  readonly isBlocked: boolean;
  /** Leads to who confirmed it, which is filled in beside the table. */
  readonly onConfirm: () => void;
}

/** Confirms that the selected companies no longer sync, or withdraws that, such as when syncing was enabled again. */
export const SyncingSelection = (props: SyncingSelectionProps) => {
  const { caseId, selection, confirmed, open, isBlocked, onConfirm } = props;
  const revoking = useRevokeSyncing(caseId);
  const which = companies(confirmed.length);
  const label = confirmed.length === 0 ? 'Withdraw confirmation…' : `Withdraw confirmation of ${which}…`;
  return (
    <SelectionBar selection={selection} noun="companies">
      <SelectionAction
        icon={IconCheck}
        label="Confirm…"
        reason={open.length === 0 ? 'all are confirmed' : isBlocked ? 'earlier steps are open' : undefined}
        onAct={onConfirm}
      />
      <ReasonButton
        label={label}
        trigger={(ask) => (
          <SelectionAction
            icon={IconArrowBackUp}
            label={label}
            reason={confirmed.length === 0 ? 'none is confirmed' : undefined}
            onAct={ask}
          />
        )}
        title="Withdraw confirmation"
        text={`Runs leave out ${which} until confirmed again. Migrated data stays.`}
        action="Withdraw confirmation"
        draft={`case:${caseId}:revoke-syncing`}
        deciding={revoking}
        request={(reason) => ({ refs: [...confirmed], reason })}
        onDone={selection.clear}
      />
    </SelectionBar>
  );
};
