import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CaseAction, SignerDecision } from '#contract/case.ts';
import type { CaseFile } from '#contract/case-file.ts';
import { CatalogueError } from '#contract/errors.ts';
import { createCases } from '#desk/cases/index.ts';
import { openJournal } from '#desk/cases/open-journal.ts';
import { inTurn, openUnder } from '#desk/cases/passphrase.ts';
import { createPortableTargets } from '#desk/cases/portable-target.ts';
import { createJournal } from '#desk/journal/journal.ts';
import { insertTarget, readTarget } from '#desk/store/targets.ts';
import { targetRow } from '#desk/targets/target-row.ts';
import { type TestDeskContext, testDeskContext } from '#test/support/desk-context.ts';
import { importTrusting } from '#test/support/importing.ts';
import { makeOld } from '#test/support/unsigned-chains.ts';

/** Cases on their way from one desk to another and back: who signed them, what goes along, what is said of the rest. */

const desk = async () => {
  const context = await testDeskContext();
  return { context, cases: createCases(context) };
};
const note = (text: string): CaseAction => ({ kind: 'note.added', content: { id: randomUUID(), text } });
const refusal = async (work: Promise<unknown>): Promise<CatalogueError> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(CatalogueError);
  return error as CatalogueError;
};

describe('what an unknown key signed', () => {
  test('is taken in only after each key was decided about', async () => {
    const [ada, grace, max] = [await desk(), await desk(), await desk()];
    const { id } = await ada.cases.create({ name: 'acme' }, 'Ada');
    await importTrusting(grace.cases, await ada.cases.exportFile(id), 'Grace');
    await grace.cases.act(id, 'Grace', note('hers'));
    const file = await grace.cases.exportFile(id);
    const asked = await refusal(max.cases.importFile(file, 'Max'));
    expect(asked.code).toBe('caseFile.unknownSigner');
    expect(asked.message).toContain('signed by a key that is not known here');
    const keys = [ada, grace].map(({ context }) => context.identity.publicKey);
    expect(asked.info?.signers?.map(({ publicKey }) => publicKey)).toEqual(keys);
    expect(asked.info?.signers?.[0]).not.toHaveProperty('revoked');
    const [first, second] = (asked.info?.signers ?? []).map(({ fingerprint }) => fingerprint);
    expect(asked.message).toMatch(/Unknown here: ([0-9a-f]{4} ){15}[0-9a-f]{4}; Unknown here: /);
    const decide = (...signers: SignerDecision[]) => max.cases.importFile(file, 'Max', { signers });
    const trust = { fingerprint: first as string, decision: 'trust', name: 'Ada' } as const;
    const one = await refusal(decide(trust));
    expect(one.info?.signers).toEqual([{ publicKey: keys[1], fingerprint: second }]);
    expect(await max.cases.list()).toEqual([]);
    const { stretches } = await decide(trust, { fingerprint: second as string, decision: 'accept' });
    expect(stretches.map(({ state, signer }) => [state, signer?.name])).toEqual([
      ['trusted', 'Ada'],
      ['unknown', undefined],
    ]);
    // Nothing of it is new: nobody is asked again.
    expect((await max.cases.importFile(file, 'Max')).outcome).toBe('nothing-new');

    const content = { publicKey: keys[0] as string, name: 'Ada', reason: 'left' };
    await max.context.store.write((tx) =>
      createJournal(max.context).append(tx, 'Max', { kind: 'signer.revoked', content }),
    );
    await ada.cases.act(id, 'Ada', note('later'), {});
    const other = (await ada.cases.create({ name: 'other' }, 'Ada')).id;
    const revokedFile = await ada.cases.exportFile(other);
    const revoked = await refusal(max.cases.importFile(revokedFile, 'Max'));
    expect(revoked.message).toContain('signed by a key that was revoked here');
    expect(revoked.message).toContain('Revoked here: ');
    expect(revoked.info?.signers).toEqual([{ publicKey: keys[0], fingerprint: first, revoked: true }]);
    const again = await refusal(max.cases.importFile(revokedFile, 'Max', { signers: [trust] }));
    expect([again.code, again.message]).toEqual([
      'request.invalid',
      expect.stringContaining('was revoked here'),
    ]);
    await max.cases.importFile(revokedFile, 'Max', {
      signers: [{ fingerprint: first as string, decision: 'accept' }],
    });
    // Of two keys, one revoked and one unknown.
    await importTrusting(grace.cases, await ada.cases.exportFile(other), 'Grace');
    await grace.cases.act(other, 'Grace', note('hers too'));
    const third = (await grace.cases.create({ name: 'third' }, 'Grace')).id;
    const mixed = await refusal(max.cases.importFile(await mixedFile(grace, ada, third), 'Max'));
    expect(mixed.message).toContain('a key that is not known here and by one that was revoked');
  });
});

