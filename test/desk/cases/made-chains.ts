import { hash } from 'node:crypto';
import { canonical } from '#base/canonical.ts';
import { createSigner, newSigningKey, type Signer } from '#base/signing.ts';
import { type CaseAction, caseFileFormat, caseFileVersion } from '#contract/case.ts';
import type { CaseFile } from '#contract/case-file.ts';
import {
  type ChainEntry,
  chainStart,
  digestAfter,
  digestsOf,
  linkAfter,
  placeIn,
  sealHead,
  unsigned,
} from '#desk/cases/chain.ts';
import { erasuresIn } from '#desk/cases/erasures.ts';
import { signFile } from '#desk/cases/file-signature.ts';
import { signEntry } from '#desk/core/signed-entry.ts';
import type { EntryRow, HeadRow } from '#desk/store/case-chain.ts';
import { ids } from './every-action.ts';

/** Chains, heads and case files made in memory, without a desk. */

export const caseId = ids.company;
export const authenticate = (purpose: string, text: string): string => `${purpose}: ${text.length} ${text}`;
export const newIdentity = (): Signer => createSigner(newSigningKey());

/** @param by who signs each entry; undefined: made before there were signatures */
export const chainOf = (
  actions: readonly CaseAction[],
  by: (seq: number) => Signer | undefined,
): ChainEntry[] => {
  const entries: ChainEntry[] = [];
  let digest = chainStart.digest;
  for (const [index, { kind, content }] of actions.entries()) {
    const seq = index + 1;
    const plain = { seq, at: '2026-02-01T00:00:00.000Z', actor: 'Ada', kind, content: canonical(content) };
    const signer = by(seq);
    const entry: ChainEntry =
      signer === undefined ? { ...plain, ...unsigned } : signEntry(signer, placeIn(caseId, digest), plain);
    entries.push(entry);
    digest = digestAfter(digest, caseId, entry, new Map());
  }
  return entries;
};

/** With the content of a note erased, and the stub behind all others that says so. */
export const erasedFrom = (
  entries: readonly ChainEntry[],
  seq: number,
  by: Signer,
  remaining: object = { id: ids.note, text: '[erased]' },
): ChainEntry[] => {
  const content = canonical(remaining);
  const digests = digestsOf(caseId, entries);
  const named = { seq, digest: digests[seq - 1], remains: hash('sha256', content) };
  const stub = {
    seq: entries.length + 1,
    at: '2026-02-02T00:00:00.000Z',
    actor: 'Ada',
    kind: 'content.erased',
    content: canonical({ entries: [named], attachments: [], reason: 'asked' }),
  };
  const left = entries.map((entry) => (entry.seq === seq ? { ...entry, content, salt: null } : entry));
  return [...left, signEntry(by, placeIn(caseId, digests.at(-1) ?? ''), stub)];
};

/** As the table has it. */
export const rowsOf = (entries: readonly ChainEntry[]): { rows: EntryRow[]; head: HeadRow } => {
  let link = chainStart;
  const erasures = erasuresIn(entries);
  const rows = entries.map((entry) => {
    link = linkAfter(link, caseId, entry, authenticate, erasures);
    return { ...entry, case_id: caseId, code: link.code } as EntryRow;
  });
  const head = { seq: rows.length, ...link, imported: null };
  const row = { ...head, case_id: caseId, seal: sealHead(caseId, head, authenticate), summary: '{}' };
  return { rows, head: row as HeadRow };
};

/** A whole case file of these entries, signed. */
export const fileOf = (
  identity: Signer,
  entries: readonly ChainEntry[],
  more: Partial<CaseFile> = {},
): CaseFile => {
  let digest = chainStart.digest;
  const written = entries.map((entry) => {
    digest = digestAfter(digest, caseId, entry, erasuresIn(entries));
    const { seq, at, actor, kind, content, salt, commitment, signer, signature } = entry;
    const signed = signature === null ? {} : { salt, commitment, signer, signature };
    return { seq, at, actor, kind, content: JSON.parse(content) as unknown, digest, ...signed };
  });
  return signFile(identity, {
    format: caseFileFormat,
    version: caseFileVersion,
    exported: '2026-02-02T00:00:00.000Z',
    caseId,
    digest,
    entries: written as CaseFile['entries'],
    attachments: [],
    leftOut: { secrets: 0, attachments: [] },
    ...more,
  });
};
