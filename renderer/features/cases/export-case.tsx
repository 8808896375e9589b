import { Switch, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api } from '#renderer/lib/api.ts';
import { saveFile } from '#renderer/lib/bridge.ts';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { SecretInput } from '#renderer/ui/secret-input.tsx';
import type { CaseDialogProps } from './case-dialog.ts';

const minLength = 12;

/** The passphrase is in this form alone, until the file is written. */
export const ExportForm = ({ found, onClose }: CaseDialogProps) => {
  const save = useMutation({
    mutationFn: async ({ withSecrets, passphrase }: { withSecrets: boolean; passphrase: string }) => {
      const { bytes } = await api.file(`/api/cases/${found.id}/export`, {
        post: withSecrets ? { passphrase } : {},
      });
      return saveFile({ bytes, name: `${fileName(found.name)}.carryover` });
    },
    onSuccess: (path) => {
      if (path === undefined) return;
      notifyDone(`Case exported to ${path}`);
      onClose();
    },
  });
  const form = useDraftForm({ initialValues: { withSecrets: false, passphrase: '' }, error: save.error });
  const { withSecrets } = form.values;
  return (
    <ActionForm
      form={form}
      saving={save}
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
    </ActionForm>
  );
};

/** Safe on every file system. */
const fileName = (name: string): string => name.replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 80) || 'case';
