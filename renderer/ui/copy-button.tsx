import { ActionIcon, Button, CopyButton as Copying, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

interface CopyProps {
  readonly value: string;
  /** Such as "address". */
  readonly what: string;
  /** Shows its label beside the icon. */
  readonly labelled?: boolean;
  /** In place of the usual one. */
  readonly icon?: typeof IconCopy;
  /** Of the icon's button, px. */
  readonly size?: number;
}

export const CopyButton = ({ value, what, labelled, icon: Icon = IconCopy, size = 24 }: CopyProps) => (
  <Copying value={value} timeout={1500}>
    {({ copied, copy }) => {
      const icon = copied ? <IconCheck size={14} aria-hidden /> : <Icon size={14} aria-hidden />;
      const label = copied ? 'Copied' : `Copy ${what}`;
      return labelled ? (
        <Button size="xs" variant="default" leftSection={icon} onClick={copy}>
          {label}
        </Button>
      ) : (
        <Tooltip label={label}>
          <ActionIcon
            variant="subtle"
            color={copied ? 'teal' : 'gray'}
            miw={size}
            mih={size}
            w={size}
            h={size}
            aria-label={label}
            onClick={copy}
          >
            {icon}
          </ActionIcon>
        </Tooltip>
      );
    }}
  </Copying>
);
