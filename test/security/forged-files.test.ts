import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonical } from '#base/canonical.ts';
import { createSigner, keyFingerprint, newSigningKey, type Signer } from '#base/signing.ts';
import type { SignerDecision } from '#contract/case.ts';
import type { CaseFile } from '#contract/case-file.ts';
import { isVouchedFor } from '#contract/signature-states.ts';
import { stateAdoption } from '#desk/cases/adoption.ts';
import type { Cases } from '#desk/cases/cases.ts';
import { placeIn } from '#desk/cases/chain.ts';
import { remainsDigest } from '#desk/cases/erasures.ts';
import { signFile } from '#desk/cases/file-signature.ts';
import { createCases } from '#desk/cases/index.ts';
import { openJournal } from '#desk/cases/open-journal.ts';
import { readCaseFile } from '#desk/cases/read-case-file.ts';
import { entryDigest, signEntry } from '#desk/core/signed-entry.ts';
import { testDeskContext } from '#test/support/desk-context.ts';
import { importTrusting } from '#test/support/importing.ts';
import { runs } from '#test/support/runs.ts';
import { asUnsigned, makeOld, oldDigests } from '#test/support/unsigned-chains.ts';

/**
 * Real case files, forged: whatever is done to them, they are refused, or nobody known here is said to vouch for what was
 * forged. The forger has every file that was ever exported, and a signing key of their own; not Ada's.
 */
type Entry = CaseFile['entries'][number];

const forger = createSigner(newSigningKey());
let originals: CaseFile[];
/** A desk that trusts Ada, and on which the forgeries land. */
let bob: Cases;
/** Every entry that Ada vouches for, in the form in which her files have it: what is not among them was forged. */
const genuine = new Set<string>();

const idOf = (caseId: string, entries: readonly Entry[], index: number): string => {
  const { seq, at, actor, kind, content } = entries[index] as Entry;
  const before = entries.slice(0, index).map((one) => [one.at, one.actor, one.kind]);
  return canonical([caseId, before, seq, at, actor, kind, content]);
};

/** Real desks, which end with the test. */
const setUp = async (): Promise<void> => {
  const context = await testDeskContext();
  let ada = createCases(context);
  const worked = async (name: string): Promise<string> => {
    const { id } = await ada.create({ name, parts: ['webhooks', 'tokens'] }, 'Ada');
    await ada.act(id, 'Ada', { kind: 'note.added', content: { id: randomUUID(), text: 'they agreed' } });
    const contact = { id: randomUUID(), name: 'Jo', party: 'integrator', email: 'jo@acme.example' } as const;
    await ada.act(id, 'Ada', { kind: 'contact.added', content: { contact } });
    await ada.attach(id, { name: 'a.txt', content: Buffer.from(`seen ${name}`).toString('base64') }, 'Ada');
    return id;
  };
  const old = await worked('old');
  makeOld(join(context.dataDir, 'desk.db'), old, context);
  await openJournal(context);
  ada = createCases(context);
  await ada.act(old, 'Ada', { kind: 'note.added', content: { id: randomUUID(), text: 'since the update' } });
  const [one, other] = [await worked('one'), await worked('other')];
  const texts = [await ada.exportFile(old), await ada.exportFile(one), await ada.exportFile(other)];
  await ada.act(one, 'Ada', { kind: 'case.closed', content: { reason: 'done' } });
  texts.push(await ada.exportFile(one));
  genuine.clear();
  originals = texts.map((text) => JSON.parse(text) as CaseFile);
  for (const { caseId, entries } of originals) {
    for (const index of entries.keys()) genuine.add(idOf(caseId, entries, index));
  }
  const there = await testDeskContext();
  bob = createCases(there);
  // Trusts Ada by a case that no forgery is of.
  await importTrusting(bob, await ada.exportFile(await worked('trusted')), 'Bob', undefined, 'Ada');
};

/** Takes it in as somebody who accepts everything, and looks at who is said to vouch for it. */
const landing = async (text: string): Promise<'refused' | 'not vouched for' | 'genuine'> => {
  try {
    // What the import's worker does: started only for what is read at all, as a thousand of them take minutes.
    await readCaseFile(text);
  } catch {
    return 'refused';
  }
  const signers: SignerDecision[] = [{ fingerprint: keyFingerprint(forger.publicKey), decision: 'accept' }];
  const result = await bob.importFile(text, 'Bob', { signers });
  const { id } = result.case;
  const entries = (await bob.entries(id, 0, 1000)) as Entry[];
  const check = await bob.verify(id);
  expect(check.stretches).toEqual(result.stretches);
  for (const { from, upTo, state } of check.stretches) {
    if (!isVouchedFor(state)) continue;
    for (let seq = from; seq <= upTo; seq += 1) {
      expect(genuine.has(idOf(id, entries, seq - 1)), `entry ${seq} was forged, and is ${state}`).toBe(true);
    }
  }
  await bob.remove(id, (await bob.removal(id)).digest, 'Bob');
  return check.stretches.every(({ state }) => isVouchedFor(state)) ? 'genuine' : 'not vouched for';
};

