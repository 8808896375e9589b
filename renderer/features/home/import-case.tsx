import { Button, FileButton, Group, Modal, Text } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import type { ImportResult, SignerDecision } from '#contract/case.ts';
import { isVouchedFor } from '#contract/signature-states.ts';
import { ApiError, api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { SecretInput } from '#renderer/ui/secret-input.tsx';
import { Imported, outcomes } from './imported.tsx';
import { isDecided, UnknownSigners } from './unknown-signers.tsx';

interface CaseFile {
  readonly name: string;
  readonly text: string;
}

interface ImportCaseProps {
  readonly opened: boolean;
  /** What the system asked the app to open. */
  readonly file: CaseFile | undefined;
  readonly onClose: () => void;
}

export const ImportCase = ({ opened, file, onClose }: ImportCaseProps) => (
  <Modal opened={opened} onClose={onClose} title="Import case" size="lg">
    {opened && <ImportForm key={file?.name} given={file} onClose={onClose} />}
  </Modal>
);

interface Values {
  readonly file: CaseFile | undefined;
  readonly passphrase: string;
  readonly signers: readonly SignerDecision[];
}

/** Opens the imported case at once, unless there are remarks to read. */
const useImport = (onClose: () => void) => {
  const go = useNavigate();
  return useApiMutation(
    ({ file, passphrase, signers }: Values) =>
      api.post<ImportResult>('/api/cases/import', {
        file: file?.text,
        ...(passphrase === '' ? {} : { passphrase }),
        ...(signers.length === 0 ? {} : { signers }),
      }),
    {
      rereads: [[]],
      onSuccess: async (result) => {
        if (hasRemarks(result)) return;
        onClose();
        await go(`/cases/${result.case.id}`);
        notifyDone(outcomes[result.outcome]);
      },
    },
  );
};

const ImportForm = ({ given, onClose }: { given: CaseFile | undefined; onClose: () => void }) => {
  const importCase = useImport(onClose);
  const { data, error } = importCase;
  const form = useDraftForm<Values>({ initialValues: { file: given, passphrase: '', signers: [] }, error });
  const { file, signers } = form.values;
  if (data && hasRemarks(data)) return <Imported result={data} onClose={onClose} />;
  const unknown = error instanceof ApiError ? (error.body?.signers ?? []) : [];
  return (
    <ActionForm
      form={form}
      saving={{ isPending: importCase.isPending, error: unknown.length > 0 ? undefined : error }}
      action="Import case"
      failed="Case not imported"
      blocked={blockedBy(file, isDecided(unknown, signers))}
      onSubmit={(values) => importCase.mutate(values)}
      onCancel={onClose}
    >
      <FileChoice
        name={file?.name}
        onChoose={(chosen) => {
          form.setValues({ file: chosen, signers: [] });
          importCase.reset();
        }}
      />
      <SecretInput
        label="Passphrase"
        description="Only to import the secrets in the file"
        {...form.getInputProps('passphrase')}
      />
      {unknown.length > 0 && (
        <UnknownSigners
          signers={unknown}
          decisions={signers}
          onDecide={(decisions) => form.setFieldValue('signers', decisions)}
        />
      )}
    </ActionForm>
  );
};

const blockedBy = (file: CaseFile | undefined, decided: boolean): string | undefined => {
  if (file === undefined) return 'Choose a file.';
  return decided ? undefined : 'Decide on every key.';
};

interface FileChoiceProps {
  readonly name: string | undefined;
  readonly onChoose: (file: CaseFile) => void;
}

const FileChoice = ({ name, onChoose }: FileChoiceProps) => (
  <Group>
    <FileButton
      accept=".carryover,.json"
      onChange={async (file) => {
        if (file) onChoose({ name: file.name, text: await file.text() });
      }}
    >
      {(props) => (
        <Button {...props} variant="default" leftSection={<IconFile size={16} aria-hidden />}>
          {name === undefined ? 'Choose file…' : 'Choose another file…'}
        </Button>
      )}
    </FileButton>
    <Text>{name ?? 'A .carryover file that a colleague exported'}</Text>
  </Group>
);

const hasRemarks = ({ remarks, stretches }: ImportResult): boolean =>
  remarks.length > 0 || stretches.some(({ state }) => !isVouchedFor(state));
