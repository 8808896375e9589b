import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '#base/clock.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { Caller } from '#desk/people/people.ts';
import { keptOf, secretDigest } from './secret-digest.ts';

/** What a person agreed to: an access token for a program, with no more rights than the session that agreed. */
export interface Agreed {
  readonly personId: string;
  /** The token that the session began with. */
  readonly tokenId?: string;
  readonly readsOnly: boolean;
  readonly within: string;
  /** Of the program, as the person read it. */
  readonly name: string;
}

/**
 * Codes by which a program of a person's machine gets an access token, after the person agreed on the page: RFC 8252. Each
 * works once, for the program that has the verifier of its challenge (RFC 7636), and is kept as a digest, in memory alone.
 */
export interface AppCodes {
  /** @param challenge the SHA-256 of the verifier, as base64url */
  issue(
    caller: Caller,
    challenge: string,
    name: string,
  ): { readonly code: string; readonly expiresMs: number };
  /** A code that is shown is used up, also by a wrong verifier. @throws CatalogueError `appSignIn.…` */
  redeem(code: string, verifier: string): Agreed;
  /** Ends those of a person. */
  endOf(personId: string): void;
  /** Ends all. */
  clear(): void;
}

const lastsMs = 120_000;
/** So that what is late is told that it is late. */
const keptMs = 600_000;
/** Of one person: the oldest gives way. */
const most = 5;

interface Kept extends Agreed {
  readonly digest: Buffer;
  readonly challenge: string;
  readonly expiresMs: number;
}

export const createAppCodes = (clock: Clock): AppCodes => {
  let codes: readonly Kept[] = [];
  const dropOld = (): void => {
    codes = codes.filter(({ expiresMs }) => expiresMs + keptMs > clock.now());
  };
  return {
    issue({ personId, tokenId, rights: { readsOnly, within } }, challenge, name) {
      dropOld();
      const own = codes.filter((one) => one.personId === personId);
      const oldest = own.length < most ? undefined : own[0];
      const code = randomBytes(32).toString('base64url');
      const expiresMs = clock.now() + lastsMs;
      const whose = { personId, ...(tokenId === undefined ? {} : { tokenId }), readsOnly, within, name };
      const kept = { ...whose, digest: secretDigest(code), challenge, expiresMs };
      codes = [...codes.filter((one) => one !== oldest), kept];
      return { code, expiresMs };
    },
    redeem(code, verifier) {
      dropOld();
      const found = keptOf(codes, code);
      if (found === undefined) throw new CatalogueError('appSignIn.unknown');
      codes = codes.filter((one) => one !== found);
      if (found.expiresMs <= clock.now()) throw new CatalogueError('appSignIn.expired');
      const shown = Buffer.from(hash('sha256', verifier, 'base64url'));
      if (!timingSafeEqual(shown, Buffer.from(found.challenge)))
        throw new CatalogueError('appSignIn.otherProgram');
      return found;
    },
    clear() {
      codes = [];
    },
    endOf(personId) {
      codes = codes.filter((one) => one.personId !== personId);
    },
  };
};
