import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createSigner,
  isPublicKey,
  isSignedBy,
  keyFingerprint,
  newSigningKey,
  signatureDomains,
} from '#base/signing.ts';

const domain = fc.constantFrom(...signatureDomains);
const signer = createSigner(newSigningKey());

test('a signature holds for its text, its key and its domain, and for nothing else', () => {
  const other = createSigner(newSigningKey()).publicKey;
  fc.assert(
    fc.property(fc.string(), fc.string(), domain, domain, (text, otherText, one, another) => {
      const signature = signer.sign(one, text);
      expect(isSignedBy(signer.publicKey, one, text, signature)).toBe(true);
      expect(isSignedBy(other, one, text, signature)).toBe(false);
      expect(isSignedBy(signer.publicKey, another, text, signature)).toBe(one === another);
      expect(isSignedBy(signer.publicKey, one, otherText, signature)).toBe(text === otherText);
    }),
  );
});

test('a signature in another spelling, or with any bit changed, is none', () => {
  const signature = signer.sign('file', 'text');
  expect(isSignedBy(signer.publicKey, 'file', 'text', ` ${signature}`)).toBe(false);
  expect(isSignedBy(signer.publicKey, 'file', 'text', signature.replaceAll('=', ''))).toBe(false);
  for (let bit = 0; bit < 512; bit += 1) {
    const bytes = Buffer.from(signature, 'base64');
    bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    expect(isSignedBy(signer.publicKey, 'file', 'text', bytes.toString('base64'))).toBe(false);
  }
});

test('a key is the same in each process that reads it, and what is no key signs nothing', () => {
  const key = newSigningKey();
  const { publicKey } = createSigner(key);
  expect(createSigner(Buffer.from(key)).publicKey).toBe(publicKey);
  expect(isPublicKey(publicKey)).toBe(true);
  expect(keyFingerprint(publicKey)).toMatch(/^[0-9a-f]{64}$/);
  for (const none of ['', 'x', publicKey.slice(1), `${publicKey} `, Buffer.alloc(31).toString('base64')]) {
    expect(isPublicKey(none)).toBe(false);
    expect(isSignedBy(none, 'file', '', signer.sign('file', ''))).toBe(false);
  }
  expect(() => createSigner(Buffer.alloc(31))).toThrow('32 bytes');
});
