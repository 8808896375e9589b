import { Box, Code } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';

interface CodeBlockProps {
  readonly text: string;
  /** What is copied, such as "the command". */
  readonly what: string;
  readonly maxHeight?: number;
}

/** Text as it is, scrolling in its own box, to be copied. */
export const CodeBlock = ({ text, what, maxHeight = 360 }: CodeBlockProps) => (
  <Box pos="relative">
    <Code
      block
      tabIndex={0}
      aria-label={what}
      role="region"
      style={{ maxHeight, overflow: 'auto', paddingRight: 44, whiteSpace: 'pre' }}
    >
      {text}
    </Code>
    <Box pos="absolute" top={4} right={4} bg="var(--bg-hover)" style={{ borderRadius: 4 }}>
      <CopyButton value={text} what={what} />
    </Box>
  </Box>
);
