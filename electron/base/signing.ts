import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { LRUCache } from 'lru-cache';

/**
 * Ed25519 signatures (RFC 8032). Every signature names its domain, so that one made for an audit entry is never valid for
 * a file, or the other way round.
 */
export const signatureDomains = [
  'case entry',
  'journal entry',
  'journal head',
  'statement',
  'file',
  'approval',
] as const;
export type SignatureDomain = (typeof signatureDomains)[number];

/** A public key as text: its 32 bytes in base64. */
export type PublicKey = string;

export interface Signer {
  readonly publicKey: PublicKey;
  /** @returns the signature's 64 bytes in base64 */
  sign(domain: SignatureDomain, text: string | Uint8Array): string;
  /**
   * For files, in minisign's framing: over a hash of 64 bytes, and over that signature followed by a comment. Neither can be
   * taken for a text of a domain: those begin with `carryover … v1` and a line break, and no hash or signature of 64 bytes
   * can be made to.
   * @returns 64 bytes each
   * @throws Error if the hash has another length
   */
  signHash(hash: Uint8Array, comment: string): { readonly signature: Buffer; readonly withComment: Buffer };
}

const keyBytes = 32;
/** What stands before the 32 bytes of a key in its DER form (RFC 8410). */
const publicFrame = Buffer.from('302a300506032b6570032100', 'hex');
const privateFrame = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A new private key: its 32 bytes. */
export const newSigningKey = (): Buffer =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-keyBytes);

/** @param privateKey 32 bytes. @throws Error if it has another length */
export const createSigner = (privateKey: Uint8Array): Signer => {
  if (privateKey.byteLength !== keyBytes) throw new Error(`A signing key must have ${keyBytes} bytes.`);
  const key = createPrivateKey({
    key: Buffer.concat([privateFrame, privateKey]),
    format: 'der',
    type: 'pkcs8',
  });
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return {
    publicKey: spki.subarray(-keyBytes).toString('base64'),
    sign: (domain, text) => sign(null, framed(domain, text), key).toString('base64'),
    signHash(hashed, comment) {
      if (hashed.byteLength !== 64) throw new Error('A hash to be signed must have 64 bytes.');
      const signature = sign(null, hashed, key);
      return { signature, withComment: sign(null, Buffer.concat([signature, Buffer.from(comment)]), key) };
    },
  };
};

/** Whether a text is a public key in the one form that it is written in. */
export const isPublicKey = (text: string): boolean => {
  const bytes = Buffer.from(text, 'base64');
  return bytes.byteLength === keyBytes && bytes.toString('base64') === text;
};

/** Never throws: what is no key or no signature verifies nothing. */
export const isSignedBy = (
  publicKey: PublicKey,
  domain: SignatureDomain,
  text: string | Uint8Array,
  signature: string,
): boolean => {
  const bytes = Buffer.from(signature, 'base64');
  // One form only: a signature that can be written differently could be altered without a trace.
  if (bytes.byteLength !== 64 || bytes.toString('base64') !== signature) return false;
  const message = framed(domain, text);
  const what = hash(
    'sha256',
    Buffer.concat([Buffer.from(`${publicKey}\n${signature}\n`), message]),
    'base64',
  );
  if (verified.has(what)) return true;
  const key = publicKeyObject(publicKey);
  if (key === undefined || !verify(null, message, key, bytes)) return false;
  verified.set(what, true);
  return true;
};

/**
 * Chains are looked through again and again, and a signature that held once holds for ever. Known by the digest of all that
 * it stands on.
 */
const verified = new LRUCache<string, true>({ max: 50_000 });

/** The counterpart of `signHash`. Never throws. */
export const isHashSignedBy = (
  publicKey: PublicKey,
  hashed: Uint8Array,
  signature: Uint8Array,
  withComment: Uint8Array,
  comment: string,
): boolean => {
  const key = publicKeyObject(publicKey);
  return (
    key !== undefined &&
    verify(null, hashed, key, signature) &&
    isCommentSignedBy(publicKey, signature, withComment, comment)
  );
};

/** Whether a key signed this signature together with its comment, whatever was signed. Never throws. */
export const isCommentSignedBy = (
  publicKey: PublicKey,
  signature: Uint8Array,
  withComment: Uint8Array,
  comment: string,
): boolean => {
  const key = publicKeyObject(publicKey);
  return (
    key !== undefined && verify(null, Buffer.concat([signature, Buffer.from(comment)]), key, withComment)
  );
};

/** SHA-256 of the key's 32 bytes, hex: what people compare. */
export const keyFingerprint = (publicKey: PublicKey): string =>
  hash('sha256', Buffer.from(publicKey, 'base64'));

/** Made once for each key: reading one costs as much as verifying with it. */
const keyObjects = new LRUCache<PublicKey, KeyObject>({ max: 1000 });

const publicKeyObject = (publicKey: PublicKey): KeyObject | undefined => {
  const known = keyObjects.get(publicKey);
  if (known !== undefined || !isPublicKey(publicKey)) return known;
  const key = Buffer.concat([publicFrame, Buffer.from(publicKey, 'base64')]);
  const made = createPublicKey({ key, format: 'der', type: 'spki' });
  keyObjects.set(publicKey, made);
  return made;
};

const framed = (domain: SignatureDomain, text: string | Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`carryover ${domain} v1\n`), Buffer.from(text as Uint8Array)]);
