import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { canonical, canonicalDigest } from '#base/canonical.ts';
import { keyFingerprint, type Signer } from '#base/signing.ts';
import { approvedFileVersion, type CaseAction } from '#contract/case.ts';
import type { SecretBundle } from '#contract/case-file.ts';
import { stateAdoption } from '#desk/cases/adoption.ts';
import type { KnownAdoption } from '#desk/cases/adoptions.ts';
import { type ChainEntry, digestsOf, isErased, isHalfSigned } from '#desk/cases/chain.ts';
import { erasuresIn } from '#desk/cases/erasures.ts';
import { checkFileContents } from '#desk/cases/file-contents.ts';
import { signFile } from '#desk/cases/file-signature.ts';
import { readCaseFile } from '#desk/cases/read-case-file.ts';
import { checkSignatures } from '#desk/cases/signatures.ts';
import { stretchesOf } from '#desk/cases/stretches.ts';
import { foldWhole } from '#desk/cases/whole-chain.ts';
import type { KnownSigners } from '#desk/journal/known-signers.ts';
import type { EntryRow } from '#desk/store/case-chain.ts';
import { but, every, folded, ids } from './every-action.ts';
import { authenticate, caseId, chainOf, erasedFrom, fileOf, newIdentity, rowsOf } from './made-chains.ts';

/** Whether a chain holds, who vouches for it, and what is wrong with a case file: without a desk. */

const actions: readonly CaseAction[] = [every['case.opened'], every['note.added'], every['contact.added']];
const identity = newIdentity();
const signed = (): ChainEntry[] => chainOf(actions, () => identity);
const old = (): ChainEntry[] => chainOf(actions, () => undefined);
/** The first made before there were signatures, the others after. */
const mixed = (): ChainEntry[] => chainOf(actions, (seq) => (seq === 1 ? undefined : identity));
const without = (entries: readonly ChainEntry[], seq: number, change: Partial<ChainEntry>): ChainEntry[] =>
  entries.map((entry) => (entry.seq === seq ? { ...entry, ...change } : entry));

const problems = (entries: readonly ChainEntry[]) => {
  const { problems: found, broken } = checkSignatures(caseId, entries);
  return { problems: found, broken: [...broken] };
};

