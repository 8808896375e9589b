import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import { type ClientMetadata, type JWK, Provider } from 'oidc-provider';
import { onTestFinished } from 'vitest';
import { unusedPort } from '#test/support/unused-port.ts';
import { memoryAdapter } from './memory-adapter.ts';

export const clientId = 'desk';
export const clientSecret = 'ClientSecret-of-the-desk/16+180339887';
/** A native client's redirect address may have any port. Source: RFC 8252, section 7.3. */
export const callback = 'http://127.0.0.1:4411/sign-in/callback';

export interface RealProviderOptions {
  /** `none`: a public client. */
  readonly authentication?: 'none' | 'client_secret_basic' | 'client_secret_post';
  /** Whether it gives refresh tokens. */
  readonly refreshes?: boolean;
  /** Seconds that access tokens last. */
  readonly accessTokenLasts?: number;
}

type Claims = Readonly<Record<string, unknown>>;

/** `oidc-provider` on loopback, whose accounts and keys change as a test says; gone when it ends. */
export const realProvider = async (options: RealProviderOptions = {}) => {
  const { authentication = 'none', refreshes = false, accessTokenLasts = 3600 } = options;
  const accounts = new Map<string, Claims>([
    [
      'ada',
      { email: 'ada@desk.example', email_verified: true, name: 'Ada Lovelace', preferred_username: 'ada' },
    ],
  ]);
  let serve: (request: IncomingMessage, response: ServerResponse) => void = () => {};
  const server = createServer((request, response) => serve(request, response));
  // It stops in some tests, and finds its port free again.
  const port = await unusedPort();
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const issuer = `http://127.0.0.1:${port}`;
  onTestFinished(() => void server.close().closeAllConnections());

  const client: ClientMetadata = {
    client_id: clientId,
    redirect_uris: [callback],
    grant_types: ['authorization_code', ...(refreshes ? ['refresh_token'] : [])],
    response_types: ['code'],
    token_endpoint_auth_method: authentication,
    id_token_signed_response_alg: 'ES256',
    application_type: 'native',
    ...(authentication === 'none' ? {} : { client_secret: clientSecret }),
  };
  const adapter = memoryAdapter();
  let refreshed = 0;
  const openWith = (keys: JWK[]): void => {
    const provider = new Provider(issuer, {
      clients: [client],
      jwks: { keys },
      cookies: { keys: ['cookies'] },
      claims: { email: ['email', 'email_verified'], profile: ['name', 'preferred_username'] },
      adapter,
      ttl: {
        AccessToken: accessTokenLasts,
        AuthorizationCode: 60,
        Grant: 3600,
        IdToken: 7200,
        Interaction: 600,
        RefreshToken: 3600,
        Session: 3600,
      },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      issueRefreshToken: async (_context, asking) => asking.grantTypeAllowed('refresh_token'),
      rotateRefreshToken: true,
      findAccount: async (_context, accountId) => {
        const claims = accounts.get(accountId);
        return claims && { accountId, claims: async () => ({ sub: accountId, ...claims }) };
      },
    });
    provider.on('grant.success', ({ oidc }) => {
      if (oidc.params?.grant_type === 'refresh_token') refreshed += 1;
    });
    const answer = provider.callback();
    const interact = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const accountId = String(request.headers['x-sign-in-as']);
      const { params } = await provider.interactionDetails(request, response);
      const grant = new provider.Grant({ accountId, clientId });
      grant.addOIDCScope(String(params.scope));
      const grantId = await grant.save();
      await provider.interactionFinished(request, response, { login: { accountId }, consent: { grantId } });
    };
    serve = (request, response) =>
      void (request.url?.startsWith('/interaction/') ? interact : answer)(request, response);
  };
  const keys = [await newKey('first')];
  openWith(keys);

  return {
    issuer,
    accounts,
    /** How often a refresh token was taken. */
    refreshed: () => refreshed,
    /** As a browser that signs in there: to the address that it is sent back to, of which it gives the query. */
    signIn: (url: string, accountId = 'ada') => followSignIn(url, accountId),
    /** @param kid of the new key; the one before stays, unless it is removed */
    async rotateKeys(kid: string, { removes = true } = {}): Promise<void> {
      keys.unshift(await newKey(kid));
      if (removes) keys.splice(1);
      openWith(keys);
    },
    stop: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
    startAgain: async (): Promise<void> => {
      await once(server.listen(port, '127.0.0.1'), 'listening');
    },
  };
};

const newKey = async (kid: string): Promise<JWK> => {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg: 'ES256', use: 'sig' } as JWK;
};

const followSignIn = async (begin: string, accountId: string): Promise<string> => {
  const cookies = new Map<string, string>();
  let url = new URL(begin);
  while (url.pathname !== new URL(callback).pathname) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie, 'x-sign-in-as': accountId } });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`${url.pathname}: ${response.status} ${await response.text()}`);
    url = new URL(location, url);
  }
  return url.search;
};
