import type { NewSession, SessionView, SignInWays } from '#contract/session.ts';
import { ApiError, api, hasErrorCode, isSignedOut } from '#renderer/lib/api.ts';
import { keepSession, sessionHeaders } from '#renderer/lib/session.ts';

const ticketInAddress = (): string | null => new URLSearchParams(location.hash.slice(1)).get('ticket');

export const hasTicket = (): boolean => ticketInAddress() !== null;

/** How the page begins: with a session, which a desk that does not respond may still have; or why without one. */
export type Beginning =
  | { readonly session: SessionView | undefined }
  | { readonly problem: string | undefined; readonly people: boolean };

/**
 * In a browser: exchanges the one-time ticket of the address for a session, and takes it out of the address and its
 * history. In the app main has signed the page in.
 */
export const signIn = async (): Promise<Beginning> => {
  const ticket = ticketInAddress();
  if (ticket === null) return begun(undefined);
  history.replaceState(null, '', location.pathname + location.search);
  try {
    const { session, ...view } = await api.post<NewSession>('/api/session', { ticket });
    keepSession(session);
    return { session: view };
  } catch (error) {
    // An older session may still hold.
    return begun(messageOf(error));
  }
};

/** @param problem what is said where there is no session */
const begun = async (problem: string | undefined): Promise<Beginning> => {
  const hadSession = Object.keys(sessionHeaders()).length > 0;
  try {
    return { session: await api.get<SessionView>('/api/session') };
  } catch (error) {
    // A desk that does not respond may come back: the status strip says so.
    if (!isSignedOut(error)) return { session: undefined };
    const { people } = await api
      .get<SignInWays>('/api/session/ways')
      .catch((): SignInWays => ({ people: false }));
    if (!people) return { people, problem: problem ?? 'This browser is not signed in.' };
    return { people, problem: problem ?? endOf(error, hadSession) };
  }
};

/** `people.signIn`, of the catalogue. */
const nobodySignedIn = 45001;

const endOf = (error: unknown, hadSession: boolean): string | undefined => {
  if (!hasErrorCode(error, nobodySignedIn)) return messageOf(error);
  return hadSession
    ? 'Your session ended: it was not used for 12 hours, is 7 days old, the desk restarted, or your access was changed. Sign in to continue on the same page; your input is kept.'
    : undefined;
};

const messageOf = (error: unknown): string => (error instanceof ApiError ? error.message : String(error));
