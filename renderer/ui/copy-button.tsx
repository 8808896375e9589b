import { ActionIcon, Button, CopyButton as Copying, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

interface CopyProps {
  readonly value: string;
  /** What is copied, such as "the address". */
  readonly what: string;
  /** A button with words, not an icon alone. */
  readonly words?: boolean;
}

export const CopyButton = ({ value, what, words }: CopyProps) => (
  <Copying value={value} timeout={1500}>
    {({ copied, copy }) => {
      const icon = copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />;
      const label = copied ? 'Copied' : `Copy ${what}`;
      return words ? (
        <Button size="xs" variant="default" leftSection={icon} onClick={copy}>
          {label}
        </Button>
      ) : (
        <Tooltip label={label}>
          <ActionIcon variant="subtle" color={copied ? 'teal' : 'gray'} aria-label={label} onClick={copy}>
            {icon}
          </ActionIcon>
        </Tooltip>
      );
    }}
  </Copying>
);
