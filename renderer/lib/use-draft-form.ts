import { type UseFormInput, type UseFormReturnType, useForm } from '@mantine/form';
import { useEffect } from 'react';
import { ApiError, pathFrom } from './api.ts';
import { forgetDraft, readDraft, writeDraft } from './drafts.ts';

interface DraftFormInput<T extends object> extends Pick<UseFormInput<T>, 'validate'> {
  readonly initialValues: T;
  /**
   * Unique, such as `case:<id>:note`: what is written survives a restart of the host, a reload and a visit to another
   * screen, until it is saved. Left out, it goes with the form.
   */
  readonly draft?: string;
  /** Fields that are kept in the form alone, never in the draft. */
  readonly secrets?: readonly (keyof T)[];
  /** Of the request that saves it: what it says of a field stands at that field, and the first one gets the focus. */
  readonly error: unknown;
  /** After each change, such as to forget what the desk said of the values before. */
  readonly onChange?: (values: T) => void;
}

export type DraftForm<T extends object> = UseFormReturnType<T> & {
  /** Forgets what was written, once it is saved or given up. */
  readonly forget: () => void;
};

/** A form of Mantine whose values are kept as a draft and whose errors come from the desk. */
export const useDraftForm = <T extends object>({
  initialValues,
  draft,
  secrets = [],
  error,
  validate,
  onChange,
}: DraftFormInput<T>): DraftForm<T> => {
  const form = useForm<T>({
    initialValues: { ...initialValues, ...(draft && readDraft<Partial<T>>(draft)) },
    ...(validate && { validate }),
    onValuesChange: (values) => {
      if (draft) writeDraft(draft, without(values, secrets));
      onChange?.(values);
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is another object at each render
  useEffect(() => {
    const errors = fieldErrors(error, Object.keys(initialValues));
    form.setErrors(errors);
    for (const path of Object.keys(errors)) {
      const input = form.getInputNode(path);
      if (input === null) continue;
      input.focus();
      return;
    }
  }, [error]);
  return {
    ...form,
    onSubmit: (save, refuse) => (event) => {
      const blank = event && blankFields(event.currentTarget);
      if (blank === undefined || blank.length === 0) return form.onSubmit(save, refuse)(event);
      event?.preventDefault();
      for (const input of blank) form.setFieldError(input.getAttribute('data-path') ?? '', blankMessage);
      blank[0]?.focus();
    },
    forget: () => {
      form.setValues(initialValues);
      if (draft) forgetDraft(draft);
    },
  };
};

const blankMessage = 'Enter text, not only spaces.';

/** Required, with spaces alone: the browser lets these pass. */
const blankFields = (form: HTMLFormElement) =>
  [
    ...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input:required, textarea:required'),
  ].filter(({ value }) => value !== '' && value.trim() === '');

const without = <T extends object>(values: T, names: readonly (keyof T)[]): Partial<T> =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => !names.includes(name as keyof T)),
  ) as Partial<T>;

/** By field and path, the first error of each in the desk's order. An error inside a field, as `emails.1`, is the field's too. */
const fieldErrors = (error: unknown, fields: readonly string[]): Record<string, string> => {
  const found = (error instanceof ApiError && error.body?.validation?.errors) || [];
  const errors: Record<string, string> = {};
  for (const { itemId, message } of found) {
    const path = pathFrom(fields, itemId) ?? itemId;
    errors[path.split('.')[0] ?? path] ??= message;
    errors[path] ??= message;
  }
  return errors;
};
