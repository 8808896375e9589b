import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { newSealingSecret, recipientFingerprint, sealingKeyOf } from '#base/age/recipient.ts';
import { sealedTo } from '#base/age/seal.ts';
import { openJournal } from '#desk/cases/open-journal.ts';
import { sealUnder } from '#desk/cases/passphrase.ts';
import { openIdentity } from '#desk/core/identity.ts';
import { keptInFolder } from '#desk/core/kept-texts.ts';
import { sealingFile } from '#desk/core/sealing-file.ts';
import { openSealingKeys, type SealingKeys } from '#desk/core/sealing-keys.ts';
import { createIdentityService } from '#desk/identity/index.ts';
import { noteSealingKey } from '#desk/identity/sealing-change.ts';
import { readJournal } from '#desk/store/journal.ts';
import { testDeskContext } from '#test/support/desk-context.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const dataKey = randomBytes(32);
const passphrase = 'a long passphrase';

const desk = async (dataDir = temporaryFolder(), key = dataKey) => {
  const base = await testDeskContext({ dataDir, dataKey: key });
  const identity = await openIdentity({ kept: keptInFolder(dataDir).identity, dataKey: key });
  const context = { ...base, identity };
  await openJournal(context);
  await noteSealingKey(context, 'carryover');
  const noted = async () =>
    (await context.store.read((reader) => readJournal(reader)))
      .filter(({ kind }) => kind === 'sealing.replaced')
      .map(({ actor, content }) => ({ actor, ...JSON.parse(content) }));
  return {
    dataDir,
    context,
    keys: context.sealingKeys,
    noted,
    service: createIdentityService(context, identity),
  };
};

const sealedFor = async (recipient: string): Promise<Buffer> => {
  const parts: Uint8Array[] = [];
  for await (const part of sealedTo(recipient, chunks(Buffer.from('the list')))) parts.push(part);
  return Buffer.concat(parts);
};

const opened = async (keys: SealingKeys, file: Buffer): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of (await keys.openSealed(chunks(file), 'list.age')).content) parts.push(part);
  return Buffer.concat(parts).toString();
};

async function* chunks(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

test('a folder has a recipient from its first start on, whose key is on disk only sealed', async () => {
  const one = await desk();
  const { sealing } = await one.service.view();
  expect(sealing).toMatchObject({ recipient: one.keys.recipient, former: [] });
  expect(sealing.fingerprint).toBe(recipientFingerprint(sealing.recipient));
  const [{ secret } = { secret: '' }] = one.keys.secrets();
  expect(readFileSync(sealingFile(one.dataDir), 'utf8')).not.toContain(secret);
  const again = await desk(one.dataDir);
  expect((await again.service.view()).sealing).toEqual(sealing);
  expect(await opened(again.keys, await sealedFor(sealing.recipient))).toBe('the list');
  expect(await again.noted()).toEqual([]);
});

test('after a rotation what was sealed earlier still opens, and the journal names both', async () => {
  const one = await desk();
  const before = one.keys.recipient;
  const file = await sealedFor(before);
  const { sealing } = await one.service.rotateSealing('Ada');
  expect(sealing.recipient).not.toBe(before);
  expect(sealing.former).toMatchObject([{ recipient: before, how: 'rotated' }]);
  const again = await desk(one.dataDir);
  expect(await opened(again.keys, file)).toBe('the list');
  expect((await again.service.view()).sealing).toEqual(sealing);
  const change = { actor: 'Ada', former: before, recipient: sealing.recipient, how: 'rotated' };
  expect(await again.noted()).toEqual([change]);
});

test('a crash between the file and the journal is caught up with at the next start', async () => {
  const one = await desk();
  const before = one.keys.recipient;
  await one.keys.rotate();
  const again = await desk(one.dataDir);
  expect(await again.noted()).toEqual([
    { actor: 'carryover', former: before, recipient: one.keys.recipient, how: 'rotated' },
  ]);
  expect(await (await desk(one.dataDir)).noted()).toHaveLength(1);
});

test('with the data key the sealing key is lost: a new one is made, and a file for the old one is told as such', async () => {
  const one = await desk();
  const first = one.keys.recipient;
  await one.service.rotateSealing('Ada');
  const second = one.keys.recipient;
  const lost = await openSealingKeys({ kept: keptInFolder(one.dataDir).sealing, dataKey: randomBytes(32) });
  expect([first, second]).not.toContain(lost.recipient);
  expect(lost.former).toMatchObject([
    { recipient: second, how: 'lost' },
    { recipient: first, how: 'lost' },
  ]);
  await expect(opened(lost, await sealedFor(second))).rejects.toMatchObject({
    code: 'sealed.wrongRecipient',
    message: expect.stringContaining(second),
  });
  expect(await opened(lost, await sealedFor(lost.recipient))).toBe('the list');
  // The sealed keys stay beside, should the right data key be found.
  const aside = readdirSync(one.dataDir).filter((name) => name.startsWith('sealing.json.'));
  expect(aside).toHaveLength(1);
});

test('a recipient that somebody put into the file is not shown as this folder’s', async () => {
  const one = await desk();
  const own = one.keys.recipient;
  const foreign = sealingKeyOf(newSealingSecret()).recipient;
  const path = sealingFile(one.dataDir);
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(own, foreign));
  expect((await openSealingKeys({ kept: keptInFolder(one.dataDir).sealing, dataKey })).recipient).not.toBe(
    foreign,
  );
  writeFileSync(path, '{"version":1,"keys":[{"recipient":"age1","since":"now"}]}');
  await expect(openSealingKeys({ kept: keptInFolder(one.dataDir).sealing, dataKey })).rejects.toThrow(
    /Restore it from a copy/,
  );
  rmSync(path);
  expect((await openSealingKeys({ kept: keptInFolder(one.dataDir).sealing, dataKey })).former).toEqual([]);
});

test('the keys move with the signing key, so that what was sealed for the old machine opens on the new one', async () => {
  const old = await desk();
  const earlier = await sealedFor(old.keys.recipient);
  await old.service.rotateSealing('Ada');
  const file = JSON.stringify(await old.service.exportKey(passphrase));
  for (const { secret } of old.keys.secrets()) expect(file).not.toContain(secret);

  const here = await desk();
  const own = here.keys.recipient;
  const { sealing } = await here.service.importKey(file, passphrase, 'Ada');
  expect(sealing.recipient).toBe(old.keys.recipient);
  expect(sealing.former.map(({ how }) => how)).toEqual(['moved', 'moved']);
  const again = await desk(here.dataDir);
  for (const sealed of [earlier, await sealedFor(old.keys.recipient), await sealedFor(own)]) {
    expect(await opened(again.keys, sealed)).toBe('the list');
  }
  expect(await again.noted()).toMatchObject([{ former: own, recipient: old.keys.recipient, how: 'moved' }]);
});

test('a key file from before there were sealing keys is still read, and changes none', async () => {
  const old = await desk();
  const { publicKey } = old.context.identity;
  const text = JSON.stringify({
    privateKey: (await openIdentity({ kept: keptInFolder(old.dataDir).identity, dataKey }))
      .privateKey()
      .toString('base64'),
    earlier: [],
  });
  const format = 'carryover-signing-key';
  const sealed = await sealUnder(passphrase, text, `${format} ${publicKey}`);
  const here = await desk();
  const own = here.keys.recipient;
  const file = JSON.stringify({ format, version: 1, publicKey, sealed });
  const view = await here.service.importKey(file, passphrase, 'Ada');
  expect(view.signing.publicKey).toBe(publicKey);
  expect(view.sealing.recipient).toBe(own);
});
