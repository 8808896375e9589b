import { execFileSync, spawnSync } from 'node:child_process';
import { generateKeyPairSync, hash, randomBytes, sign } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileHash } from '#base/minisign.ts';
import { checkOutside } from '#desk/tokens/managed/outside-signature.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { runbookFixture, wave } from './fixture.ts';

/** A key as minisign makes it: its id is drawn, and does not follow from the key. */
const newKey = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  const id = randomBytes(8);
  const text = Buffer.concat([Buffer.from('Ed'), id, raw]).toString('base64');
  const signed = (content: Uint8Array, algorithm: 'ED' | 'Ed' = 'ED'): string => {
    const signature = sign(null, algorithm === 'ED' ? fileHash(content) : content, privateKey);
    const comment = 'timestamp:1\tfile:handover.md';
    const whole = sign(null, Buffer.concat([signature, Buffer.from(comment)]), privateKey);
    const body = Buffer.concat([Buffer.from(algorithm), id, signature]).toString('base64');
    return `untrusted comment: x\n${body}\ntrusted comment: ${comment}\n${whole.toString('base64')}\n`;
  };
  return {
    file: `untrusted comment: minisign public key\n${text}\n`,
    raw: raw.toString('base64'),
    keyId: Buffer.from(id).reverse().toString('hex').toUpperCase(),
    fingerprint: hash('sha256', raw),
    signed,
  };
};

const name = 'handover.md.minisig';
const document = Buffer.from('# Handover\n');
const check = (text: string | Buffer, key?: string, called = name) =>
  checkOutside(
    { name: called, content: 'x', ...(key === undefined ? {} : { key }) },
    Buffer.from(text),
    document,
  );

test('a minisign signature of the document is verified by the key of the party, in any form that the key is sent', () => {
  const { file, raw, keyId, fingerprint, signed } = newKey();
  const verified = { state: 'verified', keyId, fingerprint };
  const line = file.split('\n')[1] as string;
  for (const key of [file, line, raw, file.replaceAll('\n', '\r\n')]) {
    expect(check(signed(document), key)).toEqual(verified);
  }
  expect(check(signed(document, 'Ed'), file)).toEqual(verified);
  expect(check(signed(document).replaceAll('\n', '\r\n'), file, 'answer.txt')).toEqual(verified);
  expect(check(signed(document))).toEqual({ state: 'not-verified', why: 'no-key' });
  for (const other of ['%PDF-1.7', '', Buffer.alloc(20_000, 1)]) {
    expect(check(other, undefined, 'signed.pdf')).toEqual({ state: 'not-verified', why: 'other-format' });
  }
});

test('what does not verify is refused, with what it means', () => {
  const [own, other] = [newKey(), newKey()];
  expect(() => check(own.signed(Buffer.from('# Draft\n')), own.file)).toThrow(
    /does not verify: .* has another document/,
  );
  expect(() => check(own.signed(document), other.file)).toThrow(
    `The signature is by the key ${own.keyId}, and the given one is ${other.keyId}.`,
  );
  expect(() => check(own.signed(document), other.raw)).toThrow(/does not verify/);
  expect(() => check(own.signed(document), 'not a key')).toThrow(/The key is no public key of minisign/);
  expect(() => check(own.signed(document), own.file + other.file)).toThrow(/no public key/);
  expect(() => check('%PDF-1.7', own.file, 'signed.pdf')).toThrow(/"signed.pdf" is none\. Leave the key out/);
  expect(() => check(own.signed(document).slice(0, 90))).toThrow(
    /no whole minisign signature: it was cut or changed/,
  );
});