describe('signatures', () => {
  test('hold for a chain that was signed, was not, or was signed from some entry on', () => {
    for (const entries of [signed(), old(), mixed(), erasedFrom(signed(), 2, identity), []]) {
      expect(problems(entries)).toEqual({ problems: [], broken: [] });
    }
    const entries = signed();
    expect(checkSignatures(caseId, entries).digests).toEqual(digestsOf(caseId, entries));
  });
  test('a change is told once, and breaks what stands on it', () => {
    const what = 'Entry 2 (note.added) was changed, replaced, or not signed by the key that it names.';
    for (const change of [
      { actor: 'Eve' },
      { at: '2026-02-01T00:00:01.000Z' },
      { commitment: 'a'.repeat(64) },
    ]) {
      expect(problems(without(signed(), 2, change))).toEqual({
        problems: [{ seq: 2, what }],
        broken: [2, 3],
      });
    }
    const content = canonical({ id: ids.note, text: 'other' });
    expect(problems(without(signed(), 2, { content }))).toEqual({
      problems: [
        {
          seq: 2,
          what: 'The content of entry 2 (note.added) was changed: it is not the one that was signed.',
        },
      ],
      broken: [2],
    });
    expect(problems(without(signed(), 2, { salt: null }))).toEqual({
      problems: [
        {
          seq: 2,
          what: 'The content of entry 2 (note.added) is missing, and no later entry says that it was erased.',
        },
      ],
      broken: [2],
    });
  });
  test('a part of a signature is none, and nothing unsigned follows on what is signed', () => {
    const lacks = { seq: 2, what: 'Entry 2 (note.added) lacks a part of its signature.' };
    for (const part of ['commitment', 'signer', 'signature'] as const) {
      const half = without(signed(), 2, { [part]: null });
      expect([part, problems(half)]).toEqual([part, { problems: [lacks], broken: [2, 3] }]);
      expect(isHalfSigned(half[1] as ChainEntry)).toBe(true);
    }
    expect(problems(without(old(), 2, { salt: 'a'.repeat(64) })).problems).toEqual([lacks]);
    const stripped = without(signed(), 2, { salt: null, commitment: null, signer: null, signature: null });
    expect(problems(stripped)).toEqual({
      problems: [{ seq: 2, what: 'Entry 2 (note.added) is not signed, and follows one that is.' }],
      broken: [2, 3],
    });
  });
  test('what remains of an erased content is what its stub says', () => {
    const whole = erasedFrom(signed(), 2, identity);
    const erasures = erasuresIn(whole);
    const before = digestsOf(caseId, whole);
    expect(whole.map((entry, at) => isErased(before[at - 1] ?? '', caseId, entry, erasures))).toEqual([
      false,
      true,
      false,
      false,
    ]);
    expect(
      problems(without(whole, 2, { content: canonical({ id: ids.note, text: 'no' }) })).problems,
    ).toEqual([{ seq: 2, what: 'What remains of the erased content of entry 2 (note.added) was changed.' }]);
    const elsewhere = without(whole, 4, {
      content: (whole[3] as ChainEntry).content.replace(before[1] as string, 'f'.repeat(64)),
    });
    expect(problems(elsewhere).problems[0]).toEqual({
      seq: 2,
      what: 'Entry 4 says that the content of entry 2 was erased, and names another entry than this one.',
    });
  });
  test('a stub counts if it is signed, has its form, and names what was before it and is no stub', () => {
    const whole = erasedFrom(signed(), 2, identity);
    expect([...erasuresIn(whole).keys()]).toEqual([2]);
    expect(erasuresIn(whole).get(2)?.stub).toBe(4);
    expect([...erasuresIn(without(whole, 4, { signature: null })).keys()]).toEqual([]);
    expect([...erasuresIn(without(whole, 4, { content: '{' })).keys()]).toEqual([]);
    expect([...erasuresIn(without(whole, 4, { content: '{"entries":[]}' })).keys()]).toEqual([]);
    const naming = (seq: number) =>
      without(whole, 4, { content: (whole[3] as ChainEntry).content.replace('"seq":2', `"seq":${seq}`) });
    expect([...erasuresIn(naming(3)).keys()]).toEqual([3]);
    for (const seq of [4, 5]) expect([...erasuresIn(naming(seq)).keys()]).toEqual([]);
  });
});

