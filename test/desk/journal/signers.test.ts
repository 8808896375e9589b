import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyFingerprint, type Signer } from '#base/signing.ts';
import { createJournal } from '#desk/journal/journal.ts';
import { foldSigners, readSigners } from '#desk/journal/signers.ts';
import { testDeskContext } from '#test/support/desk-context.ts';
import { journalOf, newSigner } from '#test/support/journal-rows.ts';

const [first, second, third, jo, mallory] = Array.from({ length: 5 }, newSigner) as [
  Signer,
  Signer,
  Signer,
  Signer,
  Signer,
];
const caseId = 'c1';
const at = (seq: number) => ({ caseId, seq });

test('the present key is of here, also before there is a journal; any other is unknown', () => {
  const known = foldSigners([], first.publicKey);
  const fingerprint = keyFingerprint(first.publicKey);
  expect(known.standingOf(first.publicKey)).toEqual({ standing: 'here', fingerprint });
  expect(known.standingOf(jo.publicKey)).toEqual({
    standing: 'unknown',
    fingerprint: keyFingerprint(jo.publicKey),
  });
  expect(known.standingOf('no key').standing).toBe('unknown');
  expect([known.since, known.former, known.colleagues]).toEqual([undefined, [], []]);
});

test('keys that were rotated are of here as far as the journal told of cases then', () => {
  const journal = journalOf();
  journal.opened(first);
  journal.extended(first, caseId, 2);
  journal.rotated(first, second);
  journal.extended(second, caseId, 5);
  journal.rotated(second, third);
  const known = foldSigners(journal.rows, third.publicKey);
  expect(known.former.map(({ publicKey, how }) => [publicKey, how])).toEqual([
    [second.publicKey, 'rotated'],
    [first.publicKey, 'rotated'],
  ]);
  expect(known.since).toBe(journal.rows[4]?.at);
  const standing = (signer: Signer, seq?: number) =>
    known.standingOf(signer.publicKey, seq === undefined ? undefined : at(seq)).standing;
  expect([standing(first, 2), standing(first, 3), standing(first)]).toEqual(['here', 'unknown', 'here']);
  expect([standing(second, 5), standing(second, 6)]).toEqual(['here', 'unknown']);
  expect(standing(third, 900)).toBe('here');
  // What a former key says after its time counts for nothing.
  journal.trusted(first, mallory.publicKey);
  expect(foldSigners(journal.rows, third.publicKey).standingOf(mallory.publicKey).standing).toBe('unknown');
});

test('a key that came back after another counts for both times', () => {
  const journal = journalOf();
  journal.opened(first);
  journal.rotated(first, second);
  journal.trusted(second, jo.publicKey);
  journal.rotated(second, first);
  const known = foldSigners(journal.rows, first.publicKey);
  expect(known.former.map(({ publicKey }) => publicKey)).toEqual([second.publicKey]);
  expect(known.standingOf(jo.publicKey)).toMatchObject({ standing: 'trusted', name: 'Jo' });
});

test('of a key that was lost, what was here then is of here, and nothing later', () => {
  const journal = journalOf();
  journal.opened(first);
  journal.extended(first, caseId, 3);
  journal.extended(first, 'gone', 3);
  journal.add(first, { kind: 'case.deleted', content: { caseId: 'gone', digest: 'd' } });
  journal.trusted(first, jo.publicKey);
  journal.lost(first.publicKey, second);
  const known = foldSigners(journal.rows, second.publicKey);
  expect(known.standingOf(first.publicKey, at(3)).standing).toBe('here');
  expect(known.standingOf(first.publicKey, at(4)).standing).toBe('unknown');
  expect(known.standingOf(first.publicKey, { caseId: 'gone', seq: 1 }).standing).toBe('unknown');
  expect(known.standingOf(first.publicKey).standing).toBe('unknown');
  expect(known.standingOf(jo.publicKey).standing).toBe('trusted');
});

test('a revoked key counts for what it had signed here by then, until it is trusted again', () => {
  const journal = journalOf();
  journal.opened(first);
  journal.trusted(first, jo.publicKey);
  journal.extended(first, caseId, 4);
  journal.revoked(first, jo.publicKey);
  journal.extended(first, caseId, 9);
  journal.revoked(first, jo.publicKey);
  const known = foldSigners(journal.rows, first.publicKey);
  expect(known.standingOf(jo.publicKey, at(4))).toMatchObject({ standing: 'trusted', name: 'Jo' });
  expect(known.standingOf(jo.publicKey, at(5))).toMatchObject({ standing: 'revoked', name: 'Jo' });
  expect(known.standingOf(jo.publicKey).standing).toBe('revoked');
  expect(known.colleagues).toMatchObject([{ standing: 'revoked', reason: 'left' }]);
  journal.trusted(first, jo.publicKey);
  expect(foldSigners(journal.rows, first.publicKey).standingOf(jo.publicKey).standing).toBe('trusted');
});

