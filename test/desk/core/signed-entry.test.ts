import { hash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonical } from '#base/canonical.ts';
import { createSigner, newSigningKey } from '#base/signing.ts';
import {
  type ChainPlace,
  entryDigest,
  isContentCommitted,
  isEntrySigned,
  type SignedEntry,
  signEntry,
} from '#desk/core/signed-entry.ts';
import { anyCharacter } from '#test/support/any-character.ts';

const signer = createSigner(newSigningKey());
const place: ChainPlace = { domain: 'case entry', chain: 'a case', before: 'ab' };
const written = {
  seq: 3,
  at: '2026-01-02T03:04:05.000Z',
  actor: 'Ada',
  kind: 'note.added',
  content: '{"a":1}',
};

test('an entry is signed for its place, and any other field or place shows', () => {
  const entry = signEntry(signer, place, written);
  expect(isEntrySigned(place, entry)).toBe(true);
  expect(isContentCommitted(entry)).toBe(true);
  const fields = ['at', 'actor', 'kind', 'commitment', 'signer'] as const;
  fc.assert(
    fc.property(fc.constantFrom(...fields), fc.string(), (field, text) => {
      fc.pre(entry[field] !== text);
      expect(isEntrySigned(place, { ...entry, [field]: text })).toBe(false);
    }),
  );
  expect(isEntrySigned(place, { ...entry, seq: 4 })).toBe(false);
  for (const other of [
    { ...place, domain: 'journal entry' as const },
    { ...place, chain: 'another case' },
    { ...place, before: 'abc' },
  ]) {
    expect(isEntrySigned(other, entry)).toBe(false);
  }
});

test('the digest follows from the header alone, so that a content can be erased', () => {
  const entry = signEntry(signer, place, written);
  const erased: SignedEntry = { ...entry, content: '{}', salt: null };
  expect(entryDigest(place, erased)).toBe(entryDigest(place, entry));
  expect(isEntrySigned(place, erased)).toBe(true);
  expect(isContentCommitted(erased)).toBeUndefined();
  expect(isContentCommitted({ ...entry, content: '{"a":2}' })).toBe(false);
});

test('equal contents are committed to differently, so that nobody can guess them', () => {
  const [one, another] = [signEntry(signer, place, written), signEntry(signer, place, written)];
  expect(one.commitment).not.toBe(another.commitment);
});

test('a digest is that of the canonical form of the header, whatever the actor is called', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), fc.nat(), (actor, seq) => {
      const header = { seq, at: '2026-01-01T00:00:00.000Z', actor, kind: 'k', commitment: 'c', signer: 's' };
      const place = { domain: 'case entry', chain: 'x', before: '' } as const;
      const text = canonical({ form: 2, chain: 'x', before: '', ...header });
      expect(entryDigest(place, header)).toBe(hash('sha256', text));
    }),
  );
});
