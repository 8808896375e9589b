import type { PublicKey } from '#base/signing.ts';
import { type CaseExtents, extend } from './case-extents.ts';
import type { Colleague, EntryPlace, SignerStanding } from './known-signers.ts';
import type { OwnKeys } from './own-keys.ts';
import { actionOf, isSignedAsStated, type LinkedRow } from './verified-rows.ts';

export interface Colleagues {
  readonly list: readonly Colleague[];
  standingOf(publicKey: PublicKey, place?: EntryPlace): Omit<SignerStanding, 'fingerprint'>;
}

interface Known extends Colleague {
  /** Of a revoked key: how far the chains that it may have signed reached then. */
  readonly extents: CaseExtents;
}

const none: CaseExtents = new Map();

/** Colleagues' keys, by the entries that the folder's own key signed. */
export const foldColleagues = (chain: readonly LinkedRow[], own: OwnKeys, present: PublicKey): Colleagues => {
  const known = new Map<PublicKey, Known>();
  const extents = new Map<string, number>();
  const lastRevocation = chain.findLastIndex(({ row }) => row.kind === 'signer.revoked');

  const revoke = (publicKey: PublicKey, name: string, at: string, reason: string): void => {
    const before = known.get(publicKey);
    // Revoked twice: what came between the two does not count.
    const reach =
      before === undefined ? none : before.standing === 'trusted' ? new Map(extents) : before.extents;
    known.set(publicKey, { publicKey, name, standing: 'revoked', at, reason, extents: reach });
  };

  const apply = (action: ReturnType<typeof actionOf>, kind: string, at: string): void => {
    if (action?.kind === 'signer.trusted') {
      const { publicKey, name } = action.content;
      known.set(publicKey, { publicKey, name, standing: 'trusted', at, extents: none });
    } else if (action?.kind === 'signer.revoked') {
      const { publicKey, name, reason } = action.content;
      revoke(publicKey, name, at, reason);
    } else if (action !== undefined) extend(extents, action, false);
    // Whom an entry revoked that can't be read: maybe any of them.
    else if (kind === 'signer.revoked') {
      for (const { publicKey, name } of [...known.values()]) revoke(publicKey, name, at, unreadable);
    }
  };

  for (const [index, link] of chain.entries()) {
    const { kind, at } = link.row;
    // Heads matter for a revocation alone; a signature takes time to check.
    const matters = kind.startsWith('signer.') || index < lastRevocation;
    const isRefusal = kind === 'signer.revoked' && link.row.signer === present;
    if (!matters || !(own.wrote(index) || (isRefusal && isSignedAsStated(link)))) continue;
    apply(actionOf(link), kind, at);
  }

  return {
    list: [...known.values()].map(({ extents: _, ...colleague }) => colleague),
    standingOf(publicKey, place) {
      const colleague = known.get(publicKey);
      if (colleague === undefined) return { standing: 'unknown' };
      const { name, standing, extents: reach } = colleague;
      const wasHere = place !== undefined && place.seq <= (reach.get(place.caseId) ?? 0);
      return { standing: standing === 'trusted' || wasHere ? 'trusted' : 'revoked', name };
    },
  };
};

const unreadable = 'The entry of a revocation can’t be read.';