test('a signature with any byte of what is signed changed is never taken for verified', () => {
  const { file, signed } = newKey();
  const text = signed(document);
  // The first line is not signed, nor are the spare bits of base64.
  const from = text.indexOf('\n') + 1;
  fc.assert(
    fc.property(
      fc.integer({ min: from, max: text.length - 2 }),
      fc.integer({ min: 33, max: 126 }),
      (at, code) => {
        const changed = text.slice(0, at) + String.fromCharCode(code) + text.slice(at + 1);
        const bytes = (one: string) =>
          one.split('\n').map((line, n) => (n % 2 ? Buffer.from(line, 'base64').toString('hex') : line));
        fc.pre(bytes(changed).slice(1).join() !== bytes(text).slice(1).join());
        expect(() => check(changed, file)).toThrow();
      },
    ),
  );
});

const minisign = spawnSync('minisign', ['-v']).error === undefined;

test.skipIf(!minisign)(
  'a signature by the minisign tool is verified (skipped where it is not installed)',
  () => {
    const folder = temporaryFolder();
    const at = (file: string): string => join(folder, file);
    const [message, pub, secret] = [at('handover.md'), at('kim.pub'), at('kim.key')];
    writeFileSync(message, document);
    execFileSync('minisign', ['-G', '-W', '-p', pub, '-s', secret]);
    execFileSync('minisign', ['-S', '-s', secret, '-m', message, '-x', `${message}.minisig`]);
    const signature = readFileSync(`${message}.minisig`);
    const key = readFileSync(pub, 'utf8');
    expect(check(signature, key)).toMatchObject({
      state: 'verified',
      keyId: /key ([0-9A-F]+)/.exec(key)?.[1]?.padStart(16, '0'),
    });
  },
);

test('a signature is attached with the sign-off, with what is known of it; a refused one leaves nothing', async () => {
  const { id, runbooks, cases, addRows, ranTo, settleRows, ...fixture } = await runbookFixture();
  await addRows(['a-1']);
  await runbooks.open(id, wave, 'Ada');
  await fixture.supplyAll();
  await fixture.scheduleAll();
  await fixture.updateAll();
  await runbooks.confirmSyncing(id, { refs: ['a-1'], by: 'Kim' }, 'Ada');
  await ranTo('pilot', { done: 1 });
  await ranTo('run', { done: 1 });
  await settleRows('done', ['a-1']);
  const { handover } = await runbooks.handOver(id, 'Ada');
  const made = Buffer.from(await runbooks.handoverDocument(id));
  const { file, keyId, fingerprint, signed } = newKey();
  const content = Buffer.from(signed(made)).toString('base64');
  const request = { party: 'integrator', name: 'Kim' } as const;
  const sign = (signature: object, more: object = {}) =>
    runbooks.signOff(id, { ...request, ...more, signature: { name, content, ...signature } }, 'Ada');

  const before = (await cases.view(id)).revision;
  const wrong = Buffer.from(signed(document)).toString('base64');
  await expect(sign({ key: file, content: wrong })).rejects.toThrow(/does not verify/);
  await expect(sign({ key: file }, { digest: 'f'.repeat(64) })).rejects.toThrow(/document changed/);
  await expect(sign({ key: file }, { at: '2001-01-01T00:00:00Z' })).rejects.toThrow(/must not be before/);
  await expect(sign({ key: file }, { attachmentId: handover?.attachmentId })).rejects.toThrow(
    /either signature or/,
  );
  expect((await cases.view(id)).revision).toBe(before);

  const view = await sign({ key: file });
  const [signOff] = view.handover?.signOffs ?? [];
  expect(signOff).toMatchObject({ ...request, signature: { state: 'verified', keyId, fingerprint } });
  const attached = (await cases.view(id)).attachments.find((one) => one.id === signOff?.attachmentId);
  expect(attached).toMatchObject({ name, digest: hash('sha256', signed(made)) });
  const kept = await runbooks.signOff(
    id,
    { party: 'support', name: 'Sam', signature: { name: 'signed.pdf', content: 'JVBERg==' } },
    'Ada',
  );
  expect(kept.handover?.signOffs[1]?.signature).toEqual({ state: 'not-verified', why: 'other-format' });
  expect(kept.steps[5]?.state).toBe('done');
});