describe('who vouches', () => {
  const [mine, ada, eve, ghost] = [identity, newIdentity(), newIdentity(), newIdentity()];
  const fingerprint = (signer: Signer) => keyFingerprint(signer.publicKey);
  const signers: Pick<KnownSigners, 'standingOf'> = {
    standingOf: (publicKey) => {
      const about = { fingerprint: keyFingerprint(publicKey) };
      if (publicKey === mine.publicKey) return { standing: 'here', ...about };
      if (publicKey === ada.publicKey) return { standing: 'trusted', name: 'Ada', ...about };
      return publicKey === eve.publicKey
        ? { standing: 'revoked', name: 'Eve', ...about }
        : { standing: 'unknown', ...about };
    },
  };
  const stretches = (entries: readonly ChainEntry[], adoptions: readonly KnownAdoption[] = []) =>
    stretchesOf(caseId, entries, {
      ...checkSignatures(caseId, entries),
      signers: signers as KnownSigners,
      adoptions,
    });
  const shown = (entries: readonly ChainEntry[], adoptions: readonly KnownAdoption[] = []) =>
    stretches(entries, adoptions).map(({ from, upTo, state }) => `${from}-${upTo} ${state}`);

  test('is told in stretches of the same', () => {
    const by = [mine, mine, ada, eve, ghost, ghost, ada];
    const many = [every['case.opened'], ...Array.from({ length: 6 }, () => every['note.added'])];
    const entries = chainOf(many, (seq) => by[seq - 1]);
    const of = (signer: Signer) => ({ publicKey: signer.publicKey, fingerprint: fingerprint(signer) });
    expect(stretches(entries)).toEqual([
      { from: 1, upTo: 2, state: 'here', signer: of(mine) },
      { from: 3, upTo: 3, state: 'trusted', signer: { ...of(ada), name: 'Ada' } },
      { from: 4, upTo: 4, state: 'unknown', signer: { ...of(eve), name: 'Eve', revoked: true } },
      { from: 5, upTo: 6, state: 'unknown', signer: of(ghost) },
      { from: 7, upTo: 7, state: 'trusted', signer: { ...of(ada), name: 'Ada' } },
    ]);
    // Two unknown keys, or a gap between two entries, are two stretches.
    expect(shown(chainOf(actions, (seq) => (seq === 1 ? ghost : newIdentity())))).toEqual([
      '1-1 unknown',
      '2-2 unknown',
      '3-3 unknown',
    ]);
    expect(shown(old().filter(({ seq }) => seq !== 2))).toEqual(['1-1 unsigned', '3-3 unsigned']);
    expect(shown(without(signed(), 2, { actor: 'X' }))).toEqual(['1-1 here', '2-3 broken']);
  });
  test('for what was made before there were signatures, who adopted it', () => {
    const entries = old();
    const digests = digestsOf(caseId, entries);
    const adoption = (signer: Signer, upTo: number, more: Partial<KnownAdoption> = {}): KnownAdoption => ({
      upTo,
      digest: digests[upTo - 1] as string,
      signer: signer.publicKey,
      ...more,
    });
    expect(shown(entries)).toEqual(['1-3 unsigned']);
    expect(shown(entries, [adoption(mine, 2)])).toEqual(['1-2 adopted', '3-3 unsigned']);
    expect(shown(entries, [adoption(ada, 3, { digest: 'f'.repeat(64) })])).toEqual(['1-3 unsigned']);
    expect(shown(entries, [adoption(ghost, 3)])).toEqual(['1-3 unknown']);
    // The best of several counts, and the word of this folder's own journal, whose key may be a former one.
    expect(stretches(entries, [adoption(ghost, 3), adoption(ada, 3)])).toMatchObject([
      { from: 1, upTo: 3, state: 'adopted', signer: { name: 'Ada' } },
    ]);
    expect(stretches(entries, [adoption(ada, 3), adoption(ghost, 3, { isOwn: true })])).toEqual([
      {
        from: 1,
        upTo: 3,
        state: 'adopted',
        signer: { publicKey: ghost.publicKey, fingerprint: fingerprint(ghost) },
      },
    ]);
  });
  test('an erased content is worth no more than the word of who erased it', () => {
    expect(shown(erasedFrom(signed(), 2, identity))).toEqual(['1-4 here']);
    expect(shown(erasedFrom(signed(), 2, ghost))).toEqual([
      '1-1 here',
      '2-2 unknown',
      '3-3 here',
      '4-4 unknown',
    ]);
    const unknown = chainOf(actions, () => ghost);
    expect(shown(erasedFrom(unknown, 2, mine))).toEqual(['1-3 unknown', '4-4 here']);
  });
});