test('a key that was never trusted counts for nothing once it is revoked', () => {
  const journal = journalOf();
  journal.opened(first);
  journal.extended(first, caseId, 4);
  journal.revoked(first, mallory.publicKey);
  const known = foldSigners(journal.rows, first.publicKey);
  expect(known.standingOf(mallory.publicKey, at(1)).standing).toBe('revoked');
});

test('an attacker who writes the table trusts, replaces and follows nobody', () => {
  const attacks: ((journal: ReturnType<typeof journalOf>) => void)[] = [
    (journal) => journal.trusted(mallory, mallory.publicKey),
    (journal) => journal.lost(first.publicKey, mallory),
    (journal) => journal.rotated(first, mallory, mallory),
    (journal) => {
      journal.rotated(first, mallory, mallory);
      journal.trusted(mallory, mallory.publicKey);
    },
    // The present key is named as the successor of the attacker's, without its proof.
    (journal) => {
      journal.rows.length = 0;
      journal.opened(mallory);
      journal.trusted(mallory, mallory.publicKey);
      journal.rotated(mallory, first, mallory, mallory);
    },
    (journal) => journal.add(mallory, { kind: 'identity.rotated', content: null } as never),
    // Signed by the attacker, and the folder's key written over it.
    (journal) => {
      journal.trusted(mallory, mallory.publicKey);
      Object.assign(journal.rows.at(-1) ?? {}, { signer: first.publicKey });
    },
    // The content of a real entry, replaced.
    (journal) => {
      const row = journal.rows.find(({ kind }) => kind === 'signer.trusted');
      Object.assign(row ?? {}, { content: JSON.stringify({ name: 'Jo', publicKey: mallory.publicKey }) });
    },
  ];
  for (const attack of attacks) {
    const journal = journalOf();
    journal.opened(first);
    journal.trusted(first, jo.publicKey);
    attack(journal);
    const known = foldSigners(journal.rows, first.publicKey);
    expect(known.standingOf(mallory.publicKey, at(1)).standing).toBe('unknown');
    expect(known.former).toEqual([]);
    // What the folder says after it counts all the same.
    if (journal.rows[0]?.signer !== first.publicKey) continue;
    journal.revoked(first, jo.publicKey);
    expect(foldSigners(journal.rows, first.publicKey).standingOf(jo.publicKey).standing).toBe('revoked');
  }
});

test('a proof of one change can’t be used at another place', () => {
  const journal = journalOf();
  journal.opened(first);
  journal.rotated(first, second);
  const change = journal.rows[1];
  const forged = journalOf();
  forged.opened(first);
  forged.trusted(first, mallory.publicKey);
  forged.add(first, { kind: 'identity.rotated', content: JSON.parse(change?.content ?? '') });
  const known = foldSigners(forged.rows, second.publicKey);
  expect([first, mallory].map(({ publicKey }) => known.standingOf(publicKey).standing)).toEqual([
    'unknown',
    'unknown',
  ]);
});

test('a revocation whose content was taken away revokes every key that it may have named', () => {
  const journal = journalOf();
  journal.opened(first);
  journal.trusted(first, jo.publicKey);
  journal.revoked(first, jo.publicKey);
  Object.assign(journal.rows[2] ?? {}, { salt: null, content: '' });
  expect(foldSigners(journal.rows, first.publicKey).standingOf(jo.publicKey).standing).toBe('revoked');
});

test('whatever is changed in a journal or taken from it, nobody gains by it that it does not name', () => {
  const journal = journalOf();
  journal.opened(first);
  journal.trusted(first, jo.publicKey);
  journal.extended(first, caseId, 3);
  journal.rotated(first, second);
  journal.trusted(second, third.publicKey);
  const fields = ['at', 'actor', 'kind', 'content', 'salt', 'commitment', 'signer', 'signature'] as const;
  fc.assert(
    fc.property(
      fc.nat(journal.rows.length - 1),
      fc.constantFrom(...fields),
      fc.oneof(fc.string(), fc.constant(mallory.publicKey), fc.constant(null)),
      fc.boolean(),
      (index, field, value, isRemoved) => {
        const rows = journal.rows
          .map((row, i) => (i === index ? { ...row, [field]: value ?? '' } : row))
          .filter((_, i) => !isRemoved || i !== index);
        const known = foldSigners(rows, second.publicKey);
        expect(known.standingOf(second.publicKey).standing).toBe('here');
        expect(known.standingOf(mallory.publicKey).standing).toBe('unknown');
        expect(known.standingOf(first.publicKey, at(4)).standing).toBe('unknown');
      },
    ),
  );
});

test('a desk reads its signers from its own journal', async () => {
  const context = await testDeskContext();
  await context.store.write((tx) =>
    createJournal(context).append(tx, 'Ada', {
      kind: 'signer.trusted',
      content: { publicKey: jo.publicKey, name: 'Jo' },
    }),
  );
  const known = await context.store.read((reader) => readSigners(context, reader));
  expect(known.standingOf(context.identity.publicKey).standing).toBe('here');
  expect(known.colleagues).toMatchObject([{ name: 'Jo', standing: 'trusted' }]);
});