const file = fc.nat(3);
const copyOf = (which: number): CaseFile => structuredClone(originals[which] as CaseFile);

test('the files themselves are taken in, and all of them is vouched for', async () => {
  await setUp();
  for (const original of originals) expect(await landing(JSON.stringify(original))).toBe('genuine');
});

test('a byte that is changed anywhere is found', { timeout: 60_000 }, async () => {
  await setUp();
  const texts = originals.map((one) => JSON.stringify(one));
  await fc.assert(
    fc.asyncProperty(file, fc.nat(), fc.integer({ min: 1, max: 127 }), async (which, at, bits) => {
      const bytes = Buffer.from(texts[which] as string);
      const place = at % bytes.length;
      bytes[place] = (bytes[place] as number) ^ bits;
      const text = bytes.toString();
      fc.pre(!sameJson(text, texts[which] as string));
      expect(await landing(text)).not.toBe('genuine');
    }),
    { numRuns: runs(400) },
  );
});

/**
 * Whether both are the same JSON value: the capital of `1E3` or of `\u00E9` changes a byte of the file, and nothing of
 * what it says.
 */
const sameJson = (one: string, other: string): boolean => {
  try {
    return canonical(JSON.parse(one)) === canonical(JSON.parse(other));
  } catch {
    return false;
  }
};

/** Any value within a file, by a random way into it. */
const mutated = (value: unknown, path: readonly number[], change: (value: unknown) => unknown): unknown => {
  const [step, ...rest] = path;
  if (step === undefined || typeof value !== 'object' || value === null) return change(value);
  const keys = Object.keys(value);
  if (keys.length === 0) return change(value);
  const key = keys[step % keys.length] as string;
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
  copy[key] = mutated(copy[key], rest, change);
  return copy;
};

const changes: readonly ((value: unknown) => unknown)[] = [
  () => null,
  () => '',
  () => [],
  () => undefined,
  (value) => (typeof value === 'string' ? value.toUpperCase() : 7),
  (value) => (typeof value === 'string' ? `${value} ` : 0),
  (value) => (typeof value === 'string' ? value.replace(/=+$/, '') : -1),
  (value) => (typeof value === 'number' ? value + 1 : 'x'),
  (value) => (Array.isArray(value) ? value.toReversed() : {}),
  (value) => (Array.isArray(value) ? value.slice(0, -1) : value),
  (value) => (Array.isArray(value) && value.length > 0 ? [...value, value.at(-1)] : value),
  (value) => (Array.isArray(value) && value.length > 1 ? [value[1], value[0], ...value.slice(2)] : value),
];

test('an attachment whose base64 is spelt in another way is found, too', async () => {
  await setUp();
  for (const which of originals.keys()) {
    const [attachment] = copyOf(which).attachments;
    const content = attachment?.content as string;
    const spellings = [
      content.replace(/=+$/, ''),
      `${content}=`,
      `${content}AA`,
      ` ${content}`,
      `${content}\n`,
      content.replace(/.(?=.$)/, '$&\r\n'),
      content.replace(/.(=+)$/, (end) => `${nextLetter(end[0] as string)}${end.slice(1)}`),
    ];
    for (const spelling of spellings) {
      expect([spelling, spelling === content]).toEqual([spelling, false]);
      const forged = copyOf(which);
      forged.attachments = [{ ...forged.attachments[0], content: spelling } as CaseFile['attachments'][0]];
      expect([spelling, await landing(JSON.stringify(forged))]).toEqual([spelling, 'refused']);
    }
  }
});

/** The last letter before the padding holds bits that say nothing. */
const nextLetter = (letter: string): string => String.fromCharCode(letter.charCodeAt(0) + 1);

