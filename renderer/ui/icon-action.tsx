import { ActionIcon, Tooltip } from '@mantine/core';
import type { IconCopy } from '@tabler/icons-react';

interface IconActionProps {
  readonly icon: typeof IconCopy;
  /** The verb, such as "Remove". */
  readonly tooltip: string;
  /** Verb and object for screen readers, such as "Remove Jo Baker". */
  readonly label: string;
  readonly onClick: () => void;
}

/** A small button in a list. */
export const IconAction = ({ icon: Icon, tooltip, label, onClick }: IconActionProps) => (
  <Tooltip label={tooltip}>
    <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} onClick={onClick}>
      <Icon size={14} aria-hidden />
    </ActionIcon>
  </Tooltip>
);
