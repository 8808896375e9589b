import { Button, FileButton, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ImportResult } from '#contract/case.ts';
import { api } from '#renderer/lib/api.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { Imported, outcomes } from './imported.tsx';

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
  const client = useQueryClient();
  const go = useNavigate();
  const take = useMutation({
    mutationFn: (text: string) =>
      api.post<ImportResult>('/api/cases/import', {
        file: text,
        ...(passphrase === '' ? {} : { passphrase }),
      }),
    onSuccess: async ({ case: view, outcome, remarks }) => {
      await client.invalidateQueries();
      if (remarks.length > 0) return;
      onClose();
      await go(`/cases/${view.id}`);
      notifyDone(outcomes[outcome]);
    },
  });
  if (take.data && take.data.remarks.length > 0) return <Imported result={take.data} onClose={onClose} />;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (file) take.mutate(file.text);
      }}
    >
      <Stack>
        <Text size="sm">
          A case that a colleague exported. It is taken in whole or not at all, and its audit chain is
          verified first.
        </Text>
        <Group>
          <FileButton
            accept=".carryover,.json"
            onChange={async (chosen) => chosen && setFile({ name: chosen.name, text: await chosen.text() })}
          >
            {(props) => (
              <Button {...props} variant="default" leftSection={<IconFile size={16} aria-hidden />}>
                {file === undefined ? 'Choose the file…' : 'Choose another…'}
              </Button>
            )}
          </FileButton>
          {file !== undefined && <Text size="sm">{file.name}</Text>}
        </Group>
        <PasswordInput
          label="Passphrase"
          description="Only if secrets came along, and you want to take them in."
          autoComplete="off"
          value={passphrase}
          onChange={(event) => setPassphrase(event.currentTarget.value)}
        />
        {take.error && <ErrorNotice title="The case was not taken in" error={take.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={take.isPending} disabled={file === undefined}>
            Take the case in
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
