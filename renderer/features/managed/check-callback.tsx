import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { RunbookView } from '#contract/runbook.ts';
import { api } from '#renderer/lib/api.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { ReadFile } from './read-file.tsx';
import { runbookPath, useRunbookChange } from './runbook.ts';

interface CheckCallbackProps {
  readonly view: RunbookView;
  readonly blocked: boolean;
}

/** Checks whether a pasted list contains the callback URL. */
export const CheckCallback = ({ view: { caseId }, blocked }: CheckCallbackProps) => {
  // Not kept as a draft: a query may contain secrets.
  const [urls, setUrls] = useState('');
  const checking = useRunbookChange(
    (list: string) => api.post<RunbookView>(`${runbookPath(caseId)}/callback`, { urls: list }),
    ({ callbackCheck }) => (callbackCheck?.found ? { message: 'Callback URL registered.' } : undefined),
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        checking.mutate(urls, { onSuccess: ({ callbackCheck }) => callbackCheck?.found && setUrls('') });
      }}
    >
      <Stack>
        <Textarea
          label="Registered URLs"
          description="As the platform shows them: one per line, a JSON array, or comma-separated"
          placeholder="https://app.example/oauth/callback"
          autosize
          minRows={4}
          maxRows={14}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          value={urls}
          onChange={(event) => setUrls(event.currentTarget.value)}
        />
        {checking.error && <ErrorNotice title="List not checked" error={checking.error} />}
        <Group>
          <Button type="submit" disabled={blocked || urls.trim() === ''} loading={checking.isPending}>
            Check list
          </Button>
          <ReadFile accept=".txt,.csv,.json,text/*" onRead={({ text }) => setUrls(text)} />
          <Text c="dimmed">{urls.trim() === '' && 'Paste or open the list first.'}</Text>
        </Group>
      </Stack>
    </form>
  );
};
