import type { TablerIcon } from '@tabler/icons-react';
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
  /** Without it, what has the focus acts on the keys itself, as a row does: they are only listed. */
  readonly run?: (event?: KeyboardEvent) => void;
  /** Neither runs nor is listed where it is false. */
  readonly enabled?: boolean;
  /** Why it can't be done now: the palette lists it with the reason, and it does not run. */
  readonly reason?: string | undefined;
  /** Is offered by the palette too; not what only moves within a list. */
  readonly inPalette?: boolean;
  /** That of its button. */
  readonly icon?: TablerIcon | undefined;
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
 * in or behind a dialog. Of two with the same keys, the one that became possible last wins.
 * @param name the group they are listed in
 */
export const useShortcuts = (name: string, shortcuts: readonly Shortcut[]): void => {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  const offered = JSON.stringify(shortcuts.filter(isEnabled));
  // biome-ignore lint/correctness/useExhaustiveDependencies: registered anew when another one is possible
  useEffect(() => {
    const group: Registered = { name, latest };
    registry.setState(({ groups }) => ({ groups: [...groups, group] }));
    return () => registry.setState(({ groups }) => ({ groups: groups.filter((one) => one !== group) }));
  }, [name, offered]);
};

/** What works now, what came last first; groups of one name are one, and have each label once. */
export const useShortcutGroups = (): readonly ShortcutGroup[] => {
  const { groups } = useStore(registry);
  const named = new Map<string, Map<string, Shortcut>>();
  for (const { name, latest } of groups.toReversed()) {
    const group = named.get(name) ?? new Map<string, Shortcut>();
    for (const one of latest.current.filter(isEnabled)) {
      if (!group.has(one.label)) group.set(one.label, one);
    }
    named.set(name, group);
  }
  return [...named].map(([name, group]) => ({ name, shortcuts: [...group.values()] }));
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

const canRun = (one: Shortcut): boolean =>
  isEnabled(one) && one.run !== undefined && one.reason === undefined;

/** @returns whether there was one for the event */
const runFirst = (shortcuts: readonly Shortcut[], event: KeyboardEvent): boolean => {
  const found = shortcuts.find(
    (one) => canRun(one) && keysOf(one).some((keys) => isPressed(keys, event) && isFree(keys, event)),
  );
  found?.run?.(event);
  return found !== undefined;
};

/** Whether the element that has the focus makes nothing else of the keys. */
const isFree = (keys: KeyCombination, { target }: KeyboardEvent): boolean => {
  if (typesNothing(keys) || !(target instanceof Element)) return true;
  if (isElsewhere(target)) return false;
  if ((keys === 'Enter' || keys === ' ') && target.closest('a, button') !== null) return false;
  return true;
};

/** Whether a key is text for a field, or belongs to something that is open above the screen. */
export const isElsewhere = (target: EventTarget | null): boolean =>
  (target instanceof Element && target.closest(takesKeys) !== null) ||
  document.querySelector('[aria-modal="true"]') !== null;

const takesKeys =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"], [role="listbox"]';
