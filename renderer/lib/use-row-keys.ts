import { type FocusEvent, type KeyboardEvent, type MouseEvent, type RefObject, useState } from 'react';
import { rowsBetween } from './selection.ts';
import { isElsewhere, useShortcuts } from './shortcuts.ts';
import type { RowSelection } from './use-selection.ts';

interface RowKeysOptions {
  /** Holds the rows; each has its number in `data-index`. */
  readonly scroller: RefObject<HTMLElement | null>;
  /** undefined: not read, or none. */
  readonly idAt: (index: number) => string | undefined;
  readonly selection: RowSelection | undefined;
  readonly onOpen?: ((index: number) => void) | undefined;
  /** Another row has the focus by an arrow key. */
  readonly onMove?: ((index: number) => void) | undefined;
}

export interface RowKeys {
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  /** A click on a row: with Shift a range, with Ctrl one more. @returns whether it was about the selection */
  readonly onClick: (event: MouseEvent, index: number) => boolean;
  /** The row that Tab leads to, of those that are drawn. */
  readonly tabStop: (drawn: readonly number[]) => number | undefined;
}

/** Where a move shows the row beside the list, J and K do so from anywhere on the screen, and say it themselves. */
const stepKeys = (shows: boolean): string[] =>
  shows ? ['ArrowDown', 'ArrowUp'] : ['ArrowDown', 'ArrowUp', 'J', 'K'];

/** J and K move as the arrows do. */
const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 };

/** Up and Down move, Enter opens, X selects, Shift selects a range, Ctrl+A all, Esc none. */
export const useRowKeys = (options: RowKeysOptions): RowKeys => {
  const { scroller, idAt, selection, onOpen, onMove } = options;
  const [active, setActive] = useState(0);
  const selects = selection !== undefined;
  const isActive = selects || onOpen !== undefined;
  const enter = (): void => {
    const row = (which: string) => scroller.current?.querySelector<HTMLElement>(`[data-index${which}]`);
    (row(`="${active}"`) ?? row(''))?.focus();
  };
  useShortcuts('Rows', [
    // One table of a screen is for its rows to be selected: its keys lead there from anywhere.
    { label: 'Go to the rows', keys: ['J', 'K'], enabled: selects && onMove === undefined, run: enter },
    { label: 'Go to next or previous row', keys: stepKeys(onMove !== undefined), enabled: isActive },
    { label: 'Open row', keys: 'Enter', enabled: onOpen !== undefined },
    { label: 'Select row', keys: 'X', enabled: selects },
    { label: 'Select range', keys: ['shift+ArrowDown', 'shift+ArrowUp'], enabled: selects },
    { label: 'Select all rows', keys: 'mod+A', enabled: selects },
  ]);

  const extend = (from: number, to: number): void => {
    if (selection === undefined) return;
    const id = idAt(to);
    const start = selection.anchor ?? idAt(from);
    if (id === undefined || start === undefined) return;
    const rows = rowsBetween(idAt, to, start);
    if (rows === undefined) selection.toggle(id);
    else selection.range(rows);
  };

  const move = (event: KeyboardEvent, from: number, to: number): void => {
    event.preventDefault();
    if (idAt(to) === undefined) return;
    if (event.shiftKey) extend(from, to);
    scroller.current?.querySelector<HTMLElement>(`[data-index="${to}"]`)?.focus();
    onMove?.(to);
  };

  const onRow = (event: KeyboardEvent, index: number): void => {
    const id = idAt(index);
    const isRow = event.target instanceof HTMLElement && event.target.dataset.index !== undefined;
    const step = steps[event.key];
    if (step !== undefined && (isRow || isIn(event.target, '[data-select]')))
      move(event, index, index + step);
    else if (event.key === 'Enter' && isRow) onOpen?.(index);
    else if (selection !== undefined && id !== undefined && isToggle(event, isRow)) {
      event.preventDefault();
      if (event.shiftKey) extend(index, index);
      else selection.toggle(id);
    }
  };

  return {
    onKeyDown: (event) => {
      if (event.defaultPrevented || isElsewhere(event.target)) return;
      if (selection !== undefined && onList(event, selection)) return;
      const index = indexOf(event.target);
      if (index !== undefined && !event.ctrlKey && !event.metaKey && !event.altKey) onRow(event, index);
    },
    onFocus: ({ target }) => {
      const index = indexOf(target);
      if (index !== undefined) setActive(index);
    },
    onClick: (event, index) => {
      const id = idAt(index);
      if (selection === undefined || id === undefined) return false;
      const isChoice = isIn(event.target, '[data-select]');
      if (event.shiftKey) extend(index, index);
      else if (isChoice || event.ctrlKey || event.metaKey) selection.toggle(id);
      return isChoice || event.shiftKey || event.ctrlKey || event.metaKey;
    },
    tabStop: (drawn) => (drawn.includes(active) ? active : drawn[0]),
  };
};

/** A button or link inside a row does its own work. */
export const isControl = (target: EventTarget): boolean => isIn(target, 'button, a, input, label');

/** A range by Shift and a click selects no text. */
export const keepText = (event: MouseEvent): void => {
  if (event.shiftKey) event.preventDefault();
};

const isToggle = ({ key }: KeyboardEvent, isRow: boolean): boolean =>
  key.toLowerCase() === 'x' || (key === ' ' && isRow);

/** Keys that are about the whole list. @returns whether it was one */
const onList = (event: KeyboardEvent, selection: RowSelection): boolean => {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') selection.all();
  else if (event.key === 'Escape' && !selection.isNone) selection.clear();
  else return false;
  event.preventDefault();
  event.stopPropagation();
  return true;
};

const isIn = (target: EventTarget, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

const indexOf = (target: EventTarget): number | undefined => {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return row === null ? undefined : Number(row.dataset.index);
};
