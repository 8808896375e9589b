import { Button, CloseButton, Kbd, VisuallyHidden } from '@mantine/core';
import { IconDeselect, IconSelectAll, type TablerIcon } from '@tabler/icons-react';
import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';
import { formatNumber } from '#contract/format.ts';
import { useShortcuts } from '#renderer/lib/shortcuts.ts';
import type { RowSelection } from '#renderer/lib/use-selection.ts';
import { Blockable } from './blockable.tsx';
import { useBlockedHere } from './needs-role.tsx';
import classes from './selection-bar.module.css';

/** The place above the strip in which the bar of a screen docks; it takes its height from the rows, and covers none. */
export const SelectionDock = createContext<HTMLElement | null>(null);

interface SelectionBarProps {
  readonly selection: RowSelection;
  /** What the filter has, such as "failed rows": "Select all 18 failed rows". */
  readonly noun: string;
  /** `SelectionAction`s. */
  readonly children: ReactNode;
}

/** Says how many rows are selected, and what can be done with them. */
export const SelectionBar = ({ selection, noun, children }: SelectionBarProps) => {
  const dock = useContext(SelectionDock);
  const isOpen = !selection.isNone;
  useShortcuts('Selection', [
    {
      label: 'Clear selection',
      icon: IconDeselect,
      keys: 'Escape',
      enabled: isOpen,
      inPalette: true,
      run: selection.clear,
    },
    {
      label: `Select all ${noun}`,
      icon: IconSelectAll,
      enabled: isOpen,
      inPalette: true,
      run: selection.all,
    },
  ]);
  return (
    <>
      <VisuallyHidden role="status">{isOpen ? selectedText(selection) : ''}</VisuallyHidden>
      {isOpen &&
        dock !== null &&
        createPortal(
          <section className={classes.bar} aria-label="Selection">
            <strong className={classes.count}>{selectedText(selection)}</strong>
            <SelectAll selection={selection} noun={noun} />
            <div className={classes.actions}>{children}</div>
            <CloseButton
              size="sm"
              aria-label="Clear selection"
              title="Clear selection (Esc)"
              onClick={selection.clear}
            />
          </section>,
          dock,
        )}
    </>
  );
};

const selectedText = ({ count, exceptions }: RowSelection): string => {
  if (count !== undefined) return `${formatNumber(count)} selected`;
  return exceptions === 0 ? 'All selected' : `All selected but ${formatNumber(exceptions)}`;
};

const SelectAll = ({ selection, noun }: Pick<SelectionBarProps, 'selection' | 'noun'>) => {
  const { total, count, all } = selection;
  if (count !== undefined && count === total) return;
  if (selection.isAll && selection.exceptions === 0) return;
  return (
    <Button
      size="xs"
      variant="subtle"
      color="gray"
      className={classes.button}
      aria-keyshortcuts="Control+A"
      title="Ctrl+A"
      onClick={all}
    >
      Select all {total === undefined ? '' : `${formatNumber(total)} `}
      {noun}
    </Button>
  );
};

interface SelectionActionProps {
  readonly icon: TablerIcon;
  readonly label: string;
  /** Acts wherever the focus is on the screen; shown beside the label. */
  readonly shortcut?: string;
  /** Why it can't be done now. */
  readonly reason?: string | undefined;
  readonly isDangerous?: boolean;
  readonly busy?: boolean;
  /** It changes nothing: whoever sees the rows may do it. */
  readonly reads?: boolean;
  readonly onAct: () => void;
}

/** One action on the selected rows. */
export const SelectionAction = (props: SelectionActionProps) => {
  const { icon: Icon, label, shortcut, reads = false, isDangerous = false, busy = false, onAct } = props;
  const here = useBlockedHere();
  const reason = (reads ? undefined : here) ?? props.reason;
  const canAct = reason === undefined && !busy;
  useShortcuts('Selection', [
    {
      label,
      icon: Icon,
      reason,
      enabled: !busy,
      inPalette: true,
      run: onAct,
      ...(shortcut && { keys: shortcut }),
    },
  ]);
  return (
    <Blockable blocked={reason}>
      <Button
        size="xs"
        variant="subtle"
        color={isDangerous ? 'red' : 'gray'}
        className={isDangerous ? undefined : classes.button}
        leftSection={<Icon size={14} aria-hidden />}
        rightSection={shortcut && canAct && <Kbd className={classes.key}>{shortcut}</Kbd>}
        aria-keyshortcuts={shortcut}
        loading={busy}
        onClick={onAct}
      >
        {reason === undefined ? label : `${label}: ${reason}`}
      </Button>
    </Blockable>
  );
};
