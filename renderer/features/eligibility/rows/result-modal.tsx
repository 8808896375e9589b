import { Modal, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { preferences } from '#renderer/lib/preferences.ts';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';

interface ManualResult {
  readonly state: 'present' | 'absent';
  readonly by: string;
  readonly note: string;
}

interface ResultModalProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** The consequence. */
  readonly text: ReactNode;
  /** Why "Not found" is disabled; undefined: it is not. */
  readonly whyNotAbsent?: string | undefined;
  readonly noteLabel: string;
  readonly noteHelp: string;
  readonly action: string;
  readonly failed: string;
  /** Unique: the input is kept under it. */
  readonly draft: string;
  readonly saving: { readonly isPending: boolean; readonly error: unknown };
  /** @param onSuccess forgets the input and closes the dialog */
  readonly onSubmit: (result: ManualResult, onSuccess: () => void) => void;
}

/** Sets the result of a check by hand: found or not found, by whom, and why. */
export const ResultModal = (props: ResultModalProps) => (
  <Modal opened={props.opened} onClose={props.onClose} title={props.title} size="lg">
    {props.opened && <ResultForm key={props.draft} {...props} />}
  </Modal>
);

const ResultForm = ({ draft, whyNotAbsent, onSubmit, onClose, ...props }: ResultModalProps) => {
  const form = useDraftForm<ManualResult>({
    draft,
    initialValues: {
      state: whyNotAbsent === undefined ? 'absent' : 'present',
      by: preferences.getState().actor,
      note: '',
    },
    error: props.saving.error,
  });
  const { by, note } = form.values;
  return (
    <ActionForm
      form={form}
      saving={props.saving}
      action={props.action}
      failed={props.failed}
      disabled={by.trim() === '' || note.trim() === ''}
      onSubmit={(values) =>
        onSubmit({ ...values, by: by.trim(), note: note.trim() }, () => {
          form.forget();
          onClose();
        })
      }
      onCancel={onClose}
    >
      <Text component="div">{props.text}</Text>
      <Radio.Group label="Result" {...form.getInputProps('state')}>
        <Stack gap="xs" mt={4}>
          <Radio value="present" label="Found" />
          <Radio
            value="absent"
            label="Not found"
            disabled={whyNotAbsent !== undefined}
            description={whyNotAbsent}
          />
        </Stack>
      </Radio.Group>
      <TextInput label="Stated by" required data-autofocus {...form.getInputProps('by')} />
      <Textarea
        label={props.noteLabel}
        description={props.noteHelp}
        required
        autosize
        minRows={2}
        maxRows={10}
        {...form.getInputProps('note')}
      />
    </ActionForm>
  );
};
