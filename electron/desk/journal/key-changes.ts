import { canonical } from '#base/canonical.ts';
import { isSignedBy, type PublicKey, type Signer } from '#base/signing.ts';
import type { JournalAction } from '#contract/journal.ts';
import type { ChainPlace } from '#desk/core/signed-entry.ts';

/** How one signing key took the place of another, as the journal tells it. */
export type KeyChangeKind = Extract<JournalAction['kind'], `identity.${string}`>;
export type KeyChange = Extract<JournalAction, { readonly kind: KeyChangeKind }>;

/** Where in the journal the change is noted: the digest before the entry commits to all that was before. */
type Place = Pick<ChainPlace, 'chain' | 'before'>;

const textOf = ({ chain, before }: Place, former: PublicKey, publicKey: PublicKey): string =>
  canonical({ statement: 'key change', chain, before, former, publicKey });

/** The new key's word that it follows the former one, at this place of this journal. */
export const proveKeyChange = (signer: Signer, place: Place, former: PublicKey): string =>
  signer.sign('statement', textOf(place, former, signer.publicKey));

export const isKeyChangeProved = (
  place: Place,
  { former, publicKey, proof }: { former: PublicKey; publicKey: PublicKey; proof: string },
): boolean => isSignedBy(publicKey, 'statement', textOf(place, former, publicKey), proof);
