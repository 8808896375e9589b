import { hash } from 'node:crypto';
import type { DeskContext } from '#desk/store/context.ts';

/**
 * The audit chain of a case: every entry carries a keyed code over itself and the entry before, so that nobody without
 * the data folder's key can change, remove, reorder or recompute one. The digest needs no key: it is the same on every
 * machine, and shows also what somebody with the key did, when it is compared with one that was written down.
 * Source: `architecture.md`, "A migration".
 */
export interface ChainEntry {
  readonly seq: number;
  readonly at: string;
  readonly actor: string;
  readonly kind: string;
  /** Canonical JSON (RFC 8785). */
  readonly content: string;
}

export interface Link {
  readonly code: string;
  readonly digest: string;
}

/** What the first entry of a chain stands on. */
export const chainStart: Link = { code: '', digest: '' };

export const linkAfter = (
  before: Link,
  caseId: string,
  entry: ChainEntry,
  authenticate: DeskContext['authenticate'],
): Link => ({
  code: authenticate('case entry', entryText(before.code, caseId, entry)),
  digest: digestAfter(before.digest, caseId, entry),
});

export const digestAfter = (before: string, caseId: string, entry: ChainEntry): string =>
  hash('sha256', entryText(before, caseId, entry));

/** The chain's digest at each of its entries, from the first one on. */
export const digestsOf = (caseId: string, entries: readonly ChainEntry[]): string[] => {
  let digest = chainStart.digest;
  return entries.map((entry) => {
    digest = digestAfter(digest, caseId, entry);
    return digest;
  });
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
