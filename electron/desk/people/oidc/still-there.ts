import type { TokenEndpointResponse, WWWAuthenticateChallengeError } from 'openid-client';
import { type Handle, writeHandle } from './handle.ts';
import { type OidcOptions, type Presence, toleranceMs } from './oidc.ts';
import { library, type Provider } from './provider.ts';
import { Refused } from './refusals.ts';

/** An answer, or what stood in the way of one. */
export type Asked = Presence | { readonly trouble: unknown };

/**
 * Asks by the refresh token, where there is one: it lasts, and a provider looks at the account before it renews anything.
 * Else by the access token, until it expires: after that its refusal would say nothing of the account.
 */
export const askProvider = async (
  provider: Provider,
  { clock }: Pick<OidcOptions, 'clock'>,
  handle: Handle,
): Promise<Asked> => {
  try {
    return handle.refreshToken === undefined
      ? await byAccessToken(provider, handle, clock.now())
      : await byRefreshToken(provider, handle, handle.refreshToken, clock.now());
  } catch (trouble) {
    return { trouble };
  }
};

const byRefreshToken = async (
  provider: Provider,
  handle: Handle,
  refreshToken: string,
  nowMs: number,
): Promise<Presence> => {
  const client = await library();
  let tokens: TokenEndpointResponse & { claims(): { readonly sub: string } | undefined };
  try {
    // Without signatures: what comes over TLS from the provider itself needs none, and names nobody new.
    tokens = await provider.asClient({ isSigned: false }, (configuration) =>
      client.refreshTokenGrant(configuration, refreshToken),
    );
  } catch (error) {
    const { code, error: name } = error as { readonly code?: unknown; readonly error?: unknown };
    if (code === 'OAUTH_RESPONSE_BODY_ERROR' && name === 'invalid_grant') return { there: 'no' };
    throw error;
  }
  const subject = tokens.claims()?.sub ?? handle.subject;
  if (subject !== handle.subject) throw new Refused('the refreshed ID token is about another account', '');
  const { access_token: accessToken, refresh_token: next = refreshToken, expires_in: seconds } = tokens;
  const { expiresMs: _, ...known } = handle;
  const expires = seconds === undefined ? {} : { expiresMs: nowMs + seconds * 1000 - toleranceMs };
  return {
    there: 'yes',
    sessionHandle: writeHandle({ ...known, refreshToken: next, accessToken, ...expires }),
  };
};

const byAccessToken = async (provider: Provider, handle: Handle, nowMs: number): Promise<Presence> => {
  const { expiresMs, accessToken, subject } = handle;
  const { userinfo_endpoint: endpoint } = await provider.metadata();
  const isOver = expiresMs !== undefined && expiresMs <= nowMs;
  if (isOver || endpoint === undefined) return { there: 'unknown', why: 'cannotSay' };
  const client = await library();
  try {
    await client.fetchUserInfo(await provider.configuration({ isSigned: false }), accessToken, subject);
    return { there: 'yes', sessionHandle: writeHandle(handle) };
  } catch (error) {
    if (!isInvalidToken(error)) throw error;
    // One of unknown lifetime may simply have expired.
    return expiresMs === undefined ? { there: 'unknown', why: 'cannotSay' } : { there: 'no' };
  }
};

/** Source: RFC 6750, section 3.1. */
const isInvalidToken = (error: unknown): boolean => {
  const { code, status, cause } = error as Partial<WWWAuthenticateChallengeError>;
  if (code !== 'OAUTH_WWW_AUTHENTICATE_CHALLENGE' || status !== 401) return false;
  return cause?.some(({ parameters }) => parameters.error === 'invalid_token') ?? false;
};
