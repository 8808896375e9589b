import { Modal, PasswordInput, Stack, Switch, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { CaseView } from '#contract/case.ts';
import { api } from '#renderer/lib/api.ts';
import { saveFile } from '#renderer/lib/bridge.ts';
import { FormActions } from '#renderer/ui/form-actions.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';

interface ExportCaseProps {
  readonly found: CaseView;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export const ExportCase = ({ found, opened, onClose }: ExportCaseProps) => (
  <Modal opened={opened} onClose={onClose} title="Export the case as a file" size="lg">
    {opened && <ExportForm found={found} onClose={onClose} />}
  </Modal>
);

/** The passphrase is kept by nobody: it is in this form's state until the file is saved. */
const ExportForm = ({ found, onClose }: Omit<ExportCaseProps, 'opened'>) => {
  const [withSecrets, setWithSecrets] = useState(false);
  const [passphrase, setPassphrase] = useState('');
  const save = useMutation({
    mutationFn: async () => {
      const { bytes } = await api.file(`/api/cases/${found.id}/export`, {
        post: withSecrets ? { passphrase } : {},
      });
      return saveFile({ bytes, name: `${fileName(found.name)}.carryover` });
    },
    onSuccess: (path) => {
      if (path === undefined) return;
      notifyDone(`Saved as ${path}`);
      onClose();
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Stack>
        <Text>
          A colleague opens the file in their Carryover and goes on from here: with the audit chain, notes,
          contacts and evidence.
        </Text>
        <Switch
          label="Take secrets along, sealed with a passphrase"
          description="Without them the file holds no secret at all."
          checked={withSecrets}
          onChange={(event) => setWithSecrets(event.currentTarget.checked)}
        />
        {withSecrets && (
          <PasswordInput
            label="Passphrase"
            description="At least 12 characters. It is kept nowhere: tell it to your colleague on another way than the file."
            required
            minLength={12}
            autoComplete="off"
            value={passphrase}
            onChange={(event) => setPassphrase(event.currentTarget.value)}
          />
        )}
        <FormActions
          action="Save the file"
          busy={save.isPending}
          disabled={withSecrets && passphrase.length < 12}
          error={save.error}
          failed="The case was not exported"
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
};

/** What every file system takes. */
const fileName = (name: string): string => name.replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 80) || 'case';
