import { Button, Code, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { RecoveryCode as Shown } from '#contract/desk.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Section } from '#renderer/ui/section.tsx';

/** The key in a form to write down; shown on request, until it is hidden. */
export const RecoveryCode = () => {
  const [code, setCode] = useState<string>();
  const show = useApiMutation(() => api.post<Shown>('/api/recovery-code'), { isSecret: true });
  return (
    <Section
      title="Recovery code"
      description="Restores a lost key: carryover recovery-code use"
      actions={
        <Button
          variant="default"
          loading={show.isPending}
          onClick={() =>
            code === undefined
              ? show.mutate(undefined, { onSuccess: (shown) => setCode(shown.code) })
              : setCode(undefined)
          }
        >
          {code === undefined ? 'Show code' : 'Hide code'}
        </Button>
      }
    >
      <Stack gap="sm">
        {show.error && <ErrorNotice title="Code not shown" error={show.error} />}
        {code && <Code block>{code}</Code>}
        <Text>
          Anyone with the code and the data folder can read every secret in it. Write it down and keep it away
          from this machine.
        </Text>
      </Stack>
    </Section>
  );
};
