import { Box, Group, Text } from '@mantine/core';
import { CopyButton } from '#renderer/ui/copy-button.tsx';

/** A public key in full, to copy. */
export const KeyText = ({ text, what }: { text: string; what: string }) => (
  <Group gap={4} wrap="nowrap" align="flex-start">
    <Text ff="monospace" style={{ overflowWrap: 'anywhere' }}>
      {text}
    </Text>
    <Box mt={-4}>
      <CopyButton value={text} what={what} />
    </Box>
  </Group>
);
