import { hash } from 'node:crypto';
import type { CaseAction } from '#contract/case.ts';
import {
  type ChainPlace,
  type EntryContent,
  entryDigest,
  isContentCommitted,
  type SignedEntry,
} from '#desk/core/signed-entry.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { type Erasures, erasuresIn, isRemainder } from './erasures.ts';

/**
 * The audit chain of a case. An entry is signed (`core/signed-entry.ts`), or was made before there were signatures: such
 * a one carries a keyed code over itself and the entry before, so that nobody without the data folder's key can change,
 * remove, reorder or recompute one. One digest runs through both. It needs no key: it is the same on every machine.
 * Source: `docs/architecture.md#a-migration`.
 */
export interface ChainEntry extends EntryContent {
  readonly salt: string | null;
  readonly commitment: string | null;
  readonly signer: string | null;
  readonly signature: string | null;
}

/** What an entry says was done. */
export const actionOf = ({ kind, content }: Pick<ChainEntry, 'kind' | 'content'>): CaseAction =>
  ({ kind, content: JSON.parse(content) }) as CaseAction;

export interface Link {
  /** Empty after a signed entry: its signature, and the seal of the head, stand for it. */
  readonly code: string;
  readonly digest: string;
}

/** What the first entry of a chain is bound to. */
export const chainStart: Link = { code: '', digest: '' };

/** The columns of an entry from before there were signatures. */
export const unsigned = { salt: null, commitment: null, signer: null, signature: null } as const;

export const placeIn = (caseId: string, before: string): ChainPlace => ({
  domain: 'case entry',
  chain: caseId,
  before,
});

/** undefined for one that was made before there were signatures. */
export const signedOf = (entry: ChainEntry): SignedEntry | undefined => {
  const { commitment, signer, signature } = entry;
  if (commitment === null || signer === null || signature === null) return undefined;
  return { ...entry, commitment, signer, signature };
};

/** Whether an entry has neither all that a signed one has, nor nothing of it. */
export const isHalfSigned = (entry: ChainEntry): boolean =>
  signedOf(entry) === undefined &&
  [entry.salt, entry.commitment, entry.signer, entry.signature].some((part) => part !== null);

export const linkAfter = (
  before: Link,
  caseId: string,
  entry: ChainEntry,
  authenticate: DeskContext['authenticate'],
  erasures: Erasures,
): Link => {
  const digest = digestAfter(before.digest, caseId, entry, erasures);
  if (signedOf(entry) !== undefined) return { code: '', digest };
  const text = entryText(before.code, caseId, entry);
  // What is left of an erased entry can't be held against its digest any more: the code binds the two.
  const code = isErased(before.digest, caseId, entry, erasures)
    ? authenticate('erased case entry', `${digest}\n${text}`)
    : authenticate('case entry', text);
  return { code, digest };
};

export const digestAfter = (
  before: string,
  caseId: string,
  entry: ChainEntry,
  erasures: Erasures,
): string => {
  const signed = signedOf(entry);
  if (signed !== undefined) return entryDigest(placeIn(caseId, before), signed);
  const own = unsignedDigest(before, caseId, entry);
  return remainderDigest(own, entry, erasures) ?? own;
};

/** Whether the content was erased, and what is left of it is what the stub says. */
export const isErased = (before: string, caseId: string, entry: ChainEntry, erasures: Erasures): boolean => {
  if (signedOf(entry) !== undefined) {
    return entry.salt === null && isRemainder(entry.content, erasures.get(entry.seq));
  }
  return remainderDigest(unsignedDigest(before, caseId, entry), entry, erasures) !== undefined;
};

/** Whether the content is the one that was signed, or what is left of it since it was erased. Always so without a signature. */
export const isContentSound = (entry: ChainEntry, erasures: Erasures): boolean => {
  const signed = signedOf(entry);
  if (signed === undefined) return !isHalfSigned(entry);
  return isContentCommitted(signed) ?? isRemainder(entry.content, erasures.get(entry.seq));
};

/** The chain's digest at each of its entries, from the first one on. */
export const digestsOf = (
  caseId: string,
  entries: readonly ChainEntry[],
  erasures: Erasures = erasuresIn(entries),
): string[] => {
  let digest = chainStart.digest;
  return entries.map((entry) => {
    digest = digestAfter(digest, caseId, entry, erasures);
    return digest;
  });
};

/** The codes that a chain should have, under the key that there is now. */
export const codesOf = (
  caseId: string,
  rows: readonly ChainEntry[],
  authenticate: DeskContext['authenticate'],
): (Link & { readonly seq: number })[] => {
  const erasures = erasuresIn(rows);
  let link: Link = chainStart;
  return rows.map((row) => {
    link = linkAfter(link, caseId, row, authenticate, erasures);
    return { seq: row.seq, ...link };
  });
};

const unsignedDigest = (before: string, caseId: string, entry: ChainEntry): string =>
  hash('sha256', entryText(before, caseId, entry));

/** The digest that an entry without a signature had before it was erased; undefined if it was not. */
const remainderDigest = (own: string, entry: ChainEntry, erasures: Erasures): string | undefined => {
  const erasure = erasures.get(entry.seq);
  if (erasure === undefined || erasure.digest === own) return undefined;
  return isRemainder(entry.content, erasure) ? erasure.digest : undefined;
};

/** The content is canonical already; the frame around it has a fixed form. */
const entryText = (before: string, caseId: string, { seq, at, actor, kind, content }: ChainEntry): string =>
  `${JSON.stringify([before, caseId, seq, at, actor, kind])}\n${content}`;

/** What the head says; `imported` is JSON, or null. */
export interface ChainHead extends Link {
  readonly seq: number;
  readonly imported: string | null;
}

/** Keyed code over a head, so that it can't be moved back by hand. */
export const sealHead = (
  caseId: string,
  { seq, code, digest, imported }: ChainHead,
  authenticate: DeskContext['authenticate'],
): string => authenticate('case head', JSON.stringify([caseId, seq, code, digest, imported]));
