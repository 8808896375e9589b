import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** How far scrollers were scrolled, px, by the entry of the history and their name. */
const kept = new Map<string, number>();

const everyMs = 50;
/** Rows that are still to be read may take so long to reach the place. */
const longestMs = 5_000;
const byPerson = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/**
 * Back and Forward return to where the person had scrolled to; another screen starts at its top.
 * @param name of the scroller, unique on its screen
 * @param scrolls false where the element grows with its content
 */
export const useKeptScroll = (
  scroller: RefObject<HTMLElement | null>,
  name: string,
  scrolls = true,
): void => {
  const { key, pathname } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  const before = useRef(pathname);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null || !scrolls) return;
    const entry = `${key} ${name}`;
    const isOther = before.current !== pathname;
    before.current = pathname;
    const top = isReturn ? kept.get(entry) : undefined;
    if (top === undefined && isOther) element.scrollTop = 0;
    // A choice that replaces the entry is made where the person has scrolled to.
    if (top === undefined) kept.set(entry, element.scrollTop);
    let stopRestoring =
      top === undefined ? undefined : restore(element, top, () => (stopRestoring = undefined));
    const note = (): void => {
      if (stopRestoring === undefined) kept.set(entry, element.scrollTop);
    };
    element.addEventListener('scroll', note, { passive: true });
    return () => {
      element.removeEventListener('scroll', note);
      stopRestoring?.();
    };
  }, [key, pathname, name, scrolls, isReturn, scroller]);
};

/** Scrolls until the place is reached: what is above it may not have been read yet. @returns stops it */
const restore = (element: HTMLElement, top: number, onEnd: () => void): (() => void) => {
  const until = performance.now() + longestMs;
  const stop = (): void => {
    clearInterval(timer);
    for (const type of byPerson) element.removeEventListener(type, end);
  };
  const end = (): void => {
    stop();
    onEnd();
  };
  const timer = setInterval(() => {
    element.scrollTop = top;
    if (Math.abs(element.scrollTop - top) <= 1 || performance.now() > until) end();
  }, everyMs);
  for (const type of byPerson) element.addEventListener(type, end, { passive: true });
  element.scrollTop = top;
  return stop;
};
