import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { SyncingResult } from '#contract/runbook.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { useConfirmSyncing } from './confirm-syncing.ts';
import { ReadFile } from './read-file.tsx';
import { SaidByFields, saidBy, useSaidBy } from './said-by.tsx';

interface ConfirmByListProps {
  readonly caseId: string;
  readonly blocked: boolean;
  readonly onDone: (result: SyncingResult) => void;
}

const none = { name: 'pasted list', content: '' };

/** Confirms the companies that the integrator's list names. */
export const ConfirmByList = ({ caseId, blocked, onDone }: ConfirmByListProps) => {
  const [said, setSaid] = useSaidBy(caseId);
  // Not kept as a draft: nobody knows what else stands in it.
  const [list, setList] = useState(none);
  const confirming = useConfirmSyncing(caseId);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        confirming.mutate(
          { list, ...saidBy(said) },
          {
            onSuccess: (result) => {
              setList(none);
              onDone(result);
            },
          },
        );
      }}
    >
      <Stack>
        <Textarea
          label="List of companies"
          description="Refs or names, one a line; or CSV with a column ref or name. Its digest goes on record, the list itself does not."
          autosize
          minRows={4}
          maxRows={12}
          spellCheck={false}
          value={list.content}
          onChange={(event) => setList({ name: 'pasted list', content: event.currentTarget.value })}
        />
        <Group>
          <ReadFile
            accept=".txt,.csv,.tsv,text/*"
            onRead={({ name, text }) => setList({ name, content: text })}
          />
          <Text c="dimmed">{list.content === '' ? '' : `From: ${list.name}`}</Text>
        </Group>
        <SaidByFields said={said} onChange={setSaid} />
        {confirming.error && <ErrorNotice title="Nothing was confirmed" error={confirming.error} />}
        <Group>
          <Button
            type="submit"
            disabled={blocked || list.content.trim() === '' || said.by.trim() === ''}
            loading={confirming.isPending}
          >
            Confirm those in the list
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
