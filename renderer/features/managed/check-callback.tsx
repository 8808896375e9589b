import { Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { RunbookView } from '#contract/runbook.ts';
import { api } from '#renderer/lib/api.ts';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { ActionButton } from '#renderer/ui/small-button.tsx';
import { ReadFile } from './read-file.tsx';
import { runbookPath, useRunbookChange } from './runbook.ts';

interface CheckCallbackProps {
  readonly view: RunbookView;
  /** Why nothing can be checked yet. */
  readonly blocked: string | undefined;
}

/** Checks whether a pasted list contains the callback URL. */
export const CheckCallback = ({ view: { caseId }, blocked }: CheckCallbackProps) => {
  // Not kept as a draft: a query may contain secrets.
  const [urls, setUrls] = useState('');
  const checking = useRunbookChange(
    (list: string) => api.post<RunbookView>(`${runbookPath(caseId)}/callback`, { urls: list }),
    ({ callbackCheck }) => (callbackCheck?.found ? { message: 'Callback URL registered.' } : undefined),
  );
  const missing = urls.trim() === '' ? 'Paste or open the list first.' : undefined;
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
          <Blockable blocked={blocked ?? missing}>
            <ActionButton type="submit" loading={checking.isPending}>
              Check list
            </ActionButton>
          </Blockable>
          <ReadFile accept=".txt,.csv,.json,text/*" onRead={({ text }) => setUrls(text)} />
          <Text c="dimmed">{missing}</Text>
        </Group>
      </Stack>
    </form>
  );
};
