import { createHash } from 'node:crypto';
import type { IDToken } from 'openid-client';
import { type Clock, toIso } from '#base/clock.ts';
import { algorithms } from './algorithms.ts';
import { toleranceMs } from './oidc.ts';
import { instantOf, quoted, Refused } from './refusals.ts';

interface Tokens {
  /** Its signature was verified. */
  readonly idToken: string;
  readonly accessToken: string;
}

const signInAgain = 'Sign in again. If it happens again, tell an admin of the desk.';

/**
 * What the library leaves to its caller. That `iat` is not long ago is not checked, as the nonce already binds the token
 * to this sign-in, and a large provider dates its tokens back by five minutes on purpose.
 * Source: OpenID Connect Core 1.0, sections 2, 3.1.3.6 and 3.1.3.7.
 * @throws Refused
 */
export const checkIdToken = (claims: IDToken, tokens: Tokens, clientId: string, clock: Clock): void => {
  const { sub, iat, azp, at_hash: hash } = claims;
  if (!/^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(sub)) {
    throw new Refused(
      'its subject is not 1 to 255 ASCII characters',
      'Check the configuration of the provider.',
    );
  }
  if (iat * 1000 > clock.now() + toleranceMs) {
    throw new Refused(
      `its ID token was issued at ${instantOf(iat)}, and the desk's clock says ${toIso(clock.now())}`,
      'Compare the clocks of the desk and of the provider, then sign in again.',
    );
  }
  if (azp !== undefined && azp !== clientId) {
    throw new Refused(
      `its ID token was issued to ${quoted(azp)} (azp), not to this desk`,
      'Check --oidc-client-id, and the configuration of the provider.',
    );
  }
  if (hash !== undefined && hash !== hashOf(tokens)) {
    throw new Refused('its ID token belongs to another access token (at_hash)', signInAgain);
  }
};

/** The left half of the hash that the signature of the ID token uses. */
const hashOf = ({ idToken, accessToken }: Tokens): string | undefined => {
  const [header = ''] = idToken.split('.');
  const { alg } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { readonly alg: string };
  const name = algorithms.get(alg);
  if (name === undefined) return undefined;
  const digest = createHash(name).update(accessToken).digest();
  return digest.subarray(0, digest.length / 2).toString('base64url');
};
