import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { RunbookView } from '#contract/runbook.ts';
import { forgetDraft } from '#renderer/lib/drafts.ts';
import { ReasonModal } from '#renderer/ui/reason-modal.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';

interface DecideButtonProps<R> {
  readonly label: string;
  readonly title: string;
  /** The consequences. */
  readonly text: ReactNode;
  readonly action: string;
  readonly draft: string;
  readonly disabled: boolean;
  readonly deciding: UseMutationResult<RunbookView, Error, R>;
  readonly request: (reason: string) => R;
  readonly onDone: () => void;
}

/** Records a decision about companies, with a reason. */
export const DecideButton = <R,>({ deciding, draft, ...props }: DecideButtonProps<R>) => {
  const [opened, setOpened] = useState(false);
  const close = (): void => {
    setOpened(false);
    deciding.reset();
  };
  return (
    <>
      <SmallButton disabled={props.disabled} onClick={() => setOpened(true)}>
        {props.label}
      </SmallButton>
      <ReasonModal
        opened={opened}
        onClose={close}
        title={props.title}
        text={props.text}
        action={props.action}
        draft={draft}
        busy={deciding.isPending}
        error={deciding.error}
        onSubmit={(reason) =>
          deciding.mutate(props.request(reason), {
            onSuccess: () => {
              forgetDraft(draft);
              close();
              props.onDone();
            },
          })
        }
      />
    </>
  );
};
