import { Button, FileButton, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ImportResult, SignerDecision } from '#contract/case.ts';
import { isVouchedFor } from '#contract/signature-states.ts';
import { ApiError, api } from '#renderer/lib/api.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
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
  <Modal opened={opened} onClose={onClose} title="Open a case file" size="lg">
    {opened && <ImportForm key={file?.name} given={file} onClose={onClose} />}
  </Modal>
);

const ImportForm = ({ given, onClose }: { given: CaseFile | undefined; onClose: () => void }) => {
  const [file, setFile] = useState(given);
  const [passphrase, setPassphrase] = useState('');
  const [decisions, setDecisions] = useState<readonly SignerDecision[]>([]);
  const client = useQueryClient();
  const go = useNavigate();
  const take = useMutation({
    mutationFn: (text: string) =>
      api.post<ImportResult>('/api/cases/import', {
        file: text,
        ...(passphrase === '' ? {} : { passphrase }),
        ...(decisions.length === 0 ? {} : { signers: decisions }),
      }),
    onSuccess: async (result) => {
      const { case: view, outcome } = result;
      await client.invalidateQueries();
      if (isToBeTold(result)) return;
      onClose();
      await go(`/cases/${view.id}`);
      notifyDone(outcomes[outcome]);
    },
  });
  if (take.data && isToBeTold(take.data)) return <Imported result={take.data} onClose={onClose} />;
  const unknown = take.error instanceof ApiError ? (take.error.body?.signers ?? []) : [];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (file) take.mutate(file.text);
      }}
    >
      <Stack>
        <Text>
          A case that a colleague exported. It is taken in whole or not at all, and its audit chain is
          verified first.
        </Text>
        <Group>
          <FileButton
            accept=".carryover,.json"
            onChange={async (chosen) => {
              if (!chosen) return;
              setFile({ name: chosen.name, text: await chosen.text() });
              setDecisions([]);
              take.reset();
            }}
          >
            {(props) => (
              <Button {...props} variant="default" leftSection={<IconFile size={16} aria-hidden />}>
                {file === undefined ? 'Choose the file…' : 'Choose another…'}
              </Button>
            )}
          </FileButton>
          {file !== undefined && <Text>{file.name}</Text>}
        </Group>
        <PasswordInput
          label="Passphrase"
          description="Only if secrets came along, and you want to take them in."
          autoComplete="off"
          value={passphrase}
          onChange={(event) => setPassphrase(event.currentTarget.value)}
        />
        {unknown.length > 0 ? (
          <UnknownSigners signers={unknown} decisions={decisions} onDecide={setDecisions} />
        ) : (
          take.error && <ErrorNotice title="The case was not taken in" error={take.error} />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            loading={take.isPending}
            disabled={file === undefined || !isDecided(unknown, decisions)}
          >
            Take the case in
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

/** Whether there is something to know about it besides that it is done. */
const isToBeTold = ({ remarks, stretches }: ImportResult): boolean =>
  remarks.length > 0 || stretches.some(({ state }) => !isVouchedFor(state));
