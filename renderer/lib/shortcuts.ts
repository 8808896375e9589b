import { type RefObject, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { isPressed, type KeyCombination, typesNothing } from './key-names.ts';

/**
 * One registry of what can be done by keyboard. The listener of keys, the list of shortcuts (`?`) and the palette read
 * it, so that none can say what another does not do.
 */
export interface Shortcut {
  /** Verb and object: "Resend message". */
  readonly label: string;
  /** Any of them; without keys, it is found in the palette alone. */
  readonly keys?: KeyCombination | readonly KeyCombination[];
  readonly run: (event?: KeyboardEvent) => void;
  /** Neither runs nor is listed where it is false. */
  readonly enabled?: boolean;
  /** Is offered by the palette too; not what only moves within a list. */
  readonly inPalette?: boolean;
}

interface ShortcutGroup {
  /** Where they work: "Everywhere", "Messages". */
  readonly name: string;
  readonly shortcuts: readonly Shortcut[];
}

interface Registered {
  readonly name: string;
  readonly latest: RefObject<readonly Shortcut[]>;
}

const registry = createStore<{ readonly groups: readonly Registered[] }>()(() => ({ groups: [] }));

/**
 * Shortcuts that work on the whole screen while the component is there: not in a field (but those with `mod`), nor
 * behind a dialog. Of two with the same keys, the one that came last wins.
 * @param name the group they are listed in
 */
export const useShortcuts = (name: string, shortcuts: readonly Shortcut[]): void => {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    const group: Registered = { name, latest };
    registry.setState(({ groups }) => ({ groups: [...groups, group] }));
    return () => registry.setState(({ groups }) => ({ groups: groups.filter((one) => one !== group) }));
  }, [name]);
};

/** What works now, those of the innermost part of the screen first; groups of one name are one. */
export const useShortcutGroups = (): readonly ShortcutGroup[] => {
  const { groups } = useStore(registry);
  const named = new Map<string, Shortcut[]>();
  for (const { name, latest } of groups.toReversed()) {
    named.set(name, [...(named.get(name) ?? []), ...latest.current.filter(isEnabled)]);
  }
  return [...named].map(([name, shortcuts]) => ({ name, shortcuts }));
};

/** Runs shortcuts on the keys of a document. @returns the way to stop */
export const followKeys = (document: Document): (() => void) => {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing) return;
    const { groups } = registry.getState();
    const shortcuts = groups.toReversed().flatMap(({ latest }) => latest.current);
    if (runFirst(shortcuts, event)) event.preventDefault();
  };
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
};

export const keysOf = ({ keys = [] }: Pick<Shortcut, 'keys'>): readonly KeyCombination[] =>
  typeof keys === 'string' ? [keys] : keys;

const isEnabled = ({ enabled = true }: Shortcut): boolean => enabled;

/** @returns whether there was one for the event */
const runFirst = (shortcuts: readonly Shortcut[], event: KeyboardEvent): boolean => {
  const found = shortcuts.find(
    (one) => isEnabled(one) && keysOf(one).some((keys) => isPressed(keys, event) && isFree(keys, event)),
  );
  found?.run(event);
  return found !== undefined;
};

/** Whether the element that has the focus makes nothing else of the keys. */
const isFree = (keys: KeyCombination, { target }: KeyboardEvent): boolean => {
  if (typesNothing(keys) || !(target instanceof Element)) return true;
  if (target.closest(takesKeys) !== null) return false;
  if ((keys === 'Enter' || keys === ' ') && target.closest('a, button') !== null) return false;
  return document.querySelector('[aria-modal="true"]') === null;
};

const takesKeys =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"]';
