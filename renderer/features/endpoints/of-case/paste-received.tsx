import { Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { ActionButton } from '#renderer/ui/small-button.tsx';

interface PasteReceivedProps {
  readonly busy: boolean;
  /** Why nothing can be compared yet. */
  readonly blocked: string | undefined;
  /** @param forget drops the text, once it is compared */
  readonly onCheck: (received: string, forget: () => void) => void;
}

/** Headers as a consumer received them: possibly secret, so kept in this component alone. */
export const PasteReceived = ({ busy, blocked, onCheck }: PasteReceivedProps) => {
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
        <Blockable blocked={blocked ?? (text.trim() === '' ? 'Paste headers first.' : undefined)}>
          <ActionButton variant="default" loading={busy} onClick={() => onCheck(text, () => setText(''))}>
            Compare with plan
          </ActionButton>
        </Blockable>
        {blocked !== undefined && <Text c="dimmed">{blocked}</Text>}
      </Group>
    </Stack>
  );
};
