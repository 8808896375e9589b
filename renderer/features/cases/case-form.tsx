import type { ReactNode } from 'react';
import type { CaseView } from '#contract/case.ts';
import { type DraftForm, useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { useCaseEdit } from './use-case-edit.ts';

interface CaseFormProps<T extends object> {
  readonly found: CaseView;
  /** Unique in the case: what is written is kept under it. */
  readonly draft: string;
  readonly initialValues: T;
  /** In the title of an error, such as "Step not saved". */
  readonly noun: string;
  /** Makes the call. */
  readonly save: (values: T) => Promise<CaseView>;
  /** Said once it is saved. */
  readonly saved?: string;
  readonly onClose: () => void;
  readonly children: (form: DraftForm<T>) => ReactNode;
}

/** Edits a part of a case in a dialog; what is written is forgotten once it is saved or given up. */
export const CaseForm = <T extends object>(props: CaseFormProps<T>) => {
  const { found, draft, initialValues, noun, save, saved, onClose, children } = props;
  const edit = useCaseEdit(found.id, save);
  const form = useDraftForm({ draft: `case:${found.id}:${draft}`, initialValues, error: edit.error });
  const close = (): void => {
    form.forget();
    onClose();
  };
  return (
    <ActionForm
      form={form}
      saving={edit}
      action={`Save ${noun}`}
      failed={`${noun.charAt(0).toUpperCase()}${noun.slice(1)} not saved`}
      onSubmit={(values) =>
        edit.mutate(values, {
          onSuccess: () => {
            close();
            if (saved !== undefined) notifyDone(saved);
          },
        })
      }
      onCancel={close}
    >
      {children(form)}
    </ActionForm>
  );
};