describe('a chain out of the table', () => {
  const whole = (entries: readonly ChainEntry[], change: (rows: EntryRow[]) => void = () => undefined) => {
    const { rows, head } = rowsOf(entries);
    change(rows);
    return () => foldWhole({ authenticate }, head, rows);
  };
  test('is folded, up to any of its entries', () => {
    for (const entries of [
      signed(),
      old(),
      mixed(),
      erasedFrom(signed(), 2, identity),
      erasedFrom(old(), 2, identity),
    ]) {
      const { rows, head } = rowsOf(entries);
      expect(foldWhole({ authenticate }, head, rows)).toMatchObject({
        revision: entries.length,
        digest: head.digest,
      });
      expect(foldWhole({ authenticate }, head, rows, 1).notes).toEqual([]);
      expect(foldWhole({ authenticate }, head, rows, 2).notes).toHaveLength(1);
    }
  });
  test('is refused where it does not hold, and why is said', () => {
    const row = (rows: EntryRow[], seq: number, change: Partial<EntryRow>) =>
      Object.assign(rows[seq - 1] as EntryRow, change);
    for (const [entries, change, problem] of [
      [old(), (rows: EntryRow[]) => row(rows, 2, { actor: 'Eve' }), 'entry 2 does not fit its code'],
      [signed(), (rows: EntryRow[]) => row(rows, 2, { code: 'x' }), 'entry 2 does not fit its code'],
      [
        signed(),
        (rows: EntryRow[]) => row(rows, 2, { content: '{}' }),
        'entry 2 does not fit its commitment',
      ],
      [signed(), (rows: EntryRow[]) => rows.pop(), 'its end does not match its head'],
      [signed(), (rows: EntryRow[]) => rows.splice(0, 3), 'its end does not match its head'],
      [signed(), (rows: EntryRow[]) => row(rows, 3, { actor: 'Eve' }), 'its end does not match its head'],
    ] as const) {
      expect(whole(entries, change)).toThrow(problem);
    }
    const unknown = chainOf([...actions, { kind: 'no.such', content: {} } as never], () => identity);
    expect(whole(unknown)).toThrow("entry 4 (no.such) can't be read");
    const late = chainOf(actions, (seq) => (seq === 2 ? identity : undefined));
    expect(whole(late)).toThrow('entry 3 is not signed');
    const { rows, head } = rowsOf(signed());
    for (const change of [{ seq: 2 }, { digest: 'x' }, { imported: '[]' }, { seal: 'x' }]) {
      expect(() => foldWhole({ authenticate }, { ...head, ...change }, rows)).toThrow('its head was changed');
    }
    expect(() => foldWhole({ authenticate }, head, rows, 9)).toThrow('end does not match its head');
  });
});

