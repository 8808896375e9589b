import { execFileSync, spawnSync } from 'node:child_process';
import { createPublicKey, hash, verify } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  fileHash,
  isFileSignedBy,
  minisignature,
  minisignKey,
  publicKeyIn,
  readMinisignature,
} from '#base/minisign.ts';
import { createSigner, isSignedBy, newSigningKey, signatureDomains } from '#base/signing.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const signer = createSigner(newSigningKey());
const key = minisignKey(signer.publicKey);
const hasMinisign = spawnSync('minisign', ['-v']).status === 0;

test.skipIf(!hasMinisign)(
  'the minisign tool accepts a signed file, and refuses it once it was changed',
  () => {
    const folder = temporaryFolder();
    const file = join(folder, 'report.html');
    for (const content of [Buffer.from('a report'), Buffer.alloc(0), Buffer.alloc(70_000, 7)]) {
      writeFileSync(file, content);
      writeFileSync(`${file}.minisig`, minisignature(signer, fileHash(content), 'report.html of acme'));
      const said = execFileSync('minisign', ['-Vm', file, '-P', key], { encoding: 'utf8' });
      expect(said).toContain('report.html of acme');
      // `-H`: only what was hashed first.
      execFileSync('minisign', ['-VHm', file, '-P', key]);
      writeFileSync(file, Buffer.concat([content, Buffer.from('.')]));
      expect(spawnSync('minisign', ['-Vm', file, '-P', key]).status).not.toBe(0);
    }
  },
);

test('a signature is laid out as minisign says: checked here without our code', () => {
  const content = Buffer.from('a report');
  const lines = minisignature(signer, fileHash(content), 'of acme').split('\n');
  const keyBytes = Buffer.from(key, 'base64');
  const body = Buffer.from(lines[1] ?? '', 'base64');
  expect(lines.map((line) => line.split(': ')[0])).toEqual([
    'untrusted comment',
    lines[1],
    'trusted comment',
    lines[3],
    '',
  ]);
  expect([keyBytes.length, body.length]).toEqual([42, 74]);
  expect([keyBytes.toString('latin1', 0, 2), body.toString('latin1', 0, 2)]).toEqual(['Ed', 'ED']);
  expect(body.subarray(2, 10).equals(keyBytes.subarray(2, 10))).toBe(true);
  const x = keyBytes.subarray(10).toString('base64url');
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const signature = body.subarray(10);
  expect(verify(null, Buffer.from(hash('blake2b512', content), 'hex'), publicKey, signature)).toBe(true);
  const global = Buffer.concat([signature, Buffer.from('of acme')]);
  expect(verify(null, global, publicKey, Buffer.from(lines[3] ?? '', 'base64'))).toBe(true);
});

test('a signature holds for its file, key and comment, and is none for a chain', () => {
  const other = createSigner(newSigningKey()).publicKey;
  fc.assert(
    fc.property(fc.uint8Array(), fc.uint8Array(), (content, another) => {
      const read = readMinisignature(minisignature(signer, fileHash(content), 'x'));
      if (read === undefined) throw new Error('it can’t be read');
      const isSame = Buffer.from(content).equals(Buffer.from(another));
      expect(isFileSignedBy(signer.publicKey, fileHash(content), read)).toBe(true);
      expect(isFileSignedBy(signer.publicKey, fileHash(another), read)).toBe(isSame);
      expect(isFileSignedBy(other, fileHash(content), read)).toBe(false);
      expect(isFileSignedBy(signer.publicKey, fileHash(content), { ...read, comment: 'y' })).toBe(false);
      for (const domain of signatureDomains) {
        const signature = read.signature.toString('base64');
        expect(isSignedBy(signer.publicKey, domain, fileHash(content), signature)).toBe(false);
      }
    }),
    { numRuns: 30 },
  );
});

test('what is no signature of a hashed file is not read', () => {
  const text = minisignature(signer, fileHash(Buffer.from('a')), 'x');
  const legacy = text.replace(/\n(\S+)\n/, (_, body: string) => {
    const bytes = Buffer.from(body, 'base64');
    bytes.write('Ed');
    return `\n${bytes.toString('base64')}\n`;
  });
  for (const none of ['', 'x', legacy, text.split('\n').slice(0, 2).join('\n'), `${text}more`]) {
    expect(readMinisignature(none)).toBeUndefined();
  }
});

test('a public key is read in each form that people send, and two in one text are none', () => {
  const file = `untrusted comment: minisign public key ABC\n${key}\n`;
  for (const text of [signer.publicKey, ` ${key}\r\n`, file])
    expect(publicKeyIn(text)).toBe(signer.publicKey);
  const other = createSigner(newSigningKey()).publicKey;
  for (const text of ['', 'x', key.slice(4), `${key}\n${other}`]) expect(publicKeyIn(text)).toBeUndefined();
});
