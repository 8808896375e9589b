import { type OutsideKey, readOutsideKey, readOutsideSignature, verifiesOutside } from '#base/minisign.ts';
import { keyFingerprint } from '#base/signing.ts';
import { invalid } from '#contract/errors.ts';
import type { OutsideSignature, SignatureFile } from '#contract/outside-signature.ts';

/**
 * What a signature made outside is: verified, or kept as it is. One that does not verify is refused: on record it would
 * count for a sign-off. Source: `docs/reference/rules/managed-migration.md#signatures-made-outside`.
 * @param document the handover document on record
 * @throws CatalogueError `request.invalid`
 */
export const checkOutside = (
  { name, key }: SignatureFile,
  content: Buffer,
  document: Uint8Array,
): OutsideSignature => {
  const given = content.byteLength > mostBytes ? undefined : readOutsideSignature(content.toString('utf8'));
  if (given === undefined) {
    if (isNamedSo(name)) {
      throw refused(
        'content',
        `"${name}" is no whole minisign signature: it was cut or changed. Get it again.`,
      );
    }
    if (key !== undefined) {
      throw refused(
        'key',
        `A key verifies a minisign signature only, and "${name}" is none. Leave the key out.`,
      );
    }
    return { state: 'not-verified', why: 'other-format' };
  }
  if (key === undefined) return { state: 'not-verified', why: 'no-key' };
  const by = keyIn(key);
  if (by.keyId !== undefined && by.keyId !== given.keyId) {
    throw refused('key', `The signature is by the key ${given.keyId}, and the given one is ${by.keyId}.`);
  }
  if (!verifiesOutside(by.publicKey, document, given)) {
    throw refused(
      'content',
      `"${name}" does not verify: it is not a signature of this handover document by this key. The party has another document, or an earlier one: send it the current one to sign.`,
    );
  }
  return { state: 'verified', keyId: given.keyId, fingerprint: keyFingerprint(by.publicKey) };
};

/** A signature has some hundred bytes. */
const mostBytes = 10_000;

const isNamedSo = (name: string): boolean => /\.minisig$/i.test(name);

const keyIn = (text: string): OutsideKey => {
  const key = readOutsideKey(text);
  if (key === undefined) throw refused('key', 'The key is no public key of minisign.');
  return key;
};

const refused = (field: 'content' | 'key', message: string) =>
  invalid({
    itemId: `signature.${field}`,
    message: `${message} Nothing was recorded.`,
    validatorName: 'signature',
  });
