import { hash, randomBytes } from 'node:crypto';
import { systemTime } from '#base/clock.ts';
import type { IssuedToken } from '#contract/people.ts';
import { appSignInPath, type SignInWays } from '#contract/session.ts';
import { openDoor } from './door.ts';
import { SignInRefused } from './refused.ts';

/** How long a person has to agree. */
export const signInMs = 300_000;

/** A program of this machine that asks a person to be signed in. */
export interface SigningIn {
  /** On the page of the desk, and of the access token that the program gets. */
  readonly name: string;
  /** In the browser, inside a sentence: `the command line`. */
  readonly called: string;
}

export interface SignInOptions {
  /** Origin of the desk. */
  readonly desk: string;
  readonly program: SigningIn;
  /** Calls of the desk, which reject in words. */
  readonly peer: {
    get<T>(path: string): Promise<T>;
    post<T>(path: string, body: unknown): Promise<T>;
  };
  /** Brings the address of the page before the person. */
  readonly show: (address: string) => Promise<void>;
  /** Ends the waiting; the sign-in rejects with its reason. */
  readonly signal?: AbortSignal;
  readonly after?: (typeof systemTime)['after'];
}

/**
 * Signs a program in by the page of a desk (RFC 8252): the person agrees there, and the browser brings a code to a port of
 * this machine, which only this process can exchange.
 * @throws SignInRefused if nobody agreed in time; whatever the calls reject with
 */
export const signInByBrowser = async (options: SignInOptions): Promise<IssuedToken> => {
  const { desk, program, peer, show, signal, after = systemTime.after } = options;
  // Before a browser is sent there: the certificate is verified, and there is somebody to sign in.
  if (!(await peer.get<SignInWays>('/api/session/ways')).people)
    throw new SignInRefused(`The desk at ${desk} has no people, so nobody signs in there.`);
  signal?.throwIfAborted();
  const [verifier, state] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')];
  const door = await openDoor(state, program.called);
  const cancel = after(signInMs, () =>
    door.refuse(new SignInRefused('Nobody agreed in the browser within 5 minutes. Nobody was signed in.')),
  );
  const abort = (): void => door.refuse(signal?.reason);
  signal?.addEventListener('abort', abort);
  try {
    const address = new URL(appSignInPath, desk);
    const challenge = hash('sha256', verifier, 'base64url');
    const asked = { port: String(door.port), challenge, state, name: program.name };
    address.search = String(new URLSearchParams(asked));
    await show(address.href);
    return await peer.post<IssuedToken>('/api/session/app-token', { code: await door.code, verifier });
  } finally {
    signal?.removeEventListener('abort', abort);
    cancel();
    door.close();
  }
};
