import { keyFingerprint, type PublicKey } from '#base/signing.ts';
import type { EntrySignature, SignatureState, Stretch } from '#contract/signature-states.ts';
import type { KnownSigners } from '#desk/journal/signers.ts';
import type { KnownAdoption } from './adoptions.ts';
import { type ChainEntry, signedOf } from './chain.ts';
import type { CheckedChain } from './signatures.ts';

interface Vouching extends CheckedChain {
  readonly signers: KnownSigners;
  /** Of entries from before there were signatures. */
  readonly adoptions: readonly KnownAdoption[];
}

/** Who vouches for each entry, in stretches of the same. */
export const stretchesOf = (
  caseId: string,
  entries: readonly ChainEntry[],
  vouching: Vouching,
): Stretch[] => {
  const stretches: Stretch[] = [];
  for (const [index, entry] of entries.entries()) {
    const signature = signatureOf(caseId, entries, index, vouching);
    const last = stretches.at(-1);
    if (last !== undefined && isSame(last, signature) && last.upTo === entry.seq - 1) last.upTo = entry.seq;
    else stretches.push({ from: entry.seq, upTo: entry.seq, ...signature });
  }
  return stretches;
};

const isSame = (one: EntrySignature, other: EntrySignature): boolean =>
  one.state === other.state &&
  one.signer?.publicKey === other.signer?.publicKey &&
  one.signer?.revoked === other.signer?.revoked;

/** The worse of two counts. */
const ranks: Readonly<Record<SignatureState, number>> = {
  here: 0,
  trusted: 1,
  adopted: 2,
  unknown: 3,
  unsigned: 4,
  broken: 5,
};

/** What remains of an erased content is the word of who erased it: the entry is worth no more than the stub. */
const signatureOf = (
  caseId: string,
  entries: readonly ChainEntry[],
  index: number,
  vouching: Vouching,
): EntrySignature => {
  const own = ownSignatureOf(caseId, entries[index] as ChainEntry, vouching);
  const erasure = vouching.erasures.get((entries[index] as ChainEntry).seq);
  const stub = erasure && entries.find(({ seq }) => seq === erasure.stub);
  if (stub === undefined) return own;
  const erased = ownSignatureOf(caseId, stub, vouching);
  return ranks[erased.state] > ranks[own.state] ? erased : own;
};

const ownSignatureOf = (caseId: string, entry: ChainEntry, vouching: Vouching): EntrySignature => {
  const { broken, signers } = vouching;
  if (broken.has(entry.seq)) return { state: 'broken' };
  const signed = signedOf(entry);
  return signed === undefined
    ? adoptedBy(caseId, entry, vouching)
    : vouchedBy(signers, signed.signer, caseId, entry.seq);
};

const adoptedBy = (
  caseId: string,
  { seq }: ChainEntry,
  { adoptions, digests, signers }: Vouching,
): EntrySignature => {
  const found = adoptions
    .filter(({ upTo, digest }) => upTo >= seq && digests[upTo - 1] === digest)
    .map(
      ({ upTo, signer, isOwn }): EntrySignature =>
        isOwn
          ? { state: 'here', signer: { publicKey: signer, fingerprint: keyFingerprint(signer) } }
          : vouchedBy(signers, signer, caseId, upTo),
    )
    .sort((one, other) => ranks[one.state] - ranks[other.state]);
  const [best] = found;
  if (best === undefined) return { state: 'unsigned' };
  return best.state === 'unknown' ? best : { ...best, state: 'adopted' };
};

export const vouchedBy = (
  signers: KnownSigners,
  publicKey: PublicKey,
  caseId: string,
  seq: number,
): EntrySignature => {
  const { standing, name, fingerprint } = signers.standingOf(publicKey, { caseId, seq });
  const isRevoked = standing === 'revoked';
  const signer = {
    publicKey,
    fingerprint,
    ...(name === undefined ? {} : { name }),
    ...(isRevoked ? { revoked: true } : {}),
  };
  return { state: isRevoked ? 'unknown' : standing, signer };
};
