import { createHmac, createSecretKey, hash, randomBytes } from 'node:crypto';
import { isSignedBy, type PublicKey, type SignatureDomain, type Signer } from '#base/signing.ts';

/**
 * One form for the entries of all chains: those of cases and the journal of the desk. An entry's header is signed and
 * names its signer, who is not the actor: the signer is the data folder that wrote it, the actor the person it was written
 * for. The header commits to the content by a salted digest, so that a content can be erased later without breaking the
 * chain, and nothing of it can be guessed from what is left.
 */
export interface EntryContent {
  readonly seq: number;
  /** UTC, ISO 8601. */
  readonly at: string;
  readonly actor: string;
  readonly kind: string;
  /** Canonical JSON (RFC 8785). */
  readonly content: string;
}

export interface SignedEntry extends EntryContent {
  /** 32 bytes, hex; null once the content was erased. */
  readonly salt: string | null;
  /** HMAC-SHA256 of the content, keyed with the salt, hex. */
  readonly commitment: string;
  readonly signer: PublicKey;
  /** Base64. */
  readonly signature: string;
}

export type ChainDomain = Extract<SignatureDomain, 'case entry' | 'journal entry'>;

/** Which chain an entry belongs to, and the digest of the entry before it; empty for the first one. */
export interface ChainPlace {
  readonly domain: ChainDomain;
  /** A case's id, or that of the journal. */
  readonly chain: string;
  readonly before: string;
}

const saltBytes = 32;

/** Signs an entry for its place, under a fresh salt. */
export const signEntry = (signer: Signer, place: ChainPlace, entry: EntryContent): SignedEntry => {
  const salt = randomBytes(saltBytes).toString('hex');
  const commitment = commitmentOf(salt, entry.content);
  const unsigned = { ...entry, salt, commitment, signer: signer.publicKey };
  return { ...unsigned, signature: signer.sign(place.domain, headerOf(place, unsigned)) };
};

/** The chain's digest after an entry: SHA-256 of its header, hex. It needs no key, and is the same on every machine. */
export const entryDigest = (place: ChainPlace, entry: Header): string =>
  hash('sha256', headerOf(place, entry));

export const isEntrySigned = (place: ChainPlace, entry: SignedEntry): boolean =>
  isSignedBy(entry.signer, place.domain, headerOf(place, entry), entry.signature);

/** Whether the content is what the header commits to; undefined where it was erased, and nothing can be said. */
export const isContentCommitted = ({ salt, commitment, content }: SignedEntry): boolean | undefined =>
  salt === null ? undefined : isSalt.test(salt) && commitmentOf(salt, content) === commitment;

/** One form only: a salt that could be written differently could be altered without a trace. */
const isSalt = /^[0-9a-f]{64}$/;

type Header = Omit<SignedEntry, 'content' | 'salt' | 'signature'>;

/** Of bytes, Node looks first whether they are not a key after all, which takes twice as long as the rest. */
const commitmentOf = (salt: string, content: string): string =>
  createHmac('sha256', createSecretKey(salt, 'hex')).update(content).digest('hex');

const headerOf = (
  { chain, before }: ChainPlace,
  { seq, at, actor, kind, commitment, signer }: Header,
): string =>
  // Written in the order of RFC 8785, of which this is the canonical form: folding a case makes one for each entry.
  JSON.stringify({ actor, at, before, chain, commitment, form: 2, kind, seq, signer });
