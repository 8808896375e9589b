import { createHash, randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { json, type Seen, scriptedServer } from '#test/support/scripted-server.ts';
import { clientId } from './real-provider.ts';

type Claims = JWTPayload & Record<string, unknown>;

/** What a provider does otherwise than it should. */
export interface Bend {
  /** Changes those of the ID token; undefined takes one away. */
  readonly claims?: Record<string, unknown>;
  readonly header?: Record<string, unknown>;
  /** Makes the ID token. */
  readonly idToken?: (claims: Claims) => Promise<string>;
  readonly tokens?: Record<string, unknown>;
  readonly userInfo?: Record<string, unknown>;
  readonly metadata?: Record<string, unknown>;
  readonly keys?: readonly object[];
  /** Responds by itself. @returns whether it does */
  readonly respond?: (request: Seen, response: ServerResponse) => boolean;
}

export type BentProvider = Awaited<ReturnType<typeof bentProvider>>;

/**
 * A provider on loopback that does all right, until it is bent. Codes work once and need their PKCE verifier.
 * @param nowMs the time by its clock
 */
export const bentProvider = async (
  nowMs: () => number,
  tls?: { readonly key: string; readonly cert: string },
) => {
  let bend: Bend = {};
  let signing = await newKey('first');
  let published = [signing.jwk];
  /** By code. */
  const begun = new Map<string, { readonly nonce: string; readonly challenge: string }>();
  const seconds = (): number => Math.floor(nowMs() / 1000);

  const claimsFor = (nonce: string, accessToken: string): Claims => ({
    iss: server.url,
    sub: 'ada',
    aud: clientId,
    nonce,
    iat: seconds(),
    exp: seconds() + 300,
    at_hash: createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url'),
    email: 'ada@desk.example',
    email_verified: true,
    name: 'Ada Lovelace',
    ...bend.claims,
  });
  const sign = (claims: Claims): Promise<string> =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: signing.kid, ...bend.header })
      .sign(signing.key);

  const exchange = async ({ body }: Seen, response: ServerResponse): Promise<void> => {
    const form = new URLSearchParams(body);
    const flow = begun.get(form.get('code') ?? '');
    begun.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (flow?.challenge !== challenge) return json(response, { error: 'invalid_grant' }, 400);
    const accessToken = `AccessToken-${randomBytes(16).toString('hex')}`;
    const idToken = await (bend.idToken ?? sign)(claimsFor(flow.nonce, accessToken));
    json(response, {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: 3600,
      id_token: idToken,
      ...bend.tokens,
    });
  };

  const server = await scriptedServer((request, response) => {
    if (bend.respond?.(request, response)) return;
    switch (request.url) {
      case '/.well-known/openid-configuration':
        return json(response, {
          issuer: server.url,
          authorization_endpoint: `${server.url}/authorize`,
          token_endpoint: `${server.url}/token`,
          userinfo_endpoint: `${server.url}/userinfo`,
          jwks_uri: `${server.url}/keys`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['ES256', 'HS256', 'none'],
          token_endpoint_auth_methods_supported: ['none'],
          authorization_response_iss_parameter_supported: true,
          ...bend.metadata,
        });
      case '/keys':
        return json(response, { keys: bend.keys ?? published });
      case '/token':
        return void exchange(request, response);
      case '/userinfo':
        return json(response, { sub: 'ada', ...bend.userInfo });
      default:
        return json(response, {}, 404);
    }
  }, tls);

  return {
    issuer: server.url,
    seen: server.seen,
    sign,
    bend(next: Bend): void {
      bend = next;
    },
    publicKey: () => signing.jwk,
    /** Signs by a new key, and publishes no other. */
    async rotateKeys(kid: string): Promise<void> {
      signing = await newKey(kid);
      published = [signing.jwk];
    },
    /** What it sends the browser back with, changed as said; undefined takes a parameter away. */
    signIn(url: string, changes: Record<string, string | undefined> = {}): string {
      const asked = new URL(url).searchParams;
      const [nonce, challenge, state] = ['nonce', 'code_challenge', 'state'].map(
        (name) => asked.get(name) ?? '',
      );
      const code = `Code-${randomBytes(16).toString('hex')}`;
      begun.set(code, { nonce: nonce as string, challenge: challenge as string });
      const given = Object.entries({ code, state, iss: server.url, ...changes });
      const present = given.filter((entry): entry is [string, string] => entry[1] !== undefined);
      return `?${new URLSearchParams(present)}`;
    },
  };
};

const newKey = async (kid: string) => {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  return { kid, key: privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' } };
};
