import { canonical } from '#base/canonical.ts';
import { createSigner, newSigningKey, type Signer } from '#base/signing.ts';
import type { JournalAction } from '#contract/journal.ts';
import { type ChainPlace, entryDigest, signEntry } from '#desk/core/signed-entry.ts';
import { journalChain } from '#desk/journal/journal.ts';
import { proveKeyChange } from '#desk/journal/key-changes.ts';
import type { JournalRow } from '#desk/store/journal.ts';

export const newSigner = (): Signer => createSigner(newSigningKey());

/** The entries of a journal, written by whoever signs them: also by those who may not. */
export const journalOf = () => {
  const rows: JournalRow[] = [];
  const placeAtEnd = (): ChainPlace => ({
    domain: 'journal entry',
    chain: journalChain,
    before: rows.at(-1)?.digest ?? '',
  });
  const add = (signer: Signer, action: JournalAction): void => {
    const place = placeAtEnd();
    const at = `2026-01-01T00:00:${String(rows.length % 60).padStart(2, '0')}.000Z`;
    const content = canonical(action.content);
    const entry = signEntry(signer, place, {
      seq: rows.length + 1,
      at,
      actor: 'Ada',
      kind: action.kind,
      content,
    });
    rows.push({ ...entry, digest: entryDigest(place, entry) });
  };
  return {
    rows,
    add,
    opened: (signer: Signer) => add(signer, { kind: 'journal.opened', content: { cases: [] } }),
    extended: (signer: Signer, caseId: string, seq: number) =>
      add(signer, { kind: 'case.extended', content: { caseId, seq, digest: 'd' } }),
    trusted: (signer: Signer, publicKey: string, name = 'Jo') =>
      add(signer, { kind: 'signer.trusted', content: { publicKey, name } }),
    revoked: (signer: Signer, publicKey: string) =>
      add(signer, { kind: 'signer.revoked', content: { publicKey, name: 'Jo', reason: 'left' } }),
    /** @param by who signs: the former key, if it is as it should be */
    rotated: (former: Signer, next: Signer, by = former, prover = next) =>
      add(by, {
        kind: 'identity.rotated',
        content: {
          former: former.publicKey,
          publicKey: next.publicKey,
          proof: proveKeyChange(prover, placeAtEnd(), former.publicKey),
        },
      }),
    lost: (former: string, next: Signer) =>
      add(next, { kind: 'identity.lost', content: { former, publicKey: next.publicKey } }),
  };
};
