import { Alert, Text } from '@mantine/core';
import { IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { AttemptSignature as Signature } from '#contract/attempt-check.ts';
import { formatDuration } from '#contract/format.ts';
import { api } from '#renderer/lib/api.ts';
import { keys } from '#renderer/lib/keys.ts';
import { CodeBlock } from '#renderer/ui/code-block.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';

interface AttemptSignatureProps {
  readonly messageId: string;
  readonly attemptId: string;
}

/** Whether what was sent bears a signature that a consumer accepts, and what was signed. */
export const AttemptSignature = ({ messageId, attemptId }: AttemptSignatureProps) => {
  const query = useQuery({
    queryKey: [...keys.messages.of(messageId), 'signature', attemptId],
    queryFn: ({ signal }) =>
      api.get<Signature>(`/api/messages/${messageId}/attempts/${attemptId}/signature`, { signal }),
  });
  return (
    <Loaded query={query} text="Checking the signature…">
      {({ valid, reason, signed, toleranceSeconds }) => (
        <Alert
          color={valid ? 'teal' : 'red'}
          icon={valid ? <IconShieldCheck aria-hidden /> : <IconShieldX aria-hidden />}
          title={valid ? 'The signature is right' : 'The signature is not right'}
        >
          <Text mb="xs">
            {reason} A consumer refuses a timestamp that is more than{' '}
            {formatDuration(toleranceSeconds * 1000)} off its clock.
          </Text>
          {signed !== undefined && <CodeBlock text={signed} what="what was signed" maxHeight={90} />}
        </Alert>
      )}
    </Loaded>
  );
};
