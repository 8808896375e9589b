import type { NewSession, SessionView, SignInWays } from '#contract/session.ts';
import { api, hasErrorCode, isSignedOut } from '#renderer/lib/api.ts';
import { teamDeskId } from '#renderer/lib/bridge.ts';
import { keepSession, sessionHeaders } from '#renderer/lib/session.ts';
import { completeFromProvider, isCallback } from './provider-sign-in.ts';

const ticketInAddress = (): string | null => new URLSearchParams(location.hash.slice(1)).get('ticket');

export const hasTicket = (): boolean => ticketInAddress() !== null;

/** How the page begins: with a session, which a desk that does not respond may still have; or why without one. */
export type Beginning =
  | { readonly session: SessionView | undefined }
  | { readonly problem: string | undefined; readonly ways: SignInWays }
  /** A team's desk in the app: why it was not reached. The local one comes back by itself. */
  | { readonly unreached: Error };

/**
 * In a browser: exchanges the one-time ticket of the address, or the response of the identity provider, for a session, and
 * takes it out of the address and its history. In the app main has signed the page in.
 */
export const signIn = async (): Promise<Beginning> => {
  const exchange = exchangeOf();
  if (exchange === undefined) return begun(undefined);
  try {
    const { session, ...view } = await exchange;
    keepSession(session);
    return { session: view };
  } catch (error) {
    // An older session may still hold.
    return begun(messageOf(error));
  }
};

const exchangeOf = (): Promise<NewSession> | undefined => {
  if (isCallback()) return completeFromProvider();
  const ticket = ticketInAddress();
  if (ticket === null) return undefined;
  history.replaceState(null, '', location.pathname + location.search);
  return api.post<NewSession>('/api/session', { ticket });
};

/** @param problem what is said where there is no session */
const begun = async (problem: string | undefined): Promise<Beginning> => {
  const hadSession = Object.keys(sessionHeaders()).length > 0;
  try {
    return { session: await api.get<SessionView>('/api/session') };
  } catch (error) {
    if (!isSignedOut(error)) return unanswered(error);
    const ways = await api.get<SignInWays>('/api/session/ways').catch((): SignInWays => ({ people: false }));
    if (!ways.people) return { ways, problem: problem ?? 'This browser is not signed in.' };
    return { ways, problem: problem ?? endOf(error, hadSession) };
  }
};

/** A desk that does not respond may come back: the status strip says so. */
const unanswered = (error: unknown): Beginning =>
  teamDeskId() === undefined ? { session: undefined } : { unreached: error as Error };

/** Of the catalogue: `people.signIn`, and in the app `teamDesk.signedOut`. */
const nobodySignedIn = [45001, 45090] as const;

const endOf = (error: unknown, hadSession: boolean): string | undefined => {
  if (!hasErrorCode(error, ...nobodySignedIn)) return messageOf(error);
  return hadSession
    ? 'Your session ended: it was not used for 12 hours, is 7 days old, the desk restarted, or your access was changed. Sign in to continue on the same page; your input is kept.'
    : undefined;
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
