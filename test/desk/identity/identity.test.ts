import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileHash, minisignKey } from '#base/minisign.ts';
import { createSigner, keyFingerprint, newSigningKey } from '#base/signing.ts';
import { openJournal } from '#desk/cases/open-journal.ts';
import { openIdentity } from '#desk/core/identity.ts';
import { identityFile } from '#desk/core/identity-file.ts';
import { keptInFolder } from '#desk/core/kept-texts.ts';
import { createIdentityService } from '#desk/identity/index.ts';
import { settleIdentity } from '#desk/identity/key-change.ts';
import { journalChain } from '#desk/journal/journal.ts';
import { proveKeyChange } from '#desk/journal/key-changes.ts';
import { readSigners } from '#desk/journal/signers.ts';
import { readJournal } from '#desk/store/journal.ts';
import { testDeskContext } from '#test/support/desk-context.ts';
import { newSigner } from '#test/support/journal-rows.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const dataKey = randomBytes(32);
const passphrase = 'a long passphrase';

const desk = async (dataDir = temporaryFolder()) => {
  const base = await testDeskContext({ dataDir, dataKey });
  const identity = await openIdentity({ kept: keptInFolder(dataDir).identity, dataKey });
  const context = { ...base, identity };
  await settleIdentity(context, identity);
  await openJournal(context);
  const standing = async (key: string) =>
    (await context.store.read((reader) => readSigners(context, reader))).standingOf(key).standing;
  return { dataDir, context, identity, standing, service: createIdentityService(context, identity) };
};

const kinds = async ({ context }: Awaited<ReturnType<typeof desk>>) =>
  (await context.store.read((reader) => readJournal(reader))).map(({ kind }) => kind);

test('a key is rotated: the former one stays known, also for the next start, and in the file only sealed', async () => {
  const one = await desk();
  const before = one.identity.publicKey;
  const view = await one.service.rotate('Ada');
  expect(view.signing.publicKey).toBe(one.identity.publicKey);
  expect(view.signing.fingerprint).toBe(keyFingerprint(view.signing.publicKey));
  expect(view.signing.minisign).toBe(minisignKey(view.signing.publicKey));
  expect(view.signing.publicKey).not.toBe(before);
  expect(view.former).toMatchObject([{ publicKey: before, how: 'rotated' }]);
  const file = readFileSync(identityFile(one.dataDir), 'utf8');
  expect(file).not.toContain(one.identity.privateKey().toString('base64'));
  const again = await desk(one.dataDir);
  expect(await again.service.view()).toEqual(view);
  expect(await kinds(again)).toEqual(['journal.opened', 'identity.rotated']);
});

test('a start ends what a crash cut off: the key that the journal names is the one, and neither is lost', async () => {
  const one = await desk();
  const before = one.identity.publicKey;
  // Proposed, and the journal does not tell of it.
  await one.identity.propose(newSigningKey());
  const dropped = await desk(one.dataDir);
  expect(dropped.identity.publicKey).toBe(before);
  expect(dropped.identity.next).toBeUndefined();
  expect(JSON.parse(readFileSync(identityFile(one.dataDir), 'utf8'))).not.toHaveProperty('next');

  // The journal tells of it, and the file still has the former key in its place.
  const beside = readFileSync(identityFile(one.dataDir), 'utf8');
  const next = await dropped.identity.propose(newSigningKey());
  const pending = readFileSync(identityFile(one.dataDir), 'utf8');
  await dropped.context.store.write(async (tx) => {
    const { digest = '' } = (await readJournal(tx)).at(-1) ?? {};
    const proof = proveKeyChange(next, { chain: journalChain, before: digest }, before);
    const { createJournal } = await import('#desk/journal/journal.ts');
    const content = { former: before, publicKey: next.publicKey, proof };
    await createJournal(dropped.context).append(tx, 'Ada', { kind: 'identity.rotated', content });
  });
  expect(pending).not.toBe(beside);
  const finished = await desk(one.dataDir);
  expect(finished.identity.publicKey).toBe(next.publicKey);
  expect((await finished.service.view()).former).toMatchObject([{ publicKey: before, how: 'rotated' }]);
});

