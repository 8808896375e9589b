import { hash } from 'node:crypto';
import type { CaseActionOf } from '#contract/case.ts';
import { problemOf } from './checked-action.ts';

/**
 * Contents that were erased. A later signed entry, the stub, names them: it keeps the digest that the chain had at each of
 * them, and that of what remains of its content.
 */
export interface Erasure {
  /** The chain's, at the entry that was erased. */
  readonly digest: string;
  /** SHA-256 of the remaining content, hex. */
  readonly remains: string;
  /** The stub's seq. */
  readonly stub: number;
}
/** By the seq of the erased entry: the last stub that names it. */
export type Erasures = ReadonlyMap<number, Erasure>;

export const noErasures: Erasures = new Map();
export const erasureKind = 'content.erased';

interface Entry {
  readonly seq: number;
  readonly kind: string;
  readonly content: string;
  readonly signature: string | null;
}

/** What the stubs among the entries name. A stub can't be erased itself, and names only what was there before it. */
export const erasuresIn = (entries: readonly Entry[]): Erasures => {
  const erasures = new Map<number, Erasure>();
  for (const { seq: stub, kind, content, signature } of entries) {
    if (kind !== erasureKind || signature === null) continue;
    for (const { seq, digest, remains } of stubOf(content).entries) {
      if (seq < stub) erasures.set(seq, { digest, remains, stub });
    }
  }
  for (const { seq, kind } of entries) if (kind === erasureKind) erasures.delete(seq);
  return erasures;
};

export type Stub = CaseActionOf<typeof erasureKind>['content'];

/** A content that does not have its form does not fit its commitment either, and is told for that. */
export const stubOf = (content: string): Pick<Stub, 'entries' | 'attachments'> => {
  try {
    const stub = JSON.parse(content) as Stub;
    if (problemOf({ kind: erasureKind, content: stub }) === undefined) return stub;
  } catch {
    // Told elsewhere.
  }
  return { entries: [], attachments: [] };
};

export const remainsDigest = (content: string): string => hash('sha256', content);

/** Whether a content is what a stub says remains. */
export const isRemainder = (content: string, erasure: Erasure | undefined): boolean =>
  erasure !== undefined && remainsDigest(content) === erasure.remains;
