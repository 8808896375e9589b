import { Group, Stack, Text } from '@mantine/core';
import { formatDuration } from '#contract/format.ts';
import { useAttemptSignature } from '#renderer/lib/use-message.ts';
import { CodeBlock } from '#renderer/ui/code-block.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { SignatureBadge } from '#renderer/ui/signature-badge.tsx';

interface AttemptSignatureProps {
  readonly messageId: string;
  readonly attemptId: string;
}

/** Whether a consumer accepts the signature of an attempt, and the content that was signed. */
export const AttemptSignature = ({ messageId, attemptId }: AttemptSignatureProps) => (
  <Loaded query={useAttemptSignature(messageId, attemptId)} text="Verifying signature…">
    {({ valid, reason, signed, toleranceSeconds }) => (
      <Stack gap="xs">
        <Group gap="sm">
          <SignatureBadge state={valid ? 'valid' : 'wrong'} />
          <Text>
            {reason} Consumers reject timestamps more than {formatDuration(toleranceSeconds * 1000)} off.
          </Text>
        </Group>
        {signed !== undefined && <CodeBlock text={signed} what="the signed content" maxHeight={90} />}
      </Stack>
    )}
  </Loaded>
);
