import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { DraftForm } from '#renderer/lib/use-draft-form.ts';
import { FormActions } from './form-actions.tsx';

interface ActionFormProps<T extends object> {
  readonly form: DraftForm<T>;
  /** The request that it makes. */
  readonly saving: { readonly isPending: boolean; readonly error: unknown };
  /** Verb and object, such as "Save note". */
  readonly action: string;
  /** Such as "Note not saved". */
  readonly failed: string;
  readonly disabled?: boolean;
  readonly onSubmit: (values: T) => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** Fields, the error of the request, Cancel and the action. */
export const ActionForm = <T extends object>(props: ActionFormProps<T>) => (
  <form autoComplete="off" onSubmit={props.form.onSubmit(props.onSubmit)}>
    <Stack>
      {props.children}
      <FormActions
        action={props.action}
        busy={props.saving.isPending}
        disabled={props.disabled ?? false}
        error={props.saving.error}
        failed={props.failed}
        shownAt={Object.keys(props.form.values)}
        onCancel={props.onCancel}
      />
    </Stack>
  </form>
);
