import type { ClientAuth, Configuration, CustomFetch, ServerMetadata } from 'openid-client';
import { systemTime } from '#base/clock.ts';
import { isLoopback } from '#base/outgoing/base-url.ts';
import { shown } from '#base/shown-text.ts';
import { algorithms } from './algorithms.ts';
import { type OidcOptions, toleranceMs } from './oidc.ts';
import { createProviderFetch } from './provider-fetch.ts';
import { isClientRefused, Unusable } from './refusals.ts';

/** Loaded when a provider is first needed: most desks have none. */
export const library = () => import('openid-client');

type Library = Awaited<ReturnType<typeof library>>;

/** One use of the provider. */
interface Use {
  /** ID tokens and signed user info must have a signature by a key that the provider publishes. */
  readonly isSigned: boolean;
  /** Left out: the provider's own. */
  readonly fetch?: CustomFetch;
}

export interface Provider {
  readonly fetch: CustomFetch;
  /**
   * What the provider says of itself. Read when it is first needed and again after ten minutes, once for all who wait; a
   * failure is not kept.
   * @throws Unusable, NoResponse, and what the library throws
   */
  metadata(): Promise<ServerMetadata>;
  /**
   * For one use: it knows no keys yet. So each sign-in reads the provider's keys anew, and none that was removed counts.
   * @throws what `metadata` throws
   */
  configuration(use: Use): Promise<Configuration>;
  /**
   * Runs a request that the client authenticates itself for; again by the other way to send a secret, if the provider
   * does not take the client by the first. It refuses a client before it looks at the code or token.
   * @throws what `metadata` and `request` throw
   */
  asClient<T>(use: Use, request: (configuration: Configuration) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const knownForMs = 600_000;

export const createProvider = (options: OidcOptions): Provider => {
  const { issuer, clientId, clientSecret, clock } = options;
  const { fetch, close } = createProviderFetch(options);
  const isInsecure = new URL(issuer).protocol === 'http:';
  let known: { readonly metadata: ServerMetadata; readonly untilMs: number } | undefined;
  let reading: Promise<ServerMetadata> | undefined;
  let lastWay = 0;

  const read = async (): Promise<ServerMetadata> => {
    const client = await library();
    const execute = isInsecure ? [client.allowInsecureRequests] : [];
    const settings = { [client.customFetch]: fetch, execute };
    const found = await client.discovery(new URL(issuer), clientId, undefined, undefined, settings);
    const metadata = checkMetadata(found.serverMetadata(), issuer, isInsecure);
    known = { metadata, untilMs: clock.now() + knownForMs };
    return metadata;
  };
  const metadata = async (): Promise<ServerMetadata> => {
    if (known !== undefined && known.untilMs > clock.now()) return known.metadata;
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  const configured = async ({ isSigned, fetch: own = fetch }: Use, way?: ClientAuth) => {
    const client = await library();
    const settings = {
      // The library reads the system's clock, in whole seconds.
      [client.clockSkew]: clock.now() / 1000 - Math.floor(systemTime.now() / 1000),
      [client.clockTolerance]: toleranceMs / 1000,
    };
    const configuration = new client.Configuration(
      await metadata(),
      clientId,
      settings,
      way ?? client.None(),
    );
    configuration[client.customFetch] = own;
    if (isInsecure) client.allowInsecureRequests(configuration);
    if (isSigned) client.enableNonRepudiationChecks(configuration);
    return configuration;
  };

  return {
    fetch,
    close,
    metadata,
    configuration: (use) => configured(use),
    async asClient(use, request) {
      const ways = authenticationBy(await library(), await metadata(), clientSecret);
      const [first, second] = [lastWay % ways.length, (lastWay + 1) % ways.length];
      try {
        return await request(await configured(use, ways[first]));
      } catch (error) {
        if (first === second || !isClientRefused(error)) throw error;
      }
      const result = await request(await configured(use, ways[second]));
      lastWay = second;
      return result;
    },
  };
};

/**
 * The ways to send the client's secret that the provider takes, the usual one first.
 * Source: OpenID Connect Discovery 1.0, section 3.
 */
const authenticationBy = (
  client: Library,
  { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] }: ServerMetadata,
  secret: string | undefined,
): readonly ClientAuth[] => {
  if (secret === undefined) return [client.None()];
  const ways = [
    ...(methods.includes('client_secret_basic') ? [client.ClientSecretBasic(secret)] : []),
    ...(methods.includes('client_secret_post') ? [client.ClientSecretPost(secret)] : []),
  ];
  if (ways.length > 0) return ways;
  throw new Unusable(
    'it accepts no client secret, by client_secret_basic or client_secret_post',
    'Register the desk there as a client with a secret, or as a public client and leave the secret out.',
  );
};

const needed = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;

/** @throws Unusable */
const checkMetadata = (metadata: ServerMetadata, issuer: string, isInsecure: boolean): ServerMetadata => {
  // The library makes exceptions for some providers, by which anybody's tenant would be this desk's.
  if (URL.parse(metadata.issuer)?.href !== new URL(issuer).href) {
    throw new Unusable(
      `its metadata is that of ${shown(metadata.issuer, 200)}`,
      'Set --oidc-issuer to the exact issuer, such as that of one tenant, then restart the desk.',
    );
  }
  for (const name of [...needed, 'userinfo_endpoint'] as const) {
    const address = metadata[name];
    if (address === undefined && name === 'userinfo_endpoint') continue;
    if (!isSafe(address, isInsecure)) {
      throw new Unusable(
        `its metadata has no usable ${name}, which must be an https address`,
        'Check --oidc-issuer, and the configuration of the provider.',
      );
    }
  }
  // Only signatures by a key pair: with HS256 the client secret, or what passes for it, could make any identity.
  const offered = metadata.id_token_signing_alg_values_supported ?? ['RS256'];
  const accepted = offered.filter((algorithm) => algorithms.has(algorithm));
  if (accepted.length === 0) {
    throw new Unusable(
      'it signs ID tokens by none of the accepted algorithms',
      `Configure it to use one of ${[...algorithms.keys()].join(', ')}.`,
    );
  }
  return { ...metadata, id_token_signing_alg_values_supported: accepted };
};

const isSafe = (address: unknown, isInsecure: boolean): boolean => {
  const url = typeof address === 'string' ? URL.parse(address) : null;
  if (url === null) return false;
  return url.protocol === 'https:' || (isInsecure && url.protocol === 'http:' && isLoopback(url.hostname));
};