test('a field that is changed, left out, doubled or moved is found', { timeout: 60_000 }, async () => {
  await setUp();
  await fc.assert(
    fc.asyncProperty(
      file,
      fc.array(fc.nat(200), { maxLength: 6 }),
      fc.nat(changes.length - 1),
      async (which, path, how) => {
        const original = originals[which] as CaseFile;
        const forged = mutated(original, path, changes[how] as (value: unknown) => unknown);
        const text = JSON.stringify(forged) ?? '';
        // Many changes change nothing of what the file says.
        fc.pre(!sameJson(text, JSON.stringify(original)));
        expect(await landing(text)).not.toBe('genuine');
      },
    ),
    { numRuns: runs(150) },
  );
});

/** Signs a chain anew from an entry on. */
const resigned = (forged: CaseFile, from: number, signer: Signer): CaseFile => {
  let before = forged.entries[from - 1]?.digest ?? '';
  const entries = forged.entries.map((entry, index) => {
    if (index < from) return entry;
    const { seq, at, actor, kind, content } = entry;
    const place = placeIn(forged.caseId, before);
    const signed = signEntry(signer, place, { seq, at, actor, kind, content: canonical(content) });
    before = entryDigest(place, signed);
    return { ...signed, content, digest: before } as Entry;
  });
  return signedBy({ ...forged, entries, digest: before }, signer);
};

const signedBy = ({ exporter: _, ...forged }: CaseFile, signer: Signer): CaseFile => signFile(signer, forged);

/** Works out the digests of a chain again, as far as that can be done without Ada's key. */
const recomputed = (forged: CaseFile): CaseFile => {
  let before = '';
  const entries = forged.entries.map((entry) => {
    const { seq, at, actor, kind, commitment = '', signer } = entry;
    const place = placeIn(forged.caseId, before);
    before =
      signer === undefined
        ? (oldDigests(forged.caseId, [
            { seq, at, actor, kind, content: canonical(entry.content) },
          ])[0] as string)
        : entryDigest(place, { seq, at, actor, kind, commitment, signer });
    return { ...entry, digest: before };
  });
  return { ...forged, entries, digest: before };
};

const at = (forged: CaseFile, index: number): Entry => forged.entries[index % forged.entries.length] as Entry;

