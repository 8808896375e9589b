import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { forgetDraft } from '#renderer/lib/drafts.ts';
import { Blockable } from './blockable.tsx';
import { ReasonModal } from './reason-modal.tsx';
import { SmallButton } from './small-button.tsx';

interface ReasonButtonProps<R> {
  readonly label: string;
  readonly title: string;
  /** The consequences. */
  readonly text: ReactNode;
  readonly action: string;
  readonly draft: string;
  /** Why it can't be used now. */
  readonly blocked?: string | undefined;
  /** Instead of a button. */
  readonly trigger?: (open: () => void) => ReactNode;
  readonly deciding: UseMutationResult<unknown, Error, R>;
  readonly withApprover?: boolean;
  readonly request: (reason: string, approver: string) => R;
  readonly onDone?: () => void;
}

/** Asks for a reason before it acts. */
export const ReasonButton = <R,>(props: ReasonButtonProps<R>) => {
  const { label, blocked, deciding, request, onDone, draft, trigger, ...modal } = props;
  const [opened, setOpened] = useState(false);
  const close = (): void => {
    setOpened(false);
    deciding.reset();
  };
  return (
    <>
      {trigger?.(() => setOpened(true)) ?? (
        <Blockable blocked={blocked}>
          <SmallButton changes onClick={() => setOpened(true)}>
            {label}
          </SmallButton>
        </Blockable>
      )}
      <ReasonModal
        {...modal}
        opened={opened}
        onClose={close}
        draft={draft}
        busy={deciding.isPending}
        error={deciding.error}
        onSubmit={(reason, _forget, approver) =>
          deciding.mutate(request(reason, approver), {
            onSuccess: () => {
              forgetDraft(draft);
              close();
              onDone?.();
            },
          })
        }
      />
    </>
  );
};
