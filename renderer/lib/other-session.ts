import { sessionHeader } from '#contract/session-header.ts';
import { sessionHeaders } from './session.ts';

/**
 * Once another tab has started a session, or at once where the browser keeps none: a secret that was refused is not sent
 * again and again.
 * @param refused the headers that were sent
 */
export const otherSession = (refused: Readonly<Record<string, string>>, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      const present = sessionHeaders()[sessionHeader];
      if (!signal.aborted && present !== undefined && present === refused[sessionHeader]) return;
      removeEventListener('storage', look);
      signal.removeEventListener('abort', look);
      resolve();
    };
    addEventListener('storage', look);
    signal.addEventListener('abort', look);
    look();
  });

/** Other tabs are told of a new session by the browser; what waits for one in this tab, by the same event. */
export const tellOfSession = (): boolean => dispatchEvent(new Event('storage'));