const smart: Readonly<Record<string, (which: number, index: number) => CaseFile>> = {
  'another actor, digests recomputed, signed as a whole by the forger'(which, index) {
    const forged = copyOf(which);
    at(forged, index).actor = 'Mallory';
    return signedBy(recomputed(forged), forger);
  },
  'another time, digests recomputed'(which, index) {
    const forged = copyOf(which);
    at(forged, index).at = '2020-01-01T00:00:00.000Z';
    return signedBy(recomputed(forged), forger);
  },
  'all of the chain signed anew by the forger, who calls the signer Ada'(which, index) {
    const forged = copyOf(which);
    at(forged, index).actor = 'Mallory';
    const { adoptions: _, ...rest } = forged;
    return resigned(rest, 0, forger);
  },
  'signed anew by the forger, and the name of the signer put back to Ada'(which, index) {
    const forged = resigned(copyOf(which), 0, forger);
    const ada = originals[1]?.exporter?.signer as string;
    at(forged, index).signer = ada;
    return signedBy(recomputed(forged), forger);
  },
  'the end signed anew by the forger'(which, index) {
    const forged = copyOf(which);
    const from = 1 + (index % (forged.entries.length - 1));
    at(forged, from).actor = 'Mallory';
    const firstSigned = forged.entries.findIndex(({ signer }) => signer !== undefined);
    return resigned(forged, Math.max(from, firstSigned), forger);
  },
  'an entry in front of the chain, which is moved on by one'(which) {
    const forged = copyOf(which);
    const [first] = forged.entries as [Entry];
    const entries = [first, ...forged.entries].map((entry, index) => ({ ...entry, seq: index + 1 }));
    return signedBy(recomputed({ ...forged, entries }), forger);
  },
  'the header and the signature of another entry'(which, index) {
    const forged = copyOf(which);
    const { content: _, seq, ...header } = at(forged, index + 1);
    Object.assign(at(forged, index), header);
    return signedBy(recomputed(forged), forger);
  },
  'the entries of another case under the id of this one'(which) {
    const forged = copyOf(which);
    const other = copyOf((which + 1) % 4);
    return signedBy({ ...forged, entries: other.entries, digest: other.digest }, forger);
  },
  'the end of one file on the beginning of another'(which, index) {
    const [forged, other] = which % 2 === 0 ? [copyOf(1), copyOf(2)] : [copyOf(2), copyOf(3)];
    const cut = 1 + (index % 3);
    const entries = [...forged.entries.slice(0, cut), ...other.entries.slice(cut)];
    return signedBy(recomputed({ ...forged, entries }), forger);
  },
  'a content exchanged under the same commitment'(which, index) {
    const forged = copyOf(which);
    const entry = at(forged, index);
    if (entry.kind === 'note.added') Object.assign(entry.content as object, { text: 'they refused' });
    else entry.content = { id: randomUUID(), text: 'they refused' };
    entry.kind = 'note.added';
    return signedBy(forged, forger);
  },
  'a content that is said to have been erased, with other words left of it'(which) {
    const forged = copyOf(1 + (which % 3));
    const note = forged.entries.find(({ kind }) => kind === 'note.added') as Entry;
    note.content = { ...(note.content as object), text: 'they refused' };
    note.salt = null;
    const last = forged.entries.at(-1) as Entry;
    const erased = { seq: note.seq, digest: note.digest, remains: remainsDigest(canonical(note.content)) };
    const content = { entries: [erased], attachments: [], reason: 'asked' };
    const stub = {
      seq: last.seq + 1,
      at: last.at,
      actor: 'Ada',
      kind: 'content.erased',
      content,
      digest: '',
    };
    return resigned({ ...forged, entries: [...forged.entries, stub] }, last.seq, forger);
  },
  'a content from before signatures that is said to have been erased'() {
    const forged = copyOf(0);
    const [, note] = forged.entries as [Entry, Entry];
    note.content = { ...(note.content as object), text: 'they refused' };
    const last = forged.entries.at(-1) as Entry;
    const erased = { seq: note.seq, digest: note.digest, remains: remainsDigest(canonical(note.content)) };
    const content = { entries: [erased], attachments: [], reason: 'asked' };
    const stub = {
      seq: last.seq + 1,
      at: last.at,
      actor: 'Ada',
      kind: 'content.erased',
      content,
      digest: '',
    };
    return resigned({ ...forged, entries: [...forged.entries, stub] }, last.seq, forger);
  },
  'signatures left out, and the version put back'(which, index) {
    const forged = copyOf(which);
    at(forged, index).actor = 'Mallory';
    return JSON.parse(asUnsigned(JSON.stringify(forged), 1 + (index % 2))) as CaseFile;
  },
  'signatures left out, and adopted by the forger'(which, index) {
    const forged = copyOf(which);
    at(forged, index).actor = 'Mallory';
    const stripped = JSON.parse(asUnsigned(JSON.stringify(forged), 3)) as CaseFile;
    const { caseId, digest, entries, exported } = stripped;
    const adoption = stateAdoption(forger, { caseId, upTo: entries.length, digest, adoptedAt: exported });
    return signedBy({ ...stripped, adoptions: [adoption] }, forger);
  },
  "signatures left out, and Ada's adoption of another chain put in"(which) {
    const stripped = JSON.parse(asUnsigned(JSON.stringify(copyOf(1 + (which % 3))), 3)) as CaseFile;
    const adoptions = (originals[0] as CaseFile).adoptions ?? [];
    const { caseId, digest } = stripped;
    const [adoption] = adoptions.map((one) => ({ ...one, caseId, digest }));
    return signedBy({ ...stripped, adoptions: adoption === undefined ? [] : [adoption] }, forger);
  },
  'an unsigned entry after the signed ones'(which) {
    const forged = copyOf(which);
    const last = forged.entries.at(-1) as Entry;
    const { seq, at: when } = last;
    const more = { seq: seq + 1, at: when, actor: 'Ada', kind: 'case.archived', content: {}, digest: '' };
    return signedBy(recomputed({ ...forged, entries: [...forged.entries, more] }), forger);
  },
  'the end cut off, and the file signed as a whole by Ada for another end'(which) {
    const forged = copyOf(which);
    const entries = forged.entries.slice(0, -1);
    return { ...forged, entries, digest: entries.at(-1)?.digest as string };
  },
  "Ada's signature of another file"(which) {
    const other = originals[(which + 1) % 4] as CaseFile;
    return { ...copyOf(which), ...(other.exporter === undefined ? {} : { exporter: other.exporter }) };
  },
};

test.each(Object.keys(smart))('a forger with a key of their own: %s', { timeout: 60_000 }, async (how) => {
  await setUp();
  const forge = smart[how] as (which: number, index: number) => CaseFile;
  await fc.assert(
    fc.asyncProperty(file, fc.nat(20), async (which, index) => {
      expect(await landing(JSON.stringify(forge(which, index)))).not.toBe('genuine');
    }),
    { numRuns: 4 },
  );
});
