import { ActionIcon, Tooltip } from '@mantine/core';
import type { IconCopy } from '@tabler/icons-react';

interface IconActionProps {
  readonly icon: typeof IconCopy;
  /** What it does, as its tooltip says. */
  readonly words: string;
  /** To what, for those who can't see it: such as "Remove Jo Baker". */
  readonly label: string;
  readonly onClick: () => void;
}

/** A small button in a list. */
export const IconAction = ({ icon: Icon, words, label, onClick }: IconActionProps) => (
  <Tooltip label={words}>
    <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} onClick={onClick}>
      <Icon size={14} aria-hidden />
    </ActionIcon>
  </Tooltip>
);
