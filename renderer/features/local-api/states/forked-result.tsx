import { Button, Group, Stack, Text } from '@mantine/core';
import type { StateForked } from '#contract/states.ts';
import { serveCommand } from '#renderer/lib/open-command.ts';
import { CodeBlock } from '#renderer/ui/code-block.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { MissingList } from './missing-list.tsx';

interface ForkedResultProps {
  readonly forked: StateForked;
  readonly onClose: () => void;
}

/** Where the fork is, what it lacks, and how it is served. */
export const ForkedResult = ({ forked: { dataDir, missing }, onClose }: ForkedResultProps) => (
  <Stack>
    <Group gap={4} wrap="nowrap" align="flex-start">
      <Text role="status" style={{ overflowWrap: 'anywhere' }}>
        Created <b>{dataDir}</b>.
      </Text>
      <CopyButton value={dataDir} what="the folder" />
    </Group>
    {missing.length > 0 && (
      <div>
        <Text>Secrets are missing in it:</Text>
        <MissingList missing={missing} />
      </div>
    )}
    <Stack gap={4}>
      <Text>Serve it beside this one, on free ports:</Text>
      <CodeBlock text={serveCommand('carryover', dataDir)} what="the command" />
    </Stack>
    <Group justify="flex-end">
      <Button onClick={onClose} autoFocus>
        Close
      </Button>
    </Group>
  </Stack>
);
