import type { BegunSignIn, NewSession } from '#contract/session.ts';
import { api } from '#renderer/lib/api.ts';

/** Where the provider sends the browser back to. */
const callbackPath = '/sign-in/callback';
/** For this tab alone: who has the secret of a sign-in completes it. */
const name = 'carryover-sign-in';

interface Begun {
  readonly flow: string;
  /** The screen to come back to. */
  readonly from: string;
}

/** Leaves the page for the provider's. What is typed is in the drafts of this tab. */
export const beginAtProvider = async (): Promise<void> => {
  const { url, flow } = await api.post<BegunSignIn>('/api/session/provider');
  const begun: Begun = { flow, from: location.pathname + location.search };
  sessionStorage.setItem(name, JSON.stringify(begun));
  location.assign(url);
};

export const isCallback = (): boolean => location.pathname === callbackPath;

/**
 * Completes the sign-in of which the address has the response, and takes both out of the address, its history and the tab.
 * @throws ApiError, or an Error if this tab began none
 */
export const completeFromProvider = async (): Promise<NewSession> => {
  const callback = location.search;
  const kept = sessionStorage.getItem(name);
  sessionStorage.removeItem(name);
  const begun = kept === null ? undefined : (JSON.parse(kept) as Begun);
  history.replaceState(null, '', begun?.from ?? '/');
  if (begun === undefined) throw new Error(notOfThisTab);
  return api.post<NewSession>('/api/session', { flow: begun.flow, callback });
};

const notOfThisTab = 'This sign-in was not begun in this tab, so nobody was signed in. Begin it here again.';
