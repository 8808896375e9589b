import { type RefObject, useEffect, useRef } from 'react';

const everyMs = 50;
const longestMs = 5_000;

/**
 * After a way to another screen its head has the focus, so that it is read out and Tab continues from there. Not where the
 * focus is in the content still: who goes through tabs by keyboard stays on them.
 */
export const useHeadFocus = (content: RefObject<HTMLElement | null>, pathname: string): void => {
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    const until = performance.now() + longestMs;
    const timer = setInterval(() => {
      if (isThere(content.current) || performance.now() > until) return clearInterval(timer);
      const head = content.current?.querySelector<HTMLElement>('[data-screen-head]');
      // A dialog that closes gives the focus back first.
      if (!head || document.querySelector('[aria-modal="true"]')) return;
      head.focus({ preventScroll: true });
    }, everyMs);
    return () => clearInterval(timer);
  }, [content, pathname]);
};

const isThere = (content: HTMLElement | null): boolean =>
  document.activeElement !== content && content?.contains(document.activeElement) === true;
