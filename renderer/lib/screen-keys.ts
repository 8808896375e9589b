import { useEffect, useRef } from 'react';

const takesText = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]';
const overlays = '[role="dialog"], [role="menu"], [role="listbox"]';

/** Whether a key is text for a field, or belongs to something that is open above the screen. */
export const isElsewhere = (target: EventTarget | null): boolean =>
  (target instanceof Element && target.closest(`${takesText}, ${overlays}`) !== null) ||
  document.querySelector('[role="dialog"][aria-modal="true"]') !== null;

/**
 * Acts on a key wherever the focus is on the screen, except in a field or a dialog.
 * @param key as `KeyboardEvent.key` in lower case, without modifiers; undefined: none
 */
export const useScreenKey = (key: string | undefined, act: () => void): void => {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    if (key === undefined) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key.toLowerCase() !== key || isElsewhere(event.target)) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [key]);
};
