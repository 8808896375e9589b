import type { Clock } from '#base/clock.ts';
import type { Log } from '#base/log.ts';

/** An identity provider, and what this desk is there. */
export interface OidcSettings {
  /** As the provider names itself: https, or http on loopback. */
  readonly issuer: string;
  readonly clientId: string;
  /** Left out: a public client. */
  readonly clientSecret?: string;
  /** Of private authorities that its certificate may be of, besides the usual ones. */
  readonly caPem?: string;
}

export interface OidcOptions extends OidcSettings {
  /** Where browsers reach the desk. Asked for each time, as a free port is known late. */
  readonly publicUrl: () => string;
  readonly clock: Clock;
  readonly log: Log;
  /** For one response of the provider, ms; 10,000 if left out. */
  readonly timeoutMs?: number;
  /** Responses of the provider beyond this many bytes are not read on; 1 MiB if left out. */
  readonly limitBytes?: number;
}

/** Who signed in, as the provider says it. `issuer` and `subject` together are the person; nothing else lasts. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly email?: string;
  /** false: the provider does not vouch for the address, and anybody may have entered it. */
  readonly emailVerified: boolean;
  readonly name?: string;
  readonly preferredUsername?: string;
}

export interface SignedIn extends Identity {
  /** Holds tokens of the provider: to be sealed where it is stored, and shown to nobody. */
  readonly sessionHandle: string;
}

/**
 * Whether the provider still stands by a sign-in. `no` is the provider's own word: the account is gone or disabled, or the
 * sign-in was revoked or has expired there. A new sign-in is what tells these apart.
 */
export type Presence =
  /** The handle before is used up. */
  | { readonly there: 'yes'; readonly sessionHandle: string }
  | { readonly there: 'no' }
  /** `unreachable` may pass by itself; with `cannotSay` only a new sign-in can tell. */
  | { readonly there: 'unknown'; readonly why: 'unreachable' | 'cannotSay' };

/** Sign-in by OpenID Connect: code flow with PKCE. */
export interface Oidc {
  /** As the desk was told. */
  readonly issuer: string;
  /**
   * @returns where to send the browser, and a secret that the page alone keeps until it returns
   * @throws CatalogueError `signIn.providerUnreachable`, `signIn.providerUnusable`
   */
  begin(): Promise<{ readonly url: string; readonly flow: string }>;
  /**
   * @param flow as `begin` gave it
   * @param callbackSearch the query that the provider sent the browser back with
   * @throws CatalogueError `signIn.…`
   */
  finish(flow: string, callbackSearch: string): Promise<SignedIn>;
  /** To be asked one at a time for each handle. Never throws for what the provider does. */
  stillThere(sessionHandle: string): Promise<Presence>;
  /** What is under way fails. */
  close(): Promise<void>;
}

/** Where the provider sends browsers back to, under the public address of the desk. */
export const callbackPath = '/sign-in/callback';

/** How far the clocks of provider and desk may be apart. Source: OpenID Connect Core 1.0, section 3.1.3.7. */
export const toleranceMs = 60_000;