describe('a case file', () => {
  const read = async (file: unknown): Promise<string> => {
    const { state } = await readCaseFile(typeof file === 'string' ? file : JSON.stringify(file));
    return `revision ${state.revision}`;
  };
  test('is read if all of it holds', async () => {
    for (const entries of [signed(), mixed(), erasedFrom(signed(), 2, identity)]) {
      expect(await read(fileOf(identity, entries))).toBe(`revision ${entries.length}`);
    }
    const { entries, file, bundle } = await readCaseFile(JSON.stringify(fileOf(identity, signed())));
    expect(entries.map(({ digest: _, ...entry }) => entry)).toMatchObject(
      signed().map(({ seq, kind, content }) => ({ seq, kind, content })),
    );
    expect([file.caseId, bundle]).toEqual([caseId, undefined]);
    const unsignedFile = { ...fileOf(identity, old()), version: 1, exporter: undefined };
    expect(await read(unsignedFile)).toBe('revision 3');
    expect(await read({ ...unsignedFile, version: 2 })).toBe('revision 3');
  });
  test.each<[string, (file: ReturnType<typeof fileOf>) => unknown, string]>([
    ['of another format', (file) => ({ ...file, format: 'other' }), 'does not say that it is a'],
    ['that is null', () => null, 'does not say that it is a'],
    ['of no version', (file) => ({ ...file, version: '3' }), 'does not say its version'],
    ['of version 0', (file) => ({ ...file, version: 0 }), 'does not say its version'],
    ['of a newer version', (file) => ({ ...file, version: approvedFileVersion + 1 }), 'has version'],
    ['with a field too many', (file) => ({ ...file, more: 1 }), '/more '],
    ['without its digest', ({ digest: _, ...file }) => file, 'the whole must'],
    ['with a field of another shape', (file) => ({ ...file, leftOut: {} }), '/leftOut '],
    ['that is no JSON', () => '{"format"', 'it is not JSON, or ends too early'],
    [
      'without its first entry',
      (file) => ({ ...file, entries: file.entries.slice(1) }),
      'entry 1 is missing',
    ],
    ['without its end', (file) => ({ ...file, entries: file.entries.slice(0, 2) }), 'its end was cut off'],
    ['with another end', (file) => ({ ...file, digest: 'a'.repeat(64) }), 'its end was cut off'],
    [
      'with an entry of no kind',
      (file) => ({ ...file, entries: [{ ...file.entries[0], kind: 'x' }] }),
      'entry 1 (x): it is of no kind that is known here',
    ],
    [
      'with an entry that was changed',
      (file) => ({
        ...file,
        entries: [file.entries[0], { ...file.entries[1], actor: 'Eve' }, file.entries[2]],
      }),
      'Entry 2 (note.added) was changed',
    ],
    [
      'with a digest that was changed',
      (file) => ({
        ...file,
        entries: [file.entries[0], { ...file.entries[1], digest: 'b'.repeat(64) }, file.entries[2]],
      }),
      'entry 2 does not fit its digest',
    ],
    [
      'with a frame that was changed',
      (file) => ({ ...file, exported: '2026-03-01T00:00:00.000Z' }),
      'its header was changed',
    ],
    ['that nobody signed', ({ exporter: _, ...file }) => file, 'its header was changed'],
    ['of a version without signatures', (file) => ({ ...file, version: 2 }), 'of version 2, which had no'],
    [
      'with the target of another case',
      ({ exporter: _, ...file }) =>
        signFile(identity, {
          ...file,
          target: { id: ids.run, name: 'x', baseUrl: 'https://a.example' },
        } as never),
      'its target is not the one',
    ],
  ])('%s is refused', async (_what, change, problem) => {
    await expect(read(change(fileOf(identity, signed())))).rejects.toThrow(problem);
  });
  test('has the cutover plan that its digest names, as long as nothing of it is erased', async () => {
    const planned = every['cutover.planned'];
    const entriesOf = (one: CaseAction) => chainOf([every['case.opened'], one], () => identity);
    const { plan } = planned.content;
    const fits = { ...planned, content: { ...planned.content, digest: canonicalDigest(plan) } };
    expect(await read(fileOf(identity, entriesOf(fits)))).toBe('revision 2');
    await expect(read(fileOf(identity, entriesOf(planned)))).rejects.toMatchObject({
      code: 'caseFile.damaged',
      message: expect.stringContaining('The cutover plan of entry 2 does not fit its digest'),
    });
    const remains = { ...fits.content, plan: { ...plan, integrator: '[erased]' } };
    expect(await read(fileOf(identity, erasedFrom(entriesOf(fits), 2, identity, remains)))).toBe(
      'revision 3',
    );
  });
  test('of more depth than any has is refused in words of its own', async () => {
    await expect(read('['.repeat(10_000))).rejects.not.toThrow('it is not JSON');
  });
  test('of entries that do not begin a case is refused', async () => {
    const entries = chainOf([every['note.added']], () => identity);
    await expect(read(fileOf(identity, entries))).rejects.toThrow('does not open the case');
  });
  test('says truly who adopted its first entries', async () => {
    const entries = mixed();
    const first = digestsOf(caseId, entries)[0] as string;
    const adoptedAt = '2026-01-31T00:00:00.000Z';
    const adoption = stateAdoption(identity, { caseId, upTo: 1, digest: first, adoptedAt });
    expect(await read(fileOf(identity, entries, { adoptions: [adoption] }))).toBe('revision 3');
    const second = digestsOf(caseId, entries)[1] as string;
    for (const wrong of [
      { ...adoption, adoptedAt: '2026-01-30T00:00:00.000Z' },
      stateAdoption(identity, { caseId: ids.run, upTo: 1, digest: first, adoptedAt }),
      stateAdoption(identity, { caseId, upTo: 1, digest: second, adoptedAt }),
      stateAdoption(identity, { caseId, upTo: 2, digest: second, adoptedAt }),
      stateAdoption(identity, { caseId, upTo: 9, digest: second, adoptedAt }),
    ]) {
      await expect(read(fileOf(identity, entries, { adoptions: [wrong] }))).rejects.toThrow(
        'of the adoption',
      );
    }
    // A file of an old version has none.
    const ancient = { ...fileOf(identity, old()), version: 2, exporter: undefined, adoptions: [adoption] };
    await expect(read(ancient)).rejects.toThrow('which had no signatures');
  });
  test('with text that is not Unicode is refused', async () => {
    const entries = signed();
    const file = fileOf(identity, entries);
    const [opening, note, contact] = file.entries;
    const bad = { ...note, content: { ...(note?.content as object), text: 'half \ud800' } };
    await expect(read({ ...file, entries: [opening, bad, contact] })).rejects.toThrow(
      'entry 2 holds text that is not',
    );
  });
});

