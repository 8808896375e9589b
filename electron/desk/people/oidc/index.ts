import type { CatalogueError } from '#contract/errors.ts';
import { finishSignIn } from './finish.ts';
import { createFlows } from './flows.ts';
import { digestOf, readHandle } from './handle.ts';
import { callbackPath, type Oidc, type OidcOptions, type Presence } from './oidc.ts';
import { createProvider, library } from './provider.ts';
import { refusalOf } from './refusals.ts';
import { askProvider } from './still-there.ts';

/** Sign-in by one identity provider. Nothing is asked of it before somebody signs in: it may be down. */
export const createOidc = (options: OidcOptions): Oidc => {
  const { issuer, clientId, clock, log, publicUrl } = options;
  const provider = createProvider(options);
  const flows = createFlows(clock);
  const redirectUri = (): string => new URL(callbackPath, publicUrl()).href;
  /** One question for each handle at a time: a refresh token that is used twice is revoked. */
  const asking = new Map<string, Promise<Presence>>();

  let isDown = false;

  const report = ({ code, message }: CatalogueError, what: string): void =>
    log.warn({ issuer, code, reason: message }, what);
  const refused = (error: unknown, what: string): CatalogueError => {
    const refusal = refusalOf(error, { issuer, clientId });
    report(refusal, what);
    return refusal;
  };

  const ask = async (sessionHandle: string): Promise<Presence> => {
    const handle = readHandle(sessionHandle);
    const isOurs = handle?.clientId === clientId && isIssuer(handle.issuer, issuer);
    if (handle === undefined || !isOurs) return { there: 'unknown', why: 'cannotSay' };
    const asked = await askProvider(provider, options, handle);
    if ('there' in asked) {
      isDown = false;
      return asked;
    }
    const refusal = refusalOf(asked.trouble, { issuer, clientId });
    const wasDown = isDown;
    isDown = refusal.code === 'signIn.providerUnreachable';
    // Asked for everybody each minute: once is enough.
    if (!(wasDown && isDown)) report(refusal, 'oidc: account not checked');
    return { there: 'unknown', why: 'unreachable' };
  };

  return {
    issuer,
    async begin() {
      try {
        const client = await library();
        const { scopes_supported: scopes = [] } = await provider.metadata();
        const { secret, state, nonce, verifier } = flows.begin();
        const url = client.buildAuthorizationUrl(await provider.configuration({ isSigned: false }), {
          redirect_uri: redirectUri(),
          scope: ['openid', 'profile', 'email', ...scopes.filter((scope) => scope === 'offline_access')].join(
            ' ',
          ),
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        });
        return { url: url.href, flow: secret };
      } catch (error) {
        throw refused(error, 'oidc: sign-in not begun');
      }
    },
    async finish(secret, search) {
      try {
        return await flows.complete(secret, (flow, spend) =>
          finishSignIn(provider, options, { flow, search, redirectUri: redirectUri(), spend }),
        );
      } catch (error) {
        throw refused(error, 'oidc: sign-in refused');
      }
    },
    stillThere(sessionHandle) {
      const digest = digestOf(sessionHandle);
      const known = asking.get(digest);
      if (known !== undefined) return known;
      const asked = ask(sessionHandle).finally(() => asking.delete(digest));
      asking.set(digest, asked);
      return asked;
    },
    close: provider.close,
  };
};

const isIssuer = (one: string, other: string): boolean => URL.parse(one)?.href === URL.parse(other)?.href;
