import { Checkbox, Group, Stack, Text } from '@mantine/core';
import { IconTerminal2 } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { CodeBlock } from '#renderer/ui/code-block.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';

interface AttemptCurlProps {
  readonly messageId: string;
  readonly attemptId: string;
}

interface Curl {
  readonly curl: string;
  readonly remarks: readonly string[];
}

/** The request as a curl command. It holds secrets only on request, and is not kept. */
export const AttemptCurl = ({ messageId, attemptId }: AttemptCurlProps) => {
  const [reveal, setReveal] = useState(false);
  const [signAnew, setSignAnew] = useState(true);
  const read = useApiMutation(
    () =>
      api.get<Curl>(`/api/messages/${messageId}/attempts/${attemptId}/curl`, { query: { reveal, signAnew } }),
    { isSecret: true },
  );
  return (
    <Stack gap="xs">
      <Group>
        <SmallButton
          icon={IconTerminal2}
          changes={false}
          loading={read.isPending}
          onClick={() => read.mutate()}
        >
          Show curl command
        </SmallButton>
        <Checkbox
          size="xs"
          label="Re-sign with the current timestamp"
          checked={signAnew}
          onChange={(event) => setSignAnew(event.currentTarget.checked)}
        />
        <Checkbox
          size="xs"
          label="Show header values"
          checked={reveal}
          onChange={(event) => setReveal(event.currentTarget.checked)}
        />
      </Group>
      {read.error && <ErrorNotice title="Curl command failed" error={read.error} />}
      {read.data && (
        <>
          <CodeBlock text={read.data.curl} what="the command" />
          {read.data.remarks.map((remark) => (
            <Text key={remark} size="sm" c="dimmed">
              {remark}
            </Text>
          ))}
        </>
      )}
    </Stack>
  );
};
