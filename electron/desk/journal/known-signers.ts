import type { PublicKey } from '#base/signing.ts';

/** Who signed, as this data folder knows it. Treat `revoked` like `unknown`. */
export interface SignerStanding {
  readonly standing: 'here' | 'trusted' | 'revoked' | 'unknown';
  /** A colleague's. */
  readonly name?: string;
  readonly fingerprint: string;
}

/** An entry of a case's chain. */
export interface EntryPlace {
  readonly caseId: string;
  readonly seq: number;
}

export interface FormerKey {
  readonly publicKey: PublicKey;
  readonly how: 'rotated' | 'moved' | 'lost';
  /** Until when it signed here. UTC, ISO 8601. */
  readonly until: string;
}

export interface Colleague {
  readonly publicKey: PublicKey;
  readonly name: string;
  readonly standing: 'trusted' | 'revoked';
  /** Of the newest word on the key. UTC, ISO 8601. */
  readonly at: string;
  /** Why it was revoked. */
  readonly reason?: string;
}

export interface KnownSigners {
  /**
   * `here`: this folder's key, or a former one. What a former key signed counts as far as the journal tells of it when the
   * key was replaced; what a colleague's key signed, as far as it was here when the key was revoked.
   * @param place of the entry that it signed; left out for a file, whose time nothing proves
   */
  standingOf(publicKey: PublicKey, place?: EntryPlace): SignerStanding;
  /** When the journal first tells of the present key; undefined if it never does. */
  readonly since: string | undefined;
  /** Newest first. */
  readonly former: readonly FormerKey[];
  /** In the order in which they became known. */
  readonly colleagues: readonly Colleague[];
}