test('what can’t be noted in the journal changes nothing', async () => {
  const one = await desk();
  const before = one.identity.publicKey;
  const { store } = one.context;
  const refusing: typeof store = {
    ...store,
    write: () => Promise.reject(new Error('the disk is full')),
  };
  const service = createIdentityService({ ...one.context, store: refusing }, one.identity);
  await expect(service.rotate('Ada')).rejects.toThrow('the disk is full');
  expect(one.identity.publicKey).toBe(before);
  expect((await desk(one.dataDir)).identity.publicKey).toBe(before);
});

test('several changes at once come one after the other', async () => {
  const one = await desk();
  await Promise.all([one.service.rotate('Ada'), one.service.rotate('Bo'), one.service.rotate('Cy')]);
  const { former } = await one.service.view();
  expect(former).toHaveLength(3);
  expect((await desk(one.dataDir)).identity.publicKey).toBe(one.identity.publicKey);
});

test('a key moves to another folder under a passphrase, which signs with it and keeps its own as former', async () => {
  const old = await desk();
  const first = old.identity.publicKey;
  await old.service.rotate('Ada');
  const file = await old.service.exportKey(passphrase);
  expect(JSON.stringify(file)).not.toContain(old.identity.privateKey().toString('base64'));

  const here = await desk();
  const own = here.identity.publicKey;
  const wrong = here.service.importKey(JSON.stringify(file), 'another passphrase', 'Ada');
  await expect(wrong).rejects.toMatchObject({ code: 'identity.passphrase' });
  const otherKey = { ...file, publicKey: own };
  await expect(here.service.importKey(JSON.stringify(otherKey), passphrase, 'Ada')).rejects.toMatchObject({
    code: 'identity.passphrase',
  });
  for (const text of ['', '{}', JSON.stringify({ ...file, version: 3 })]) {
    const refused = here.service.importKey(text, passphrase, 'Ada');
    await expect(refused).rejects.toMatchObject({ code: 'identity.keyFile' });
  }
  expect(here.identity.publicKey).toBe(own);

  const view = await here.service.importKey(JSON.stringify(file), passphrase, 'Ada');
  expect(view.signing.publicKey).toBe(old.identity.publicKey);
  expect(view.former).toMatchObject([
    { publicKey: own, how: 'moved' },
    { publicKey: first, how: 'moved' },
  ]);
  const again = await desk(here.dataDir);
  expect(await again.service.view()).toEqual(view);
  const twice = again.service.importKey(JSON.stringify(file), passphrase, 'Ada');
  await expect(twice).rejects.toMatchObject({ code: 'identity.ownKey' });
  // Back to the key that this folder began with.
  expect(await again.standing(own)).toBe('here');
});

test('colleagues are trusted, revoked by name, key or fingerprint, and trusted again', async () => {
  const { service, identity, standing } = await desk();
  const jo = newSigner().publicKey;
  expect(await service.read(minisignKey(jo))).toEqual({
    publicKey: jo,
    fingerprint: keyFingerprint(jo),
    standing: 'unknown',
  });
  await expect(service.read('no key')).rejects.toMatchObject({ code: 'identity.noKey' });
  await service.trust(jo, 'Jo', 'Ada');
  expect(await service.read(jo)).toMatchObject({ standing: 'trusted', name: 'Jo' });
  for (const reference of ['Jo', jo, minisignKey(jo), keyFingerprint(jo).replaceAll(/(....)/g, '$1 ')]) {
    await service.trust(jo, 'Jo', 'Ada');
    const { colleagues } = await service.revoke(reference, 'left', 'Ada');
    expect(colleagues).toMatchObject([{ publicKey: jo, name: 'Jo', standing: 'revoked', reason: 'left' }]);
    expect(await standing(jo)).toBe('revoked');
  }
  await expect(service.revoke('Mo', 'left', 'Ada')).rejects.toMatchObject({ code: 'identity.notKnown' });
  await service.trust(newSigner().publicKey, 'Jo', 'Ada');
  await expect(service.revoke('Jo', 'left', 'Ada')).rejects.toMatchObject({ code: 'identity.severalKnown' });
  for (const own of [
    () => service.trust(identity.publicKey, 'me', 'Ada'),
    () => service.revoke(identity.publicKey, 'x', 'Ada'),
  ]) {
    await expect((async () => own())()).rejects.toMatchObject({ code: 'identity.ownKey' });
  }
});

