import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';

interface PasteReceivedProps {
  readonly busy: boolean;
  readonly disabled: boolean;
  /** @param forget drops the text, once it is compared */
  readonly onCheck: (received: string, forget: () => void) => void;
}

/** Headers as a consumer received them: possibly secret, so kept in this component alone. */
export const PasteReceived = ({ busy, disabled, onCheck }: PasteReceivedProps) => {
  const [text, setText] = useState('');
  return (
    <Stack gap="xs">
      <Textarea
        label="Received headers"
        description="Of one request of the new service, from the consumer's log, as lines or JSON; not stored"
        autosize
        minRows={4}
        maxRows={12}
        autoComplete="off"
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group>
        <Button
          variant="default"
          loading={busy}
          disabled={disabled || text.trim() === ''}
          onClick={() => onCheck(text, () => setText(''))}
        >
          Compare with plan
        </Button>
        {disabled && <Text c="dimmed">Set headers first.</Text>}
      </Group>
    </Stack>
  );
};
