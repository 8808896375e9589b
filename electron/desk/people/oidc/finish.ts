import type { ServerMetadata } from 'openid-client';
import { readCallback } from './callback.ts';
import type { Flow } from './flows.ts';
import { writeHandle } from './handle.ts';
import { checkIdToken } from './id-token.ts';
import { type OidcOptions, type SignedIn, toleranceMs } from './oidc.ts';
import { isComplete, profileOf } from './profile.ts';
import { library, type Provider } from './provider.ts';
import { Refused } from './refusals.ts';

interface Response {
  readonly flow: Flow;
  readonly search: string;
  readonly redirectUri: string;
  /** Called once the provider took the code. */
  readonly spend: () => void;
}

/**
 * From the response in the browser to an identity: the code is exchanged for tokens, which are checked, and the profile
 * is completed. The library checks state and issuer again, then signature, issuer, audience, nonce and expiry.
 * @throws CatalogueError `signIn.foreignResponse`, Refused, NoResponse, Unusable, and what the library throws
 */
export const finishSignIn = async (
  provider: Provider,
  { clientId, clock }: Pick<OidcOptions, 'clientId' | 'clock'>,
  { flow, search, redirectUri, spend }: Response,
): Promise<SignedIn> => {
  const client = await library();
  const metadata = await provider.metadata();
  const url = readCallback(search, redirectUri, { state: flow.state, metadata });
  const checks = {
    expectedState: flow.state,
    expectedNonce: flow.nonce,
    pkceCodeVerifier: flow.verifier,
    idTokenExpected: true,
  };
  const use = { isSigned: true, fetch: spending(provider, metadata, spend) };
  const tokens = await provider.asClient(use, (configuration) =>
    client.authorizationCodeGrant(configuration, url, checks),
  );
  const claims = tokens.claims();
  if (tokens.id_token === undefined || claims === undefined || tokens.token_type !== 'bearer') {
    throw new Refused(
      'it sent no ID token, or an access token that is no bearer token',
      'Check the provider.',
    );
  }
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds } = tokens;
  checkIdToken(claims, { idToken: tokens.id_token, accessToken }, clientId, clock);

  const asks = !isComplete(claims) && metadata.userinfo_endpoint !== undefined;
  const userInfo = asks
    ? await client.fetchUserInfo(await provider.configuration({ isSigned: true }), accessToken, claims.sub)
    : undefined;
  return {
    issuer: metadata.issuer,
    subject: claims.sub,
    ...profileOf(claims, userInfo),
    sessionHandle: writeHandle({
      issuer: metadata.issuer,
      clientId,
      subject: claims.sub,
      accessToken,
      ...(refreshToken === undefined ? {} : { refreshToken }),
      ...(seconds === undefined ? {} : { expiresMs: clock.now() + seconds * 1000 - toleranceMs }),
    }),
  };
};

/** Whoever has tokens for a code has an account there: only then may the sign-in take a place in a table. */
const spending =
  (provider: Provider, { token_endpoint }: ServerMetadata, spend: () => void): Provider['fetch'] =>
  async (address, options) => {
    const response = await provider.fetch(address, options);
    if (response.ok && new URL(address).href === new URL(token_endpoint as string).href) spend();
    return response;
  };