test('a signed file is verified by who made it: here, a former key, a colleague, a revoked one, nobody known', async () => {
  const one = await desk();
  const other = await desk();
  const digest = fileHash(Buffer.from('a report')).toString('hex');
  const changed = fileHash(Buffer.from('another')).toString('hex');
  const own = one.service.signFile(digest, 'report.html').minisig;
  const theirs = other.service.signFile(digest, 'report.html').minisig;
  const state = async (minisig: string, of = digest) => (await one.service.verifyFile(of, minisig)).state;
  expect(await one.service.verifyFile(digest, own)).toMatchObject({
    state: 'here',
    signer: { publicKey: one.identity.publicKey },
    comment: expect.stringContaining('report.html'),
  });
  expect([await state(own, changed), await state('x'), await state(theirs)]).toEqual([
    'broken',
    'broken',
    'unknown',
  ]);
  await one.service.rotate('Ada');
  expect(await state(own)).toBe('here');
  await one.service.trust(other.identity.publicKey, 'Jo', 'Ada');
  expect(await state(theirs)).toBe('trusted');
  expect(await state(theirs, changed)).toBe('broken');
  await one.service.revoke('Jo', 'left', 'Ada');
  expect(await one.service.verifyFile(digest, theirs)).toMatchObject({
    state: 'unknown',
    signer: { name: 'Jo', revoked: true },
  });
});

test('a database from before a rotation that is put back is taken over; one by a stranger is not', async () => {
  const one = await desk();
  const before = one.identity.publicKey;
  const copy = join(temporaryFolder(), 'desk.db');
  await one.context.store.file?.backup(copy);
  await one.service.rotate('Ada');
  const { publicKey } = one.identity;

  const folder = temporaryFolder();
  writeFileSync(identityFile(folder), readFileSync(identityFile(one.dataDir)));
  writeFileSync(join(folder, 'desk.db'), readFileSync(copy));
  const back = await desk(folder);
  expect((await back.service.view()).former).toMatchObject([{ publicKey: before, how: 'lost' }]);
  expect(await kinds(back)).toEqual(['journal.opened', 'identity.lost']);

  const stranger = await desk();
  const mixed = temporaryFolder();
  writeFileSync(identityFile(mixed), readFileSync(identityFile(one.dataDir)));
  await stranger.context.store.file?.backup(join(mixed, 'desk.db'));
  const view = await (await desk(mixed)).service.view();
  expect([view.signing.publicKey, view.former]).toEqual([publicKey, []]);
});

test('the file can’t be told what nobody sealed: another key, another history', async () => {
  const one = await desk();
  await one.service.rotate('Ada');
  const file = JSON.parse(readFileSync(identityFile(one.dataDir), 'utf8'));
  const other = await desk();
  const foreign = JSON.parse(readFileSync(identityFile(other.dataDir), 'utf8'));
  const { publicKey } = createSigner(newSigningKey());
  for (const forged of [
    { ...file, publicKey },
    { ...file, sealedKey: foreign.sealedKey },
    { ...file, sealedHistory: foreign.sealedHistory },
    { ...file, next: { publicKey, sealedKey: foreign.sealedKey } },
  ]) {
    writeFileSync(identityFile(one.dataDir), JSON.stringify(forged));
    await expect(openIdentity({ kept: keptInFolder(one.dataDir).identity, dataKey })).rejects.toThrow(
      /can't be opened/,
    );
  }
});
