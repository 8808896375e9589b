import { Button, Group, Stack, Textarea } from '@mantine/core';
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

/** The pasted list, and whether the callback URL is in it. */
export const CheckCallback = ({ view: { caseId }, blocked }: CheckCallbackProps) => {
  // Not kept as a draft: what stands in a query may be a secret.
  const [urls, setUrls] = useState('');
  const checking = useRunbookChange(
    (list: string) => api.post<RunbookView>(`${runbookPath(caseId)}/callback`, { urls: list }),
    ({ callbackCheck }) => (callbackCheck?.found ? { words: 'The callback URL is registered.' } : undefined),
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
          placeholder="https://app.example/oauth/callback"
          autosize
          minRows={4}
          maxRows={14}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          value={urls}
          onChange={(event) => setUrls(event.currentTarget.value)}
        />
        {checking.error && <ErrorNotice title="The list was not checked" error={checking.error} />}
        <Group>
          <Button type="submit" disabled={blocked || urls.trim() === ''} loading={checking.isPending}>
            Check the list
          </Button>
          <ReadFile accept=".txt,.csv,.json,text/*" onRead={({ text }) => setUrls(text)} />
        </Group>
      </Stack>
    </form>
  );
};
