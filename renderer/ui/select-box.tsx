import { Checkbox } from '@mantine/core';
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

/** Selects a row. Rows have X for it, so Tab passes the boxes of rows. */
export const SelectBox = ({ label, onToggle, indeterminate = false, blocked, ...box }: SelectBoxProps) => (
  <Checkbox
    size="xs"
    aria-label={label}
    indeterminate={indeterminate}
    tabIndex={onToggle === undefined ? -1 : 0}
    onChange={() => onToggle?.()}
    {...blockedBox(blocked)}
    {...box}
  />
);
