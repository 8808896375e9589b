import { Modal, Text, Textarea, TextInput } from '@mantine/core';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';

interface StepRecord {
  readonly by: string;
  readonly note?: string;
}

interface RecordModalProps {
  readonly title: string;
  readonly text?: string;
  /** Of the field for the person, such as "Sent by". */
  readonly byLabel: string;
  /** Its first value. */
  readonly by: string;
  readonly noteHelp?: string;
  readonly action: string;
  readonly failed: string;
  /** Unique: the input is kept under it. */
  readonly draft: string;
  readonly saving: { readonly isPending: boolean; readonly error: unknown };
  readonly onClose: () => void;
  /** @param onSuccess forgets the input and closes the dialog */
  readonly onSubmit: (record: StepRecord, onSuccess: () => void) => void;
}

/** Records who took a step of the request, with a note. */
export const RecordModal = ({ draft, by, onSubmit, onClose, ...props }: RecordModalProps) => {
  const form = useDraftForm({ draft, initialValues: { by, note: '' }, error: props.saving.error });
  const submit = (values: typeof form.values): void => {
    const note = values.note.trim();
    onSubmit({ by: values.by.trim(), ...(note === '' ? {} : { note }) }, () => {
      form.forget();
      onClose();
    });
  };
  return (
    <Modal opened onClose={onClose} title={props.title} size="lg">
      <ActionForm
        form={form}
        saving={props.saving}
        action={props.action}
        failed={props.failed}
        onSubmit={submit}
        onCancel={onClose}
      >
        {props.text !== undefined && <Text>{props.text}</Text>}
        <TextInput label={props.byLabel} required data-autofocus {...form.getInputProps('by')} />
        <Textarea
          label="Note"
          description={props.noteHelp}
          autosize
          minRows={2}
          maxRows={8}
          {...form.getInputProps('note')}
        />
      </ActionForm>
    </Modal>
  );
};
