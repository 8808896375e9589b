import type { ChainCheck } from '#contract/case.ts';
import { isEntrySigned } from '#desk/core/signed-entry.ts';
import {
  type ChainEntry,
  chainStart,
  digestAfter,
  isContentSound,
  isHalfSigned,
  placeIn,
  signedOf,
} from './chain.ts';
import { type Erasures, erasuresIn } from './erasures.ts';

export interface CheckedChain {
  /** The chain's digest at each of its entries. */
  readonly digests: readonly string[];
  readonly erasures: Erasures;
  readonly problems: ChainCheck['problems'];
  /** The seqs of entries that nobody vouches for: they were changed, or follow one that was. */
  readonly broken: ReadonlySet<number>;
}

/**
 * Verifies what needs no key of this data folder: signatures, commitments, erasures, and that nothing unsigned follows
 * what is signed. Each fault is reported once, and breaks what follows it.
 */
export const checkSignatures = (caseId: string, entries: readonly ChainEntry[]): CheckedChain => {
  const erasures = erasuresIn(entries);
  const problems: { seq: number; what: string }[] = [];
  const broken = new Set<number>();
  const digests: string[] = [];
  let before = chainStart.digest;
  let isSigned = false;
  let isUnbroken = true;
  for (const entry of entries) {
    const digest = digestAfter(before, caseId, entry, erasures);
    const linkProblem = isUnbroken ? linkProblemOf(caseId, before, entry, isSigned) : undefined;
    const contentProblem = linkProblem === undefined ? contentProblemOf(entry, digest, erasures) : undefined;
    const what = linkProblem ?? contentProblem;
    if (what !== undefined) problems.push({ seq: entry.seq, what });
    if (linkProblem !== undefined) isUnbroken = false;
    if (what !== undefined || !isUnbroken) broken.add(entry.seq);
    isSigned ||= signedOf(entry) !== undefined;
    digests.push(digest);
    before = digest;
  }
  return { digests, erasures, problems, broken };
};

const linkProblemOf = (
  caseId: string,
  before: string,
  entry: ChainEntry,
  isAfterSigned: boolean,
): string | undefined => {
  const { seq, kind } = entry;
  const signed = signedOf(entry);
  if (isHalfSigned(entry)) return `Entry ${seq} (${kind}) lacks a part of its signature.`;
  if (signed === undefined) {
    return isAfterSigned ? `Entry ${seq} (${kind}) is not signed, and follows one that is.` : undefined;
  }
  return isEntrySigned(placeIn(caseId, before), signed)
    ? undefined
    : `Entry ${seq} (${kind}) was changed, replaced, or not signed by the key that it names.`;
};

const contentProblemOf = (entry: ChainEntry, digest: string, erasures: Erasures): string | undefined => {
  const { seq, kind, salt } = entry;
  const erasure = erasures.get(seq);
  if (erasure !== undefined && erasure.digest !== digest) {
    return `Entry ${erasure.stub} says that the content of entry ${seq} was erased, and names another entry than this one.`;
  }
  if (isContentSound(entry, erasures)) return undefined;
  if (salt !== null)
    return `The content of entry ${seq} (${kind}) was changed: it is not the one that was signed.`;
  return erasure === undefined
    ? `The content of entry ${seq} (${kind}) is missing, and no later entry says that it was erased.`
    : `What remains of the erased content of entry ${seq} (${kind}) was changed.`;
};
