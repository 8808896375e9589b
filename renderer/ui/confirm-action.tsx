import { type ReactNode, useState } from 'react';
import { ConfirmModal, type ConfirmModalProps, noRequest } from './confirm-modal.tsx';

interface ConfirmActionProps extends Omit<ConfirmModalProps, 'opened' | 'onClose' | 'onConfirm' | 'doing'> {
  /** Such as a button: asks, and does nothing else. */
  readonly trigger: (ask: () => void) => ReactNode;
  /** The request that it makes, if it makes one. */
  readonly doing?: ConfirmModalProps['doing'];
  /** @param close to be called once it is done */
  readonly onConfirm: (close: () => void) => void;
}

/** What cannot be undone: says what follows, and asks, before it is done. */
export const ConfirmAction = ({ trigger, doing = noRequest, onConfirm, ...modal }: ConfirmActionProps) => {
  const [asked, setAsked] = useState(false);
  const close = (): void => setAsked(false);
  return (
    <>
      {trigger(() => setAsked(true))}
      <ConfirmModal
        {...modal}
        doing={doing}
        opened={asked}
        onClose={close}
        onConfirm={() => onConfirm(close)}
      />
    </>
  );
};
