import { ApiError } from '#renderer/lib/api.ts';
import { ReasonModal } from './reason-modal.tsx';

/** Of the catalogue: `tokens.otherDesk`. */
const otherDeskCode = 41116;

export const isOtherDesk = (error: unknown): boolean =>
  error instanceof ApiError && error.body?.detailedErrorCode === otherDeskCode;

interface OtherDeskProps {
  /** What the start was answered with. */
  readonly error: unknown;
  /** Unique: the reason is kept under it until it is sent. */
  readonly draft: string;
  readonly busy: boolean;
  readonly onSubmit: (reason: string) => void;
  readonly onClose: () => void;
}

/** Asks before a run begins beside that of another desk with the same list. */
export const OtherDesk = ({ error, draft, busy, onSubmit, onClose }: OtherDeskProps) => (
  <ReasonModal
    opened={isOtherDesk(error)}
    onClose={onClose}
    title="Another desk migrates this list"
    text={
      <>
        {error instanceof ApiError ? error.message : ''} Companies that are there already are used; those that
        both create at the same moment are there twice afterwards.
      </>
    }
    action="Run beside it"
    draft={draft}
    busy={busy}
    error={undefined}
    onSubmit={(reason, forget) => {
      forget();
      onSubmit(reason);
    }}
  />
);
