import { ApiError, hasErrorCode } from '#renderer/lib/api.ts';
import { ReasonModal } from './reason-modal.tsx';
import { Worded } from './worded.tsx';

/** Of the catalogue: `tokens.outsideWindow`. */
const outsideWindowCode = 41190;

export const isOutsideWindow = (error: unknown): boolean => hasErrorCode(error, outsideWindowCode);

interface WindowOverrideProps {
  /** What the start or the resume was answered with. */
  readonly error: unknown;
  /** Unique: the reason is kept under it until the caller forgets it, once the request succeeded. */
  readonly draft: string;
  readonly busy: boolean;
  readonly onSubmit: (reason: string) => void;
  readonly onClose: () => void;
}

/** Asks for a reason before something writes outside the agreed migration window. */
export const WindowOverride = ({ error, draft, busy, onSubmit, onClose }: WindowOverrideProps) => (
  <ReasonModal
    opened={isOutsideWindow(error)}
    onClose={onClose}
    title="Outside the migration window"
    text={<Worded text={error instanceof ApiError ? error.message : ''} />}
    action="Override window"
    draft={draft}
    busy={busy}
    error={undefined}
    onSubmit={onSubmit}
  />
);
