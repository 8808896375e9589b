import type { ClientError } from 'openid-client';
import { toIso } from '#base/clock.ts';
import { shown } from '#base/shown-text.ts';
import { CatalogueError } from '#contract/errors.ts';
import { NoResponse } from './provider-fetch.ts';

/** The provider can't be used as it is. `problem` is a part of a sentence, `advice` one or more sentences. */
export class Unusable extends Error {
  readonly advice: string;

  constructor(problem: string, advice: string) {
    super(problem);
    this.advice = advice;
  }
}

/** Something in the identity is not as it must be. */
export class Refused extends Unusable {}

interface Client {
  readonly issuer: string;
  readonly clientId: string;
}

const signInAgain = 'Sign in again. If it happens again, tell an admin of the desk.';
const checkProvider = 'Check --oidc-issuer, and the configuration of the provider.';
const checkClocks = 'Compare the clocks of the desk and of the provider, then sign in again.';

/**
 * What the library, its `fetch` or a check of ours threw, as an error of the catalogue. Never takes over what the library
 * attaches: there are tokens, codes and whole responses in it.
 */
export const refusalOf = (error: unknown, client: Client): CatalogueError => {
  if (error instanceof CatalogueError) return error;
  const { issuer } = client;
  const identity = (problem: string, advice: string) =>
    new CatalogueError('signIn.identityRefused', { issuer, problem, advice });
  const unusable = (problem: string, advice = checkProvider) =>
    new CatalogueError('signIn.providerUnusable', { issuer, problem, advice });
  const unreachable = (problem: string) =>
    new CatalogueError('signIn.providerUnreachable', { issuer, problem });

  const own = causeOf(error, CatalogueError) ?? causeOf(error, NoResponse);
  if (own instanceof CatalogueError) return own;
  if (own !== undefined) return unreachable(own.message);
  if (error instanceof Refused) return identity(error.message, error.advice);
  if (error instanceof Unusable) return unusable(error.message, error.advice);

  const { code = '', cause } = error as Partial<ClientError>;
  const protocol = byProtocol(code, error as ProtocolError, client);
  if (protocol !== undefined) return protocol;
  const detail = (cause instanceof Error ? cause.cause : cause) as Detail | undefined;
  const claim = claimProblem(code, detail ?? {});
  if (claim !== undefined) return identity(...claim);
  switch (code) {
    case 'OAUTH_KEY_SELECTION_FAILED':
      return identity('its ID token is signed by a key that the provider does not publish', signInAgain);
    case 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED':
      return detail?.attribute === 'issuer'
        ? unusable(
            `its metadata is that of ${quoted((detail.body as { issuer?: unknown })?.issuer)}`,
            'Set --oidc-issuer to the exact issuer, then restart the desk.',
          )
        : identity('user info and ID token are about different accounts', signInAgain);
    case 'OAUTH_INVALID_RESPONSE':
    case 'OAUTH_UNSUPPORTED_OPERATION':
      // These messages are constants of the library.
      return identity(`its response is not valid (${messageOf(cause)})`, signInAgain);
    case 'OAUTH_RESPONSE_IS_NOT_CONFORM':
      return isPassing(cause)
        ? unreachable(`it responded with ${statusOf(cause)}`)
        : unusable(`it responded with ${statusOf(cause)}`);
    case 'OAUTH_RESPONSE_IS_NOT_JSON':
    case 'OAUTH_PARSE_ERROR':
      return unusable('its response is not JSON');
    default:
      return unusable('its response could not be read');
  }
};

type ProtocolError = Error & { readonly error?: unknown; readonly status?: unknown };

/** Errors that the provider itself names. Source: RFC 6749, sections 4.1.2.1 and 5.2; RFC 6750, section 3. */
const byProtocol = (
  code: string,
  { error, status }: ProtocolError,
  { issuer, clientId }: Client,
): CatalogueError | undefined => {
  const name = errorName(error);
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') {
    return new CatalogueError('signIn.denied', { issuer, problem: name });
  }
  if (isClientRefused({ code, error, status }) || name === 'unauthorized_client') {
    const problem = status === 401 ? 'status 401' : name;
    return new CatalogueError('signIn.clientRefused', { issuer, clientId, problem });
  }
  if (code !== 'OAUTH_RESPONSE_BODY_ERROR') return undefined;
  if (name === 'invalid_grant') return new CatalogueError('signIn.codeRefused', { issuer });
  return new CatalogueError('signIn.providerUnusable', {
    issuer,
    problem: `it refused the request (${name})`,
    advice: checkProvider,
  });
};

/** Of a token endpoint. It may ask for Basic authentication again by a challenge; then no body is read. */
export const isClientRefused = (thrown: unknown): boolean => {
  const { code, error, status } = thrown as { code?: unknown; error?: unknown; status?: unknown };
  if (code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE') return status === 401;
  return code === 'OAUTH_RESPONSE_BODY_ERROR' && error === 'invalid_client';
};

/** The name of an error as RFC 6749 allows it; anybody may have put other text there. */
export const errorName = (error: unknown): string =>
  typeof error === 'string' && /^[a-z0-9_.-]{1,60}$/i.test(error) ? error : 'an unknown error';

interface Detail {
  readonly claim?: string;
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly expected?: unknown;
  /** Seconds. */
  readonly now?: number;
  readonly attribute?: string;
  readonly body?: unknown;
}

/** @returns a problem and what to do */
const claimProblem = (
  code: string,
  { claim = '', claims = {}, expected, now = 0 }: Detail,
): [string, string] | undefined => {
  const value = claims[claim];
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') {
    const [clock, at] = [toIso(now * 1000), instantOf(value)];
    const problem = claim === 'exp' ? `its ID token expired at ${at}` : `its ID token is valid from ${at}`;
    return [`${problem}, and the desk's clock says ${clock}`, checkClocks];
  }
  if (code !== 'OAUTH_JWT_CLAIM_COMPARISON_FAILED') return undefined;
  if (claim === 'nonce') return ['its ID token was issued for another sign-in', signInAgain];
  if (claim === 'iss') {
    return [`its ID token is by ${quoted(value)}, not by ${quoted(expected)}`, checkProvider];
  }
  return [
    `its ID token is for ${quoted(value)} (${claim}), not for this desk alone`,
    'Check --oidc-client-id, and the configuration of the provider.',
  ];
};

export const instantOf = (seconds: unknown): string =>
  typeof seconds === 'number' && Math.abs(seconds) < 1e11 ? toIso(seconds * 1000) : 'an impossible time';

/** Of a claim, which whoever made the token chose. */
export const quoted = (value: unknown): string => {
  if (Array.isArray(value)) return value.slice(0, 3).map(quoted).join(', ');
  return typeof value === 'string' ? `"${shown(value, 200)}"` : 'nothing';
};

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : 'no reason given');

/** It wants to be left alone, or is broken. */
const isPassing = (cause: unknown): boolean => {
  const status = (cause as { status?: unknown } | undefined)?.status;
  return status === 429 || (typeof status === 'number' && status >= 500);
};

const statusOf = (cause: unknown): string => {
  const status = (cause as { status?: unknown } | undefined)?.status;
  return typeof status === 'number' ? `status ${status}` : 'an unexpected status';
};

const causeOf = <T extends Error>(
  error: unknown,
  kind: abstract new (...args: never[]) => T,
): T | undefined => {
  if (error instanceof kind) return error;
  return error instanceof Error && error.cause !== error ? causeOf(error.cause, kind) : undefined;
};
