import { Checkbox, Modal, Textarea } from '@mantine/core';
import type { StateList } from '#contract/states.ts';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { SecretInput } from '#renderer/ui/secret-input.tsx';
import { blockedName, NameFields } from './name-fields.tsx';
import { useSaveState } from './use-states.ts';

interface SaveStateProps {
  readonly list: StateList;
  readonly onClose: () => void;
}

const initialValues = { name: '', note: '', passphrase: '', withoutSecrets: false, replace: false };

/** Saves everything in the sandbox under a name, while the service runs. */
export const SaveStateDialog = ({ list, onClose }: SaveStateProps) => {
  const save = useSaveState();
  const form = useDraftForm({
    draft: 'state:new',
    initialValues,
    secrets: ['passphrase', 'replace'],
    error: save.error,
  });
  const submit = (values: typeof initialValues): void => {
    const name = values.name.trim();
    const note = values.note.trim();
    save.mutate(
      {
        name,
        ...(note === '' ? {} : { note }),
        ...(values.replace ? { replace: true } : {}),
        ...secretsOf(values),
      },
      {
        onSuccess: () => {
          form.forget();
          onClose();
          notifyDone(`State "${name}" saved.`);
        },
      },
    );
  };
  return (
    <Modal opened onClose={onClose} title="Save state" size="lg">
      <ActionForm
        form={form}
        saving={save}
        action="Save state"
        failed="State not saved"
        blocked={blockedName(form.values, list)}
        onSubmit={submit}
        onCancel={onClose}
      >
        <NameFields form={form} list={list} />
        <Textarea
          label="Note (optional)"
          maxLength={500}
          autosize
          minRows={2}
          {...form.getInputProps('note')}
        />
        <Checkbox
          label="Without secrets"
          description="Leaves out API keys, signing secrets, custom headers and credentials."
          {...form.getInputProps('withoutSecrets', { type: 'checkbox' })}
        />
        {!form.values.withoutSecrets && (
          <SecretInput
            label="Passphrase (optional)"
            description="Opens the secrets in any data folder. Without one, they open in this one only."
            maxLength={1000}
            {...form.getInputProps('passphrase')}
          />
        )}
      </ActionForm>
    </Modal>
  );
};

const secretsOf = ({ withoutSecrets, passphrase }: typeof initialValues) => {
  if (withoutSecrets) return { secrets: 'none' as const };
  return passphrase === '' ? {} : { passphrase };
};