describe('the attachments of a case file', () => {
  const content = Buffer.from('evidence');
  const of = (bytes: Buffer) => ({ digest: hash('sha256', bytes), content: bytes.toString('base64') });
  const state = (...files: Buffer[]) =>
    folded(
      ...files.map((bytes, index) =>
        but('attachment.added', {
          attachment: {
            ...every['attachment.added'].content.attachment,
            id: `${index}3333333-3333-4333-8333-333333333333`,
            name: `file ${index}`,
            digest: hash('sha256', bytes),
          },
        }),
      ),
    );
  const check = (
    files: readonly ReturnType<typeof of>[],
    of_: ReturnType<typeof state>,
    more: { bundle?: SecretBundle; sealed?: boolean; leftOut?: string[] } = {},
  ) => {
    const sealed = { kdf: 'scrypt' as const, cost: 1024, blockSize: 1, salt: '', content: '' };
    const file = fileOf(identity, signed(), {
      attachments: [...files],
      leftOut: { secrets: 0, attachments: more.leftOut ?? [] },
      ...(more.sealed ? { sealed } : {}),
    });
    return () => checkFileContents(file, more.bundle, of_);
  };
  test('are there, are what their digests say, and are named by the case', () => {
    expect(check([of(content)], state(content))).not.toThrow();
    expect(check([], state())).not.toThrow();
    expect(check([{ ...of(content), digest: 'a'.repeat(64) }], state(content))).toThrow('was changed');
    expect(check([{ ...of(content), content: `${of(content).content}\n` }], state(content))).toThrow(
      'was changed',
    );
    expect(check([of(content)], state())).toThrow('that no attachment names');
    expect(check([], state(content))).toThrow('the attachment "file 0" is not in it');
  });
  test('may be missing if they were left out, erased, or are sealed and were not opened', () => {
    const bundle = { secrets: [], attachments: [of(content)] };
    expect(check([], state(content), { leftOut: ['file 0'] })).not.toThrow();
    expect(check([], state(content), { leftOut: ['file 1'] })).toThrow('is not in it');
    expect(check([], state(content), { sealed: true })).not.toThrow();
    expect(check([], state(content), { sealed: true, bundle })).not.toThrow();
    expect(check([], state(content), { sealed: true, bundle: { ...bundle, attachments: [] } })).toThrow(
      'is not in it',
    );
    const digest = hash('sha256', content);
    const gone = folded(
      ...[every['attachment.added'].content.attachment].map((attachment) =>
        but('attachment.added', { attachment: { ...attachment, digest } }),
      ),
      but('content.erased', { attachments: [digest] }),
    );
    expect(check([], gone)).not.toThrow();
    expect(
      check([], { ...gone, attachments: gone.attachments.map(({ erased: _, ...one }) => one) }),
    ).toThrow();
  });
});
