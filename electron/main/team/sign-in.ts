import { hostname } from 'node:os';
import { signInByBrowser } from '#base/app-sign-in/sign-in.ts';
import { type Cancel, systemTime } from '#base/clock.ts';
import { errorText } from '#base/error-text.ts';
import { type Account, type IssuedToken, tokenPrefix } from '#contract/people.ts';
import type { AskTeam } from './ask.ts';
import { createDeskCalls } from './desk-calls.ts';

/** Somebody who signed in at the desk of a team. */
export interface SignedIn {
  readonly token: string;
  readonly tokenId: string;
  readonly name: string;
  readonly login: string;
}

export interface TeamSignInOptions {
  readonly ask: AskTeam;
  /** Brings an address before the person. @returns to be called when it is of no use any more */
  readonly showInBrowser: (address: string) => Promise<() => void>;
  readonly log: (text: string) => void;
}

export interface TeamSignIn {
  /** @returns undefined: cancelled, also by another one. @throws Error in words */
  at(address: string): Promise<SignedIn | undefined>;
  cancel(): void;
  /** @returns why the access token was not revoked, if so */
  revoke(address: string, signedIn: Pick<SignedIn, 'token' | 'tokenId'>): Promise<string | undefined>;
}

/** Signing out waits so long for a desk that does not respond. */
const revokeMs = 10_000;

/** Signs in at desks of teams, one at a time. */
export const createTeamSignIn = ({ ask, showInBrowser, log }: TeamSignInOptions): TeamSignIn => {
  let current: AbortController | undefined;
  const cancel = (): void => current?.abort(new Error('The sign-in was cancelled.'));

  const revoke: TeamSignIn['revoke'] = async (address, { token, tokenId }) => {
    const ending = new AbortController();
    const stop: Cancel = systemTime.after(revokeMs, () =>
      ending.abort(new Error(`${address} does not respond.`)),
    );
    try {
      await createDeskCalls({ ask, address, token, signal: ending.signal }).delete(
        `/api/account/tokens/${encodeURIComponent(tokenId)}`,
      );
      return undefined;
    } catch (error) {
      return errorText(error);
    } finally {
      stop();
    }
  };

  const accountOf = async (address: string, issued: IssuedToken): Promise<SignedIn> => {
    const { token, id: tokenId } = issued;
    const { name, login } = await createDeskCalls({ ask, address, token }).get<Account>('/api/account');
    if (![tokenId, name, login].every(isText)) throw new Error(notADesk(address));
    return { token, tokenId, name, login };
  };

  const signIn = async (address: string, { signal }: AbortController): Promise<SignedIn | undefined> => {
    let removePage: (() => void) | undefined;
    try {
      const issued = await signInByBrowser({
        desk: address,
        program: { name: `Carryover on ${hostname()}`.slice(0, longestName), called: 'Carryover' },
        peer: {
          get: createDeskCalls({ ask, address, signal }).get,
          // To its end, also if it is cancelled meanwhile: what was issued is revoked then.
          post: createDeskCalls({ ask, address }).post,
        },
        show: async (page) => {
          removePage = await showInBrowser(page);
        },
        signal,
      });
      if (!isToken(issued.token)) throw new Error(notADesk(address));
      const { token, id: tokenId } = issued;
      const drop = async (): Promise<void> => {
        const problem = await revoke(address, { token, tokenId });
        if (problem !== undefined) log(`app: an access token of ${address} was not revoked: ${problem}\n`);
      };
      try {
        const signedIn = await accountOf(address, issued);
        if (!signal.aborted) return signedIn;
        await drop();
        return undefined;
      } catch (error) {
        await drop();
        throw error;
      }
    } finally {
      removePage?.();
    }
  };

  return {
    async at(address) {
      cancel();
      const own = new AbortController();
      current = own;
      try {
        return await signIn(address, own);
      } catch (error) {
        if (own.signal.aborted) return undefined;
        throw error;
      } finally {
        if (current === own) current = undefined;
      }
    },
    cancel,
    revoke,
  };
};

/** As the desk takes it. */
const longestName = 100;

/** It becomes a header. */
const isToken = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith(tokenPrefix) && /^\w[\w-]{0,199}$/.test(value);

const isText = (value: unknown): boolean =>
  typeof value === 'string' && value !== '' && value.length <= longestText;
const longestText = 500;

const notADesk = (address: string): string =>
  `${address} does not respond as a desk of Carryover does. Nobody was signed in. Check the address.`;
