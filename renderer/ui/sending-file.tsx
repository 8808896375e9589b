import { Group, Progress, Stack, Text } from '@mantine/core';
import { formatBytes } from '#contract/format.ts';
import type { Sending } from '#renderer/lib/use-located-file.ts';
import { SmallButton } from './small-button.tsx';

/** A file on its way from the browser to the desk. */
export const SendingFile = ({ sending: { name, sent, size, cancel } }: { readonly sending: Sending }) => (
  <Stack gap={6}>
    <Group justify="space-between">
      <Text role="status">
        Uploading {name}: {formatBytes(sent)} of {formatBytes(size)}
      </Text>
      <SmallButton onClick={cancel}>Cancel</SmallButton>
    </Group>
    <Progress value={size === 0 ? 100 : (100 * sent) / size} aria-label="Upload" />
  </Stack>
);