/** A case that both have signed. */
const mixedFile = async (
  one: { cases: ReturnType<typeof createCases> },
  other: { cases: ReturnType<typeof createCases> },
  id: string,
): Promise<string> => {
  await importTrusting(other.cases, await one.cases.exportFile(id), 'Ada');
  await other.cases.act(id, 'Ada', note('both'));
  return other.cases.exportFile(id);
};

test('what both continued is shown from both sides, fifty entries of each', async () => {
  const [here, there] = [await desk(), await desk()];
  const { id } = await here.cases.create({ name: 'acme' }, 'Ada');
  await importTrusting(there.cases, await here.cases.exportFile(id), 'Grace');
  await here.cases.act(id, 'Ada', () => Array.from({ length: 51 }, (_, n) => note(`here ${n}`)));
  await there.cases.act(id, 'Grace', () => Array.from({ length: 60 }, (_, n) => note(`there ${n}`)));
  const error = await refusal(here.cases.importFile(await there.cases.exportFile(id), 'Ada'));
  expect(error.message).toMatch(
    /after entry 1 \(here: note\.added by Ada at .*; in the file: note\.added by Grace at/,
  );
  const { yours = [], theirs = [] } = (error.info?.conflict ?? {}) as Record<string, unknown[]>;
  expect([yours.length, theirs.length]).toEqual([50, 50]);
  expect(yours[0]).toMatchObject({ seq: 2, actor: 'Ada', kind: 'note.added', content: { text: 'here 0' } });
  expect(theirs[49]).toMatchObject({ seq: 51, content: { text: 'there 49' } });
  const summary = await refusal(
    here.cases.act(id, 'Ada', { kind: 'case.closed', content: {} }, { revision: 99 }),
  );
  expect(summary.message).toContain('the case is at 52');
});

test('two edits of the same say by whom and when', async () => {
  const { cases } = await desk();
  const { id } = await cases.create({ name: 'acme' }, 'Ada');
  const rename = (name: string): CaseAction => ({ kind: 'case.changed', content: { changes: { name } } });
  await cases.act(id, 'Ada', rename('one'));
  await cases.act(id, 'Max', note('beside'));
  await cases.act(id, 'Grace', rename('two'));
  const error = await refusal(cases.act(id, 'Jo', rename('three'), { revision: 1 }));
  expect(error.message).toMatch(
    /revision 1 \(now 4\).*changed by Ada at \S+ \(entry 2, case\.changed\); Grace at \S+ \(entry 4, case\.changed\)\./,
  );
  expect(error.info?.conflict?.theirs).toHaveLength(2);
  // Who looked at nothing overwrites.
  expect((await cases.act(id, 'Jo', rename('three'))).name).toBe('three');
});

describe('a target', () => {
  const given = {
    name: 'production',
    baseUrl: 'https://api.example.com',
    apiKey: 'sk-planted-Key-0123456789',
    clientId: '22222222-2222-4222-8222-222222222222',
    callbackUrl: 'https://acme.example/callback',
    concurrency: 3,
    perSecond: 7,
  };
  const targetId = '11111111-1111-4111-8111-111111111111';
  const put = (context: TestDeskContext, id: string, more: Partial<typeof given> = {}) =>
    context.store.write((tx) => insertTarget(tx, targetRow(context.sealer, id, { ...given, ...more }, 0)));

  test('goes along with a case, and gets a name that is free', async () => {
    const [here, there] = [await desk(), await desk()];
    await put(here.context, targetId);
    const taken = createPortableTargets(here.context);
    const { plain, secret } = (await here.context.store.read((reader) => taken.take(reader, targetId))) ?? {};
    const { apiKey, ...rest } = given;
    expect([plain, secret]).toEqual([{ id: targetId, ...rest }, { apiKey }]);
    expect(await here.context.store.read((reader) => taken.take(reader, 'local'))).toBeUndefined();
    expect(await here.context.store.read((reader) => taken.take(reader, randomUUID()))).toBeUndefined();

    const give = createPortableTargets(there.context);
    const without = await there.context.store.write((tx) => give.give(tx, plain as never, undefined));
    expect(without).toContain('Its target "production" (https://api.example.com) does not exist here');
    await put(there.context, randomUUID(), { name: 'Production' });
    await put(there.context, randomUUID(), { name: 'production (2)' });
    const said = await there.context.store.write((tx) => give.give(tx, plain as never, secret));
    expect(said).toBe('Its target was added as "production (3)" (https://api.example.com), with its key.');
    expect(there.context.announced).toContainEqual({ type: 'target', targetId, change: 'added' });
    const row = await there.context.store.read((reader) => readTarget(reader, targetId));
    expect(row).toMatchObject({
      name: 'production (3)',
      concurrency: 3,
      per_second: 7,
      client_id: given.clientId,
    });
    expect(await there.context.store.write((tx) => give.give(tx, plain as never, secret))).toBeUndefined();
    const again = createPortableTargets(there.context);
    expect(await there.context.store.read((reader) => again.take(reader, targetId))).toEqual({
      plain: { ...plain, name: 'production (3)' },
      secret: { apiKey },
    });
    // Under another key its secret is lost, and it goes along without.
    const lost = createPortableTargets({ ...there.context, sealer: here.context.sealer });
    const bare = await there.context.store.read((reader) => lost.take(reader, targetId));
    expect([bare?.plain.id, bare?.secret]).toEqual([targetId, undefined]);
  });
  test('without what it does not have', async () => {
    const { context } = await desk();
    const { name, baseUrl, apiKey } = given;
    await context.store.write((tx) =>
      insertTarget(tx, targetRow(context.sealer, targetId, { name, baseUrl, apiKey }, 0)),
    );
    const found = await context.store.read((reader) => createPortableTargets(context).take(reader, targetId));
    expect(found).toEqual({
      plain: { id: targetId, name, baseUrl, concurrency: 5, perSecond: 10 },
      secret: { apiKey },
    });
  });
  test('that is gone, and a name that looks like an id, are refused', async () => {
    const { context, cases } = await desk();
    await put(context, targetId);
    const { id } = await cases.create({ name: 'acme', targetId }, 'Ada');
    const change = (changes: object) =>
      cases.act(id, 'Ada', { kind: 'case.changed', content: { changes } } as CaseAction);
    expect((await refusal(change({ targetId: randomUUID() }))).code).toBe('target.notFound');
    expect((await refusal(cases.create({ name: 'x', targetId: randomUUID() }, 'Ada'))).code).toBe(
      'target.notFound',
    );
    expect((await change({ targetId: 'local' })).targetId).toBe('local');
    for (const name of ['12345678', id, id.slice(0, 13), id.toUpperCase()]) {
      expect((await refusal(change({ name }))).message).toContain('must not look like an id');
    }
    expect((await change({ name: '1234567' })).name).toBe('1234567');
    expect((await change({ name: 'ACME' })).name).toBe('ACME');
    await cases.create({ name: 'other' }, 'Ada');
    const taken = await refusal(change({ name: 'OTHER' }));
    expect(taken.code).toBe('case.nameTaken');
    expect((await change({ name: 'acme' })).name).toBe('acme');
  });
});

test('a file says what it left out, and an import what is missing', async () => {
  const [here, there] = [await desk(), await desk()];
  const { cases } = here;
  const { id } = await cases.create({ name: 'acme' }, 'Ada');
  const content = Buffer.from('secret').toString('base64');
  await cases.attach(id, { name: 's.txt', content, secret: true }, 'Ada');
  await cases.act(id, 'Ada', () => [], {
    secrets: [
      { name: 'a', value: 'value of a' },
      { name: 'b', value: 'value of b' },
    ],
  });
  const plain = JSON.parse(await cases.exportFile(id)) as CaseFile;
  expect(plain.leftOut).toEqual({ secrets: 2, attachments: ['s.txt'] });
  expect(plain).not.toHaveProperty('sealed');
  const { remarks, secrets } = await importTrusting(there.cases, JSON.stringify(plain), 'Grace');
  expect([secrets, remarks]).toEqual([
    0,
    [
      '2 secrets are not in the file, such as keys and header values.',
      'The attachment "s.txt" is not in the file, as it holds secrets.',
    ],
  ]);
  const attachmentId = (await there.cases.view(id)).attachments[0]?.id as string;
  await expect(there.cases.attachment(id, attachmentId)).rejects.toMatchObject({
    code: 'attachment.leftOut',
  });
  await expect(there.cases.attachment(id, randomUUID())).rejects.toMatchObject({
    code: 'attachment.notFound',
  });

  const sealed = await cases.exportFile(id, 'correct horse battery');
  expect((JSON.parse(sealed) as CaseFile).leftOut).toEqual({ secrets: 0, attachments: [] });
  const closed = await there.cases.importFile(sealed, 'Grace');
  expect(closed).toMatchObject({
    outcome: 'nothing-new',
    secrets: 0,
    remarks: ['Its secrets were not imported. Import it again with the passphrase.'],
  });
  const opened = await there.cases.importFile(sealed, 'Grace', { passphrase: 'correct horse battery' });
  expect(opened).toMatchObject({ outcome: 'nothing-new', secrets: 2, remarks: [] });
  expect((await there.cases.attachment(id, attachmentId)).toString()).toBe('secret');
  expect(await there.cases.secret(id, 'b')).toBe('value of b');
  // A secret without a value is taken away.
  await there.cases.act(id, 'Grace', () => [], { secrets: [{ name: 'b', value: undefined }] });
  expect([await there.cases.secret(id, 'a'), await there.cases.secret(id, 'b')]).toEqual([
    'value of a',
    undefined,
  ]);
});

test('entries from before there were signatures go with the word of who adopted them', async () => {
  const [here, there, back] = [await desk(), await desk(), await desk()];
  const { id } = await here.cases.create({ name: 'acme' }, 'Ada');
  makeOld(join(here.context.dataDir, 'desk.db'), id, here.context);
  await openJournal(here.context);
  const anew = createCases(here.context);
  const file = JSON.parse(await anew.exportFile(id)) as CaseFile;
  expect(file.adoptions).toMatchObject([{ caseId: id, upTo: 1, signer: here.context.identity.publicKey }]);
  const taken = await importTrusting(there.cases, JSON.stringify(file), 'Grace');
  expect(taken.stretches.map(({ state }) => state)).toEqual(['adopted']);
  await there.cases.act(id, 'Grace', note('goes on'));
  const passedOn = JSON.parse(await there.cases.exportFile(id)) as CaseFile;
  expect(passedOn.adoptions).toEqual(file.adoptions);
  const third = await importTrusting(back.cases, JSON.stringify(passedOn), 'Max');
  expect(third.stretches.map(({ state }) => state)).toEqual(['adopted', 'trusted']);
  // Home again it says the same once.
  await importTrusting(anew, JSON.stringify(passedOn), 'Ada');
  expect((JSON.parse(await anew.exportFile(id)) as CaseFile).adoptions).toHaveLength(1);
  // A case whose first entry is signed has none.
  const other = (await anew.create({ name: 'signed' }, 'Ada')).id;
  expect(JSON.parse(await anew.exportFile(other))).not.toHaveProperty('adoptions');
});

test('a file that asks for more memory than two of ours, or an odd cost, is refused before anything is derived', async () => {
  const sealed = (cost: number, blockSize: number) =>
    openUnder('x', { kdf: 'scrypt', cost, blockSize, salt: 'AAAA', content: 'AAAA' }, 'here');
  expect((await refusal(sealed(2 ** 18, 9))).message).toContain(
    'needs 288 MiB of memory; the limit is 256 MiB',
  );
  expect((await refusal(sealed(1025, 1))).message).toContain('no power of two');
  expect((await refusal(sealed(1024, 1))).code).toBe('caseFile.passphrase');
});

test('so many derivations wait, and no more', async () => {
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const order: number[] = [];
  const work = (n: number) =>
    inTurn(async () => {
      await gate;
      order.push(n);
    });
  const all = Array.from({ length: 9 }, (_, n) => work(n));
  await expect(work(9)).rejects.toMatchObject({ code: 'caseFile.busy' });
  open();
  await Promise.all(all);
  expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  await work(10);
  expect(order.at(-1)).toBe(10);
});

describe('cases are found and listed', () => {
  test('newest first, by name, id or the beginning of one', async () => {
    const { cases } = await desk();
    const one = (await cases.create({ name: 'One' }, 'Ada')).id;
    const two = (await cases.create({ name: 'two', integrator: 'Two Ltd', parts: ['tokens'] }, 'Ada')).id;
    expect(await cases.summary(' TWO ')).toMatchObject({ id: two, integrator: 'Two Ltd', parts: ['tokens'] });
    expect(await cases.summary(one)).toMatchObject({ name: 'One', integrator: 'One', parts: ['webhooks'] });
    expect(await cases.idOf(one.slice(0, 8).toUpperCase())).toBe(one);
    await cases.act(one, 'Ada', { kind: 'case.closed', content: {} });
    const list = await cases.list();
    expect(list.map(({ id }) => id).sort()).toEqual([one, two].sort());
    expect(list.map(({ updated }) => updated)).toEqual(
      list
        .map(({ updated }) => updated)
        .toSorted()
        .toReversed(),
    );
    expect((await refusal(cases.idOf('thr'))).message).toContain('thr');
  });
  test('their entries come in pages, with the digest at each', async () => {
    const { cases } = await desk();
    const { id, digest } = await cases.create({ name: 'acme' }, 'Ada');
    for (const text of ['a', 'b', 'c']) await cases.act(id, 'Grace', note(text));
    const all = await cases.entries(id, 0, 100);
    expect(all.map(({ seq, actor, kind }) => [seq, actor, kind])).toEqual([
      [1, 'Ada', 'case.opened'],
      [2, 'Grace', 'note.added'],
      [3, 'Grace', 'note.added'],
      [4, 'Grace', 'note.added'],
    ]);
    expect(all[0]).toMatchObject({ digest, signer: expect.any(String) });
    expect(all[3]?.digest).toBe((await cases.view(id)).digest);
    expect(await cases.entries(id, 1, 2)).toEqual(all.slice(1, 3));
    expect(await cases.entries(id, 4, 2)).toEqual([]);
    expect((await refusal(cases.entries(randomUUID(), 0, 10))).code).toBe('case.notFound');
    for (const seq of [0, 5]) expect((await refusal(cases.stateAt(id, seq))).code).toBe('case.noSuchEntry');
    expect((await cases.stateAt(id, 2)).notes).toHaveLength(1);
    expect((await cases.stateAt(id, 4)).notes).toHaveLength(3);
    expect((await cases.stateAt(id)).notes).toHaveLength(3);
    expect((await refusal(cases.stateAt(randomUUID()))).code).toBe('case.notFound');
  });
  test('and what is done is announced and told to the journal', async () => {
    const { context, cases } = await desk();
    const { id } = await cases.create({ name: 'acme' }, 'Ada');
    await cases.act(id, 'Ada', note('x'));
    await cases.act(id, 'Ada', () => []);
    const removal = await cases.removal(id);
    expect(removal).toMatchObject({
      id,
      name: 'acme',
      entries: 2,
      attachments: 0,
      attachmentBytes: 0,
      secrets: 0,
    });
    expect((await refusal(cases.remove(id, 'f'.repeat(64), 'Ada'))).code).toBe('case.removalStale');
    let isLooked = false;
    await cases.remove(id, removal.digest, 'Ada', async () => {
      isLooked = true;
    });
    expect(isLooked).toBe(true);
    expect(context.announced.filter(({ type }) => type === 'case')).toEqual([
      { type: 'case', caseId: id, revision: 1, change: 'opened' },
      { type: 'case', caseId: id, revision: 2, change: 'changed' },
      { type: 'case', caseId: id, revision: 2, change: 'deleted' },
    ]);
    const journal = await context.store.read(({ db }) =>
      db.selectFrom('desk_journal').selectAll().orderBy('seq').execute(),
    );
    expect(journal.map(({ kind }) => kind).filter((kind) => kind !== 'rows.sealed')).toEqual([
      'journal.opened',
      'case.created',
      'case.extended',
      'case.deleted',
    ]);
    expect((await refusal(cases.removal(id))).code).toBe('case.notFound');
  });
});

test('an attachment is kept once, goes with the last that names it, and says why it is refused', async () => {
  const { context, cases } = await desk();
  const { id } = await cases.create({ name: 'acme' }, 'Ada');
  const content = Buffer.from('same').toString('base64');
  await cases.attach(id, { name: 'a.txt', content, note: 'of Jo' }, 'Ada');
  const view = await cases.attach(id, { name: 'b.txt', content: content.replaceAll('=', '') }, 'Grace');
  expect(view.attachments).toMatchObject([
    { name: 'a.txt', note: 'of Jo', by: 'Ada', secret: false },
    { name: 'b.txt', by: 'Grace', secret: false },
  ]);
  expect(view.attachments[1]).not.toHaveProperty('note');
  const count = () => context.store.read(({ db }) => db.selectFrom('attachments').select('digest').execute());
  expect(await count()).toHaveLength(1);
  const [a, b] = view.attachments.map((one) => one.id) as [string, string];
  await cases.detach(id, a, 'Ada');
  expect((await cases.attachment(id, b)).toString()).toBe('same');
  const stale = await refusal(cases.detach(id, b, 'Ada', 99));
  expect(stale.code).toBe('request.invalid');
  await cases.detach(id, b, 'Ada', 4);
  expect(await count()).toEqual([]);
  expect((await refusal(cases.detach(id, b, 'Ada'))).code).toBe('attachment.notFound');
  for (const [request, message] of [
    [{ name: 'x' }, 'Give either path or content.'],
    [{ name: 'x', path: '/x', content }, 'Give either path or content.'],
    [{ content }, 'give the file a name'],
    [{ name: 'x', content: 'a b' }, 'content must be base64'],
    [{ path: 'x/y' }, 'path must be absolute'],
    [{ path: join(context.dataDir, 'none') }, `${join(context.dataDir, 'none')} can't be read`],
    [{ path: context.dataDir }, 'it is a folder'],
    [{ path: join(context.dataDir, 'desk.db') }, 'a file of Carryover itself'],
  ] as const) {
    expect((await refusal(cases.attach(id, request, 'Ada'))).message).toContain(message);
  }
});
