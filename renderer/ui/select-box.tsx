import { Checkbox } from '@mantine/core';
import { memo } from 'react';
import { blockedBox } from './blockable.tsx';

interface SelectBoxProps {
  readonly label: string;
  readonly checked: boolean;
  readonly indeterminate?: boolean;
  /** Why it can't be selected now. */
  readonly blocked?: string | undefined;
  /** Without it, its row acts on the click, which may draw a range. */
  readonly onToggle?: () => void;
}

/**
 * Selects a row. Rows have X for it, so Tab passes the boxes of rows. Redrawn only when it changes: drawing the boxes of
 * all rows in sight was most of a frame while a log scrolls.
 */
export const SelectBox = memo(
  ({ label, onToggle, indeterminate = false, blocked, ...box }: SelectBoxProps) => (
    <Checkbox
      size="xs"
      aria-label={label}
      indeterminate={indeterminate}
      tabIndex={onToggle === undefined ? -1 : 0}
      onChange={() => onToggle?.()}
      {...blockedBox(blocked)}
      {...box}
    />
  ),
);
