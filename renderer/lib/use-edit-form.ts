import { useEffect, useRef, useState } from 'react';
import type { EditConflict } from '#contract/edit-conflict.ts';
import { ApiError } from './api.ts';
import { forgetDraft } from './drafts.ts';
import { type Choice, type Edit, followed, isSame, openEdit, saved, settled, typed } from './edits.ts';
import { type DraftForm, useDraftForm } from './use-draft-form.ts';

interface EditFormInput<T extends object> {
  /** Unique, such as `case:<id>:note:<id>`. */
  readonly draft: string;
  /** Of the case, as it is shown. */
  readonly revision: number;
  /** The thing as it is shown; undefined: it is new, or somebody removed it. */
  readonly values: T | undefined;
  /** The values of a thing of which nothing is known. */
  readonly blank: T;
  /** The request that saves it. */
  readonly saving: {
    readonly error: unknown;
    readonly reset: () => void;
    readonly mutate: (
      edit: Edit<T>,
      on: { onSuccess: () => void; onError: (error: unknown) => void },
    ) => void;
  };
  /** Once all that was typed is saved. */
  readonly onSaved: () => void;
}

interface EditForm<T extends object> {
  readonly form: DraftForm<T>;
  /** The revision that it was opened at. */
  readonly revision: number;
  readonly isTyped: boolean;
  /** Both versions, until one is chosen. */
  readonly conflict: EditConflict | undefined;
  readonly settle: (choices: Readonly<Record<string, Choice>>) => void;
  readonly save: () => void;
  /** Forgets what was typed. */
  readonly giveUp: () => void;
}

/** A form that edits what others may edit at the same time: what is typed is merged with theirs, or both are shown. */
export const useEditForm = <T extends object>(input: EditFormInput<T>): EditForm<T> => {
  const { draft, revision, values, blank, saving, onSaved } = input;
  const [first] = useState(() => openEdit(draft, { revision, values: values ?? blank }));
  const edit = useRef(first);
  const [conflict, setConflict] = useState<EditConflict>();
  const form = useDraftForm<T>({
    initialValues: first.values,
    error: saving.error,
    onChange: (next) => {
      edit.current = typed(draft, edit.current, next);
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is another object at each render
  useEffect(() => {
    if (values === undefined) return;
    const next = followed(edit.current, { revision, values });
    if (next === edit.current) return;
    const isOther = !isSame(next.values, edit.current.values);
    edit.current = next;
    if (isOther) form.setValues(next.values);
  }, [revision, values]);
  const save = (): void => {
    const sent = edit.current;
    saving.mutate(sent, {
      onSuccess: () => saved(draft, edit.current, sent) && onSaved(),
      onError: (error) => {
        const found = conflictIn(error);
        // What was typed meanwhile is in neither of the versions.
        if (found !== undefined && !isSame(edit.current.values, sent.values)) save();
        else setConflict(found);
      },
    });
  };
  return {
    form,
    revision: edit.current.revision,
    isTyped: edit.current.isTyped,
    conflict,
    settle: (choices) => {
      if (conflict === undefined) return;
      edit.current = settled(draft, edit.current, conflict, choices, blank);
      form.setValues(edit.current.values);
      setConflict(undefined);
      saving.reset();
    },
    save,
    giveUp: () => forgetDraft(draft),
  };
};

/** Both versions of what could not be merged. */
export const conflictIn = (error: unknown): EditConflict | undefined =>
  error instanceof ApiError ? error.body?.conflict : undefined;
