import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CaseView } from '#contract/case.ts';
import { capitalized } from '#contract/format.ts';
import { useEditingTogether } from '#renderer/lib/presence.ts';
import type { DraftForm } from '#renderer/lib/use-draft-form.ts';
import { useEditForm } from '#renderer/lib/use-edit-form.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { EditConflictChoice, type ReadsValue } from '#renderer/ui/edit-conflict.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { AlsoEditing } from './present-people.tsx';
import { type Removable, RemovedBy } from './removed-by.tsx';
import { useCaseEdit } from './use-case-edit.ts';

interface CaseFormProps<T extends object> {
  readonly found: CaseView;
  /** Unique in the case: what is written is kept under it. */
  readonly draft: string;
  /** As the case has it; undefined: it is new, or somebody removed it. */
  readonly values: T | undefined;
  /** Of a thing of which nothing is known. */
  readonly blank: T;
  /** Of the fields, for who has to choose between two versions. */
  readonly labels: Readonly<Record<keyof T & string, string>>;
  readonly reads?: ReadsValue;
  /** In the title of an error, such as "Step not saved". */
  readonly noun: string;
  /** Makes the call. @param revision that the edit was opened at */
  readonly save: (values: T, revision: number) => Promise<CaseView>;
  /** Of what somebody may remove meanwhile. */
  readonly removable?: Removable & {
    /** Saves the same as a new one. */
    readonly saveAsNew: (values: T) => Promise<CaseView>;
  };
  /** Said once it is saved. */
  readonly saved?: string;
  /** Why it can't be saved yet. */
  readonly blocked?: (values: T) => string | undefined;
  readonly onClose: () => void;
  readonly children: (form: DraftForm<T>) => ReactNode;
}

/**
 * Edits a part of a case; what is written is forgotten once it is saved or given up. What others changed meanwhile is
 * merged with it, or shown beside it.
 */
export const CaseForm = <T extends object>(props: CaseFormProps<T>) => {
  const { found, draft, values, blank, noun, removable, saved, onClose } = props;
  const isGone = removable !== undefined && values === undefined;
  const request = useCaseEdit(found.id, (edit: { readonly values: T; readonly revision: number }) =>
    isGone ? removable.saveAsNew(edit.values) : props.save(edit.values, edit.revision),
  );
  const { form, revision, conflict, settle, save, giveUp } = useEditForm<T>({
    draft: `case:${found.id}:${draft}`,
    revision: found.revision,
    values,
    blank,
    saving: request,
    onSaved: () => {
      onClose();
      if (saved !== undefined) notifyDone(saved);
    },
  });
  const editing = useEditingTogether(`case:${found.id}:${draft}`);
  const close = (): void => {
    giveUp();
    onClose();
  };
  if (conflict !== undefined && conflict.removed === undefined && !isGone)
    return (
      <EditConflictChoice
        conflict={conflict}
        noun={noun}
        labels={props.labels}
        reads={props.reads}
        onSettle={settle}
        onCancel={close}
      />
    );
  return (
    <ActionForm
      form={form}
      // What was refused because it is gone is said in other words.
      saving={isGone && conflict !== undefined ? { ...request, error: null } : request}
      action={isGone ? `Save as new ${noun}` : `Save ${noun}`}
      failed={`${capitalized(noun)} not saved`}
      blocked={props.blocked?.(form.values)}
      onSubmit={save}
      onCancel={close}
    >
      {isGone && (
        <Alert
          color="orange"
          title={<RemovedBy {...removable} noun={noun} caseId={found.id} since={revision} />}
        >
          Your text is kept here. Save it as a new {noun}, or cancel to discard it.
        </Alert>
      )}
      <AlsoEditing people={editing} noun={noun} />
      {props.children(form)}
    </ActionForm>
  );
};
