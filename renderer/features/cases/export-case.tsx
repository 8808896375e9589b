import { Switch, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { SecretInput } from '#renderer/ui/secret-input.tsx';
import type { CaseDialogProps } from './case-dialog.ts';
import { ExportSound, isDamaged } from './export-sound.tsx';
import { saveCaseFile } from './save-case-file.ts';

const minLength = 12;

interface Values {
  readonly withSecrets: boolean;
  readonly passphrase: string;
}

/** The passphrase is in this form alone, until the file is written. */
export const ExportForm = ({ found, onClose }: CaseDialogProps) => {
  const save = useMutation({
    mutationFn: async ({ withSecrets, passphrase }: Values) =>
      (await saveCaseFile(found.id, found.name, withSecrets ? { passphrase } : {})).path,
    onSuccess: (path) => {
      if (path === undefined) return;
      notifyDone(`Case exported to ${path}`);
      onClose();
    },
  });
  const form = useDraftForm<Values>({
    initialValues: { withSecrets: false, passphrase: '' },
    error: save.error,
  });
  const { withSecrets, passphrase } = form.values;
  return (
    <ActionForm
      form={form}
      saving={save}
      reads
      action="Export case"
      failed="Case not exported"
      onSubmit={(values) => save.mutate(values)}
      onCancel={onClose}
    >
      <Text>Includes the audit chain, notes, contacts and evidence.</Text>
      <Switch
        label="Include secrets, encrypted with a passphrase"
        {...form.getInputProps('withSecrets', { type: 'checkbox' })}
      />
      {withSecrets && (
        <SecretInput
          label="Passphrase"
          description={`At least ${minLength} characters. Not stored: send it separately from the file.`}
          required
          minLength={minLength}
          {...form.getInputProps('passphrase')}
        />
      )}
      {isDamaged(save.error) && (
        <ExportSound caseId={found.id} name={found.name} passphrase={withSecrets ? passphrase : undefined} />
      )}
    </ActionForm>
  );
};
