import { Code } from '@mantine/core';
import classes from './code-block.module.css';
import { CopyButton } from './copy-button.tsx';

interface CodeBlockProps {
  readonly text: string;
  /** What is copied, such as "the command". */
  readonly what: string;
  readonly maxHeight?: number;
}

/** Text as it is, scrolling in its own box, to be copied. */
export const CodeBlock = ({ text, what, maxHeight = 360 }: CodeBlockProps) => (
  <div className={classes.block}>
    <Code
      block
      tabIndex={0}
      aria-label={what}
      role="region"
      style={{ maxHeight, overflow: 'auto', whiteSpace: 'pre' }}
    >
      {text}
    </Code>
    <div className={classes.copy}>
      <CopyButton value={text} what={what} />
    </div>
  </div>
);
