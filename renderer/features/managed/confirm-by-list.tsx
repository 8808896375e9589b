import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { SyncingResult } from '#contract/runbook.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { useConfirmSyncing } from './confirm-syncing.ts';
import { ConfirmedByFields, confirmedBy, useConfirmedBy } from './confirmed-by.tsx';
import { ReadFile } from './read-file.tsx';

interface ConfirmByListProps {
  readonly caseId: string;
  readonly blocked: boolean;
  readonly onDone: (result: SyncingResult) => void;
}

const pasted = 'pasted list';

/** Confirms the companies of the integrator's list. */
export const ConfirmByList = ({ caseId, blocked, onDone }: ConfirmByListProps) => {
  const confirming = useConfirmSyncing(caseId);
  const form = useConfirmedBy(caseId, confirming.error);
  // Not kept as a draft: it may contain secrets.
  const [list, setList] = useState({ name: pasted, content: '' });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) =>
        confirming.mutate(
          { list, ...confirmedBy(values) },
          {
            onSuccess: (result) => {
              setList({ name: pasted, content: '' });
              onDone(result);
            },
          },
        ),
      )}
    >
      <Stack>
        <Textarea
          label="List of companies"
          description="References or names, one per line, or CSV with a ref or name column; only its digest is recorded"
          autosize
          minRows={4}
          maxRows={12}
          spellCheck={false}
          value={list.content}
          onChange={(event) => setList({ name: pasted, content: event.currentTarget.value })}
        />
        <Group>
          <ReadFile
            accept=".txt,.csv,.tsv,text/*"
            onRead={({ name, text }) => setList({ name, content: text })}
          />
          <Text c="dimmed">{list.name !== pasted && list.name}</Text>
        </Group>
        <ConfirmedByFields form={form} />
        {confirming.error && <ErrorNotice title="Not confirmed" error={confirming.error} />}
        <Group justify="flex-end">
          <Button
            type="submit"
            disabled={blocked || list.content.trim() === '' || form.values.by.trim() === ''}
            loading={confirming.isPending}
          >
            Confirm listed companies
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
