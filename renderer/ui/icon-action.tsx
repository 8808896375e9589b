import { ActionIcon, Tooltip } from '@mantine/core';
import type { IconCopy } from '@tabler/icons-react';
import { Blockable } from './blockable.tsx';
import { useBlockedHere } from './needs-role.tsx';

interface IconActionProps {
  readonly icon: typeof IconCopy;
  /** The verb, such as "Remove". */
  readonly tooltip: string;
  /** Verb and object for screen readers, such as "Remove Jo Baker". */
  readonly label: string;
  readonly onClick: () => void;
  /** It changes something: blocked for a person without the role for it. */
  readonly changes?: boolean;
}

/** A small button in a list. */
export const IconAction = ({ icon: Icon, tooltip, label, onClick, changes = false }: IconActionProps) => {
  const here = useBlockedHere();
  const button = (
    <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} onClick={onClick}>
      <Icon size={14} aria-hidden />
    </ActionIcon>
  );
  return changes && here !== undefined ? (
    <Blockable blocked={here}>{button}</Blockable>
  ) : (
    <Tooltip label={tooltip}>{button}</Tooltip>
  );
};
