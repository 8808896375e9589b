import { Autocomplete, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { CaseView } from '#contract/case.ts';
import type { CutoverView } from '#contract/cutover.ts';
import { useApiQuery } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';
import { Doctor } from './doctor.tsx';

/** A consumer before the cutover, when the target has no endpoint for it: the planned ones are offered. */
export const TestConsumer = ({ found }: { readonly found: CaseView }) => {
  const [text, setText] = useState('');
  const [url, setUrl] = useState<string>();
  const { data } = useApiQuery<CutoverView>(
    [...keys.cases.of(found.id), 'cutover', 'view'],
    `/api/cases/${found.id}/cutover`,
  );
  const planned = (data?.draft ?? data?.plan)?.endpoints.map((endpoint) => endpoint.url) ?? [];
  return (
    <Stack>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setUrl(text.trim());
        }}
      >
        <Group align="flex-end" gap="sm">
          <Autocomplete
            label="URL of the consumer"
            required
            type="url"
            w={480}
            maw="100%"
            data={[...new Set(planned)]}
            value={text}
            onChange={setText}
            data-autofocus
          />
          <Button type="submit" variant={url === undefined ? 'filled' : 'default'}>
            Choose consumer
          </Button>
        </Group>
      </form>
      {url === undefined ? (
        <Text c="dimmed">Runs are kept in the case, and compared with those after the cutover.</Text>
      ) : (
        <Doctor key={url} url={url} caseId={found.id} local={false} open={found.state === 'open'} />
      )}
    </Stack>
  );
};
