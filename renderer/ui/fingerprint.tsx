import { Box, Group } from '@mantine/core';
import { groupedFingerprint } from '#contract/signature-states.ts';
import { CopyButton } from './copy-button.tsx';

interface FingerprintProps {
  readonly fingerprint: string;
  /** Its owner, for the label of the copy button. */
  readonly of: string;
}

/** 64 digits in groups of four, two lines where there is room. */
export const Fingerprint = ({ fingerprint, of }: FingerprintProps) => (
  <Group gap={4} wrap="nowrap" align="flex-start">
    <Box ff="monospace" fz="md" maw="40ch" style={{ overflowWrap: 'anywhere' }}>
      {groupedFingerprint(fingerprint)}
    </Box>
    <Box mt={-4}>
      <CopyButton value={fingerprint} what={`the fingerprint of ${of}`} />
    </Box>
  </Group>
);
