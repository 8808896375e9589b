import { hasErrorCode } from '#renderer/lib/api.ts';
import { startDrafts, type useStart } from '#renderer/lib/start-run.ts';
import { ErrorNotice } from './error-notice.tsx';
import { PlannedCalls } from './planned-calls.tsx';
import { ReasonModal } from './reason-modal.tsx';
import { isOutsideWindow, WindowOverride } from './window-override.tsx';

/** Of the catalogue: `tokens.otherDesk`. */
const otherDeskCode = 41116;

const isOtherDesk = (error: unknown): boolean => hasErrorCode(error, otherDeskCode);

interface StartDialogsProps {
  readonly caseId: string;
  readonly starting: ReturnType<typeof useStart>;
  /** In a sentence. */
  readonly target: string;
  readonly action?: string;
}

/** Asks what the desk must know before it starts a run, or says why it did not. */
export const StartDialogs = ({ caseId, starting, target, action }: StartDialogsProps) => {
  const { error, unconfirmed, isPending: busy, start, reset } = starting;
  const drafts = startDrafts(caseId);
  const isQuestion = unconfirmed !== undefined || isOtherDesk(error) || isOutsideWindow(error);
  return (
    <>
      {error && !isQuestion && <ErrorNotice title="Not started" error={error} />}
      <ReasonModal
        opened={isOtherDesk(error)}
        onClose={reset}
        title="Another desk migrates this list"
        text={`${error?.message} Existing companies are reused; a company that both create at the same moment is duplicated.`}
        action="Run anyway"
        draft={drafts.besideOtherDesk}
        busy={busy}
        error={undefined}
        onSubmit={(besideOtherDesk) => start({ besideOtherDesk })}
      />
      <WindowOverride
        error={error}
        draft={drafts.overrideWindow}
        busy={busy}
        onSubmit={(overrideWindow) => start({ overrideWindow })}
        onClose={reset}
      />
      <PlannedCalls
        unconfirmed={unconfirmed}
        target={target}
        busy={busy}
        action={action}
        onConfirm={(confirm) => start({ confirm })}
        onClose={reset}
      />
    </>
  );
};
