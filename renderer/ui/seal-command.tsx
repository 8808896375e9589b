import { Code, Group, Text } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';

/** How an integrator seals a list to this data folder. */
export const SealCommand = ({ recipient }: { readonly recipient: string }) => {
  const command = `carryover seal FILE --to ${recipient}`;
  return (
    <Group gap={4}>
      <Text c="dimmed">Have the integrator seal the list, so that only this data folder opens it:</Text>
      <Code style={{ overflowWrap: 'anywhere' }}>{command}</Code>
      <CopyButton value={command} what="the command that seals" />
    </Group>
  );
};
