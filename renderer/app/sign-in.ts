import type { NewSession } from '#contract/session.ts';
import { ApiError, api, isSignedOut } from '#renderer/lib/api.ts';
import { keepSession } from '#renderer/lib/session.ts';

const ticketInAddress = (): string | null => new URLSearchParams(location.hash.slice(1)).get('ticket');

export const hasTicket = (): boolean => ticketInAddress() !== null;

/**
 * In a browser: exchanges the one-time ticket of the address for a session, and takes it out of the address and its
 * history. In the app main has signed the page in.
 * @returns why there is no session, if there is none
 */
export const signIn = async (): Promise<string | undefined> => {
  const ticket = ticketInAddress();
  if (ticket !== null) {
    history.replaceState(null, '', location.pathname + location.search);
    try {
      const { session } = await api.post<NewSession>('/api/session', { ticket });
      keepSession(session);
      return undefined;
    } catch (error) {
      // An older session may still hold.
      return (await hasSession()) ? undefined : messageOf(error);
    }
  }
  return (await hasSession()) ? undefined : 'This browser is not signed in.';
};

/** A desk that does not respond may come back: the status strip says so. */
const hasSession = async (): Promise<boolean> => {
  try {
    await api.get('/api/session');
    return true;
  } catch (error) {
    return !isSignedOut(error);
  }
};

const messageOf = (error: unknown): string => (error instanceof ApiError ? error.message : String(error));
