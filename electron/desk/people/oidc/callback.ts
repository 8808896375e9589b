import { timingSafeEqual } from 'node:crypto';
import type { ServerMetadata } from 'openid-client';
import { CatalogueError } from '#contract/errors.ts';

const limit = 8192;

/**
 * The address that the provider sent the browser back to. Checked before anything is sent to the provider: the state says
 * that this browser began the sign-in (RFC 6749, section 10.12), the issuer that it is this provider's response (RFC 9207).
 * @throws CatalogueError `signIn.foreignResponse`
 */
export const readCallback = (
  search: string,
  redirectUri: string,
  { state, metadata }: { readonly state: string; readonly metadata: ServerMetadata },
): URL => {
  const refuse = (problem: string) => new CatalogueError('signIn.foreignResponse', { problem });
  if (search.length > limit) throw refuse('it is too long');
  const url = new URL(redirectUri);
  url.search = search;
  const only = (name: string): string | undefined => {
    const [value, ...others] = url.searchParams.getAll(name);
    if (others.length > 0) throw refuse(`it has more than one ${name}`);
    return value;
  };
  const [given, issuer, code, error] = [only('state'), only('iss'), only('code'), only('error')];
  if (given === undefined || !isSame(given, state)) {
    throw refuse('its state is not the one that was sent, so this browser did not ask for it');
  }
  if (issuer === undefined && metadata.authorization_response_iss_parameter_supported === true) {
    throw refuse('it does not name its issuer');
  }
  if (issuer !== undefined && issuer !== metadata.issuer) throw refuse('it names another issuer');
  if (code === undefined && error === undefined) throw refuse('it has neither a code nor an error');
  return url;
};

const isSame = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};
